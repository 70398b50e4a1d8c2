import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './target.ts';

const support = new URL('scenario/support.go', import.meta.url).pathname;
/** One package at a time, with the toolchain that is there and the modules that `go.sum` names. */
export const env = { GOFLAGS: '-p=1 -mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local' };

/** The version of a module in a `go.mod`. */
export function moduleVersion(file: string, module: string): string {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) =>
      each
        .trim()
        .replace(/^require /, '')
        .startsWith(`${module} v`),
    );
  if (!line) throw new Error(`${file} has no ${module}.`);
  return (line.split(' v')[1] ?? '').split(' ')[0] ?? '';
}

/** Puts the scenario, what all scenarios in Go share, and the modules with their versions beside the client. */
export function prepare({ directory, target }: Context): void {
  for (const file of ['scenario.go', 'go.mod', 'go.sum'])
    cpSync(join(target, file), join(directory, file));
  cpSync(support, join(directory, 'support.go'));
}

/** Compiles everything, and has `go vet` look for faults, in other modules too; the scenario is the program `scenario`. */
export async function check(
  { run }: Context,
  flags: readonly string[] = [],
  modules: readonly string[] = [],
): Promise<void> {
  await run('go', ['vet', ...flags, './...', ...modules], { env });
  await run('go', ['build', '-o', 'scenario', '.'], { env });
}

export const runScenario = ({ directory, run }: Context): Promise<string> =>
  run(join(directory, 'scenario'), [], { timeoutMs: 120_000 });
