/**
 * `make sdks`: generates a client with each generator of targets/, compiles it, has it go through one scenario on a running
 * server, and writes the table of README.md. `node scripts/sdks/run.ts [--check] [--language LANGUAGE] [--target NAME]`;
 * with --check nothing is written, and a red target or another table is a failure.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOnPath, stopAll } from './commands.ts';
import { install } from './install.ts';
import type { Result } from './verdict.ts';
import { type Service, startService } from './server.ts';
import { withTable } from './table.ts';
import type { Target } from './target.ts';
import { lastUglyNames, tryTarget } from './try-target.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    language: { type: 'string' },
    target: { type: 'string' },
  },
});
const folder = new URL('.', import.meta.url).pathname;
const readme = join(folder, 'README.md');
const folderOf = (name: string): string => join(folder, 'targets', name);
const scratch = mkdtempSync(join(tmpdir(), 'voice-agent-sdks-'));
let service: Service | undefined;

async function stop(): Promise<void> {
  stopAll();
  await service?.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function tryAll(): Promise<void> {
  const names = readdirSync(join(folder, 'targets')).toSorted();
  const known: Target[] = [];
  for (const name of names) {
    const { default: target } = (await import(`./targets/${name}/target.ts`)) as {
      default: Target;
    };
    if (target.name !== name)
      throw new Error(`The target in targets/${name} is called ${target.name}.`);
    known.push(target);
  }
  const { language, target: only } = values;
  const chosen = known.filter(
    (target) =>
      (only === undefined || target.name === only) &&
      (language === undefined ||
        (target.isRare !== true && target.language.toLowerCase() === language.toLowerCase())),
  );
  if (chosen.length === 0)
    throw new Error(`There is no such target; there are ${names.join(', ')}.`);

  const results: Result[] = [];
  for (const target of chosen) {
    const missing = target.needs.filter((command) => !isOnPath(command));
    if (missing.length > 0) {
      console.log(`${target.name}: left out, as this machine lacks ${missing.join(', ')}`);
      continue;
    }
    if (target.language === 'TypeScript') await install();
    service ??= await startService(scratch);
    const began = performance.now();
    const trial = { target, folder: folderOf(target.name), scratch, api: service.api };
    const result = await tryTarget(trial);
    report(result, (performance.now() - began) / 1000);
    results.push(result);
  }
  if (values.check) compare(results, known);
  else write(results, known);
}

function report({ name, compiles, done, ugly, faults, cannot }: Result, seconds: number): void {
  const state = faults.length === 0 ? 'green' : 'RED';
  console.log(
    `${name}: ${state}, ${compiles ? 'compiles' : 'does not compile'}, ${done?.length ?? 'no'} steps, ` +
      `${ugly.length} ugly names, ${seconds.toFixed(1)} s`,
  );
  for (const [what, why] of Object.entries(cannot)) console.log(`  cannot ${what}: ${why}`);
  for (const fault of faults) console.log(`  ${fault.replaceAll('\n', '\n  ')}`);
}

const tableOf = (results: readonly Result[], known: readonly Target[]): string =>
  withTable(
    readFileSync(readme, 'utf8'),
    results,
    known.map(({ name }) => name),
  );

/** Writes the rows and the ugly names of what is green. */
function write(results: readonly Result[], known: readonly Target[]): void {
  const green = results.filter(({ faults }) => faults.length === 0);
  writeFileSync(readme, tableOf(green, known));
  for (const { name, ugly } of green)
    writeFileSync(join(folderOf(name), 'ugly-names.txt'), ugly.map((line) => `${line}\n`).join(''));
  const red = results.filter(({ faults }) => faults.length > 0).map(({ name }) => name);
  if (red.length > 0) console.log(`Red, and left as they were in the table: ${red.join(', ')}.`);
}

function compare(results: readonly Result[], known: readonly Target[]): void {
  const red = results.filter(({ faults }) => faults.length > 0);
  if (red.length > 0) throw new Error(`Red: ${red.map(({ name }) => name).join(', ')}.`);
  const isCurrent =
    tableOf(results, known) === readFileSync(readme, 'utf8') &&
    results.every(({ name, ugly }) => lastUglyNames(folderOf(name))?.join() === ugly.join());
  if (!isCurrent)
    throw new Error('The table or the ugly names have changed: run `make sdks` and commit them.');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(130)));
try {
  await tryAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
