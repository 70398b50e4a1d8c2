import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rmdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from './rules.ts';

/** Waits until the entries of a directory are on disk. Some file systems cannot sync a directory. */
export async function syncDirectory(path: string | Buffer): Promise<void> {
  await using directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  await directory.sync().catch((error: unknown) => {
    if (codeOf(error) !== 'EINVAL') throw error;
  });
}

/**
 * Creates a directory and its missing parents, durably, and returns those it created. Throws, and leaves none, if that fails or if a symbolic link leads there: the path was resolved
 * when it was allowed, so the link was added later.
 */
export async function ensureDirectory(path: string): Promise<readonly string[]> {
  // `recursive` never returns if creating a directory fails with ENOENT, as below /proc.
  const missing: string[] = [];
  let known = resolve(path);
  while ((await kindOf(known)) === 'nothing') {
    missing.unshift(basename(known));
    known = dirname(known);
  }
  const made: string[] = [];
  try {
    for (const name of missing) {
      await mustBeResolved(known);
      const next = join(known, name);
      await mkdir(next);
      made.push(next);
      await syncDirectory(known);
      known = next;
    }
    if (!(await stat(known)).isDirectory()) throw new Error(`${known} is a file, not a directory.`);
    await mustBeResolved(known);
    return made;
  } catch (error) {
    await removeEmpty(made);
    throw error;
  }
}

/** Removes directories that were created one in the other, as far as they are empty. */
export async function removeEmpty(directories: readonly string[]): Promise<void> {
  try {
    for (const each of directories.toReversed()) await rmdir(each);
  } catch {
    // Something else is in it by now.
  }
}

async function mustBeResolved(path: string): Promise<void> {
  if ((await realpath(path)) !== path)
    throw new Error(`${path} resolves to another path through a symbolic link.`);
}

/** The path with the symbolic links of its existing part resolved; the missing part is unchanged. */
export async function canonicalPath(path: string): Promise<string> {
  const missing: string[] = [];
  for (let known = resolve(path); ; known = dirname(known)) {
    try {
      return join(await realpath(known), ...missing);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.unshift(basename(known));
    }
  }
}

/** The nearest directory at or above a path that exists. */
export async function existingAncestor(path: string): Promise<string> {
  let at = path;
  while ((await kindOf(at)) !== 'directory' && at !== dirname(at)) at = dirname(at);
  return at;
}

/** The free space of a file system for this process; unlimited if it counts no blocks. */
export async function spaceAt(path: string): Promise<{ blockSize: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(path);
  return { blockSize: bsize, free: blocks === 0 ? Infinity : bavail * bsize };
}

/** What exists at a path, without following a symbolic link. */
export async function kindOf(path: string): Promise<'nothing' | 'directory' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    if (isMissing(error)) return 'nothing';
    throw error;
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
