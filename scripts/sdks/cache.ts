import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Git-ignored; `make clean` removes it. */
export const cache = new URL('.cache', import.meta.url).pathname;

/**
 * The directory of the cache that `fill` made from these files, which is made once for each change of them. One that was
 * not finished is not used.
 */
export async function cached(
  name: string,
  files: readonly string[],
  fill: (directory: string) => Promise<unknown>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const directory = join(cache, `${name}-${hash.digest('hex').slice(0, 12)}`);
  const finished = join(directory, '.finished');
  if (existsSync(finished)) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  await fill(directory);
  mkdirSync(`${finished}.new`);
  renameSync(`${finished}.new`, finished);
  return directory;
}
