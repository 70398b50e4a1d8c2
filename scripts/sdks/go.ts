import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './target.ts';

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

/** Puts the modules with their versions beside the client. */
export function prepare({ directory, target }: Context): void {
  for (const file of ['go.mod', 'go.sum']) cpSync(join(target, file), join(directory, file));
}

/** Compiles the client, and has `go vet` look for faults. */
export async function check(
  { run }: Context,
  packages: string,
  flags: readonly string[] = [],
): Promise<void> {
  await run('go', ['vet', ...flags, packages], { env });
  await run('go', ['build', packages], { env });
}
