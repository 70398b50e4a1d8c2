import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { demoUser } from '../../src/demo/accounts.ts';
import { CommandFailed, run } from './commands.ts';
import { doneSteps, reportedSteps, type Result, stepFaults, uglyFaults } from './verdict.ts';
import { changedCampaign } from './server.ts';
import type { Context, Target } from './target.ts';
import { declaredNames, uglyNames } from './ugly-names.ts';

const root = new URL('../..', import.meta.url).pathname;
const clientDocument = 'openapi-client.json';

export interface Trial {
  readonly target: Target;
  /** The target's own folder. */
  readonly folder: string;
  /** Where a fresh directory is made. */
  readonly scratch: string;
  readonly api: string;
}

/** The names that the contract gives its schemas. */
function contractNames(contract: string): ReadonlySet<string> {
  const { components } = JSON.parse(readFileSync(contract, 'utf8')) as {
    components: Record<string, Record<string, unknown>>;
  };
  return new Set(Object.values(components).flatMap((things) => Object.keys(things)));
}

/** The ugly names of the last run, one a line; undefined before the first. */
export function lastUglyNames(folder: string): string[] | undefined {
  const path = join(folder, 'ugly-names.txt');
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

/** Generates, compiles and runs one target. Throws nothing: what goes wrong is a fault of the result. */
export async function tryTarget({ target, folder, scratch, api }: Trial): Promise<Result> {
  const { name, generator, language, document = clientDocument } = target;
  const { cannot = {}, without = [], limits = [] } = target;
  const contract = join(root, 'generated', document);
  const directory = join(scratch, name);
  mkdirSync(join(directory, 'client'), { recursive: true });
  const variables: Record<string, string> = {
    API: api,
    EMAIL: demoUser.email,
    PASSWORD: demoUser.password,
    RECEIVER_PORT: String(await freePort()),
    CSV: join(root, 'scripts/example/contacts.csv'),
    CAMPAIGN: changedCampaign,
  };
  const contextWith = (env: Readonly<Record<string, string>>): Context => ({
    contract,
    directory,
    target: folder,
    run: (command, args, options = {}) =>
      run(command, args, {
        cwd: directory,
        ...options,
        env: { ...quiet, ...env, ...options.env },
      }),
  });
  const context = contextWith({});
  const faults: string[] = [];
  const result = {
    name,
    generator,
    language,
    document,
    cannot,
    without,
    limits,
    faults,
    done: target.run && [],
    ugly: [],
  };

  if (!(await attempt(faults, () => target.generate(context))))
    return { ...result, compiles: false };
  const names = target.names
    ? await target.names(context)
    : declaredNames(join(directory, 'client'), language);
  const ugly = uglyNames(names, contractNames(contract));
  faults.push(...uglyFaults(ugly, lastUglyNames(folder)));
  if (names.length === 0) faults.push('It declares no name.');

  const compiling: string[] = [];
  const compiles = await attempt(compiling, () => target.check(context));
  if (cannot.check === undefined) faults.push(...compiling);
  else if (compiles) faults.push('It compiles, which it declares that it does not.');

  const scenario = target.run;
  if (scenario === undefined) return { ...result, ugly, compiles };
  const { output, failure } = await outputOf(() => scenario(contextWith(variables)));
  const reported = reportedSteps(output);
  faults.push(...stepFaults(reported, cannot), ...failure);
  return { ...result, ugly, compiles, done: doneSteps(reported) };
}

/** Generators report to nobody. */
const quiet = {
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
};

async function attempt(faults: string[], work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** What a scenario printed, to its end or to its failure. */
async function outputOf(
  scenario: () => Promise<string>,
): Promise<{ readonly output: string; readonly failure: readonly string[] }> {
  try {
    return { output: await scenario(), failure: [] };
  } catch (error) {
    const failure = [error instanceof Error ? error.message : String(error)];
    return { output: error instanceof CommandFailed ? error.printed : '', failure };
  }
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
