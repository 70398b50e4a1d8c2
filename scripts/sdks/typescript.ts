import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './target.ts';

const folder = new URL('.', import.meta.url).pathname;

/** A generator of scripts/sdks/package.json with its version. */
export function pinned(...names: readonly string[]): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return names.map((name) => `${name} ${dependencies[name]}`).join(', ');
}

/** The path of a command that the lock file beside this file brings. */
export const commandOf = (name: string): string => join(folder, 'node_modules/.bin', name);

/** Puts the packages, the scenario and what all scenarios share beside the client. */
export function prepare({ directory, target }: Context): void {
  symlinkSync(join(folder, 'node_modules'), join(directory, 'node_modules'));
  cpSync(join(target, 'scenario.ts'), join(directory, 'scenario.ts'));
  cpSync(join(folder, 'scenario/typescript.ts'), join(directory, 'support.ts'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** Type-checks the client and the scenario in strict mode, `without` these options. */
export const check = (context: Context, without: readonly string[] = []): Promise<void> =>
  compile(context, ['client/**/*.ts', 'scenario.ts', 'support.ts'], without);

/** Type-checks a client without a scenario. */
export function checkClient(context: Context): Promise<void> {
  symlinkSync(join(folder, 'node_modules'), join(context.directory, 'node_modules'));
  return compile(context, ['client/**/*.ts']);
}

async function compile(
  { directory, run }: Context,
  include: readonly string[],
  without: readonly string[] = [],
): Promise<void> {
  const compilerOptions = {
    target: 'es2024',
    lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    ...Object.fromEntries(without.map((option) => [option, false])),
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await run(commandOf('tsc'), ['--project', 'tsconfig.json']);
}

/** Bundles the scenario, as an application's build does, and runs it. */
export async function runScenario({ run }: Context): Promise<string> {
  await run(commandOf('esbuild'), [
    'scenario.ts',
    '--bundle',
    '--platform=node',
    '--packages=external',
    '--format=esm',
    '--outfile=scenario.mjs',
    '--log-level=warning',
  ]);
  return run(process.execPath, ['scenario.mjs'], { timeoutMs: 120_000 });
}
