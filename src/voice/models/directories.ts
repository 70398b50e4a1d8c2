import { lstat, mkdir, open, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from './rules.ts';

/** Waits until the names in a directory are on the disk; some file systems know no such wait. */
export async function syncDirectory(path: string | Buffer): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error;
  } finally {
    await directory.close();
  }
}

/** Makes a directory and its missing parents, durably. */
export async function ensureDirectory(path: string): Promise<void> {
  // Not by `recursive`, which never returns where making a directory fails with ENOENT, as below /proc.
  const missing: string[] = [];
  let known = resolve(path);
  while ((await kindOf(known)) === 'nothing') {
    missing.unshift(basename(known));
    known = dirname(known);
  }
  for (const name of missing) {
    const made = join(known, name);
    await mkdir(made);
    await syncDirectory(known);
    known = made;
  }
  if (!(await stat(known)).isDirectory()) throw new Error(`There is a file at ${known}.`);
}

/** The path with the symbolic links of the part that exists resolved; what is missing stays as given. */
export async function canonicalPath(path: string): Promise<string> {
  const missing: string[] = [];
  for (let known = resolve(path); ; known = dirname(known)) {
    const found = await realpath(known).catch((error: unknown) => {
      const code = codeOf(error);
      if (known !== '/' && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
      throw error;
    });
    if (found !== undefined) return join(found, ...missing);
    missing.unshift(basename(known));
  }
}

/** The nearest directory at or above a path that exists. */
export async function existingAncestor(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    if ((await kindOf(at)) === 'directory' || at === dirname(at)) return at;
  }
}

/** The space a file system has for this process; one that counts no blocks has no limit to respect. */
export async function spaceAt(path: string): Promise<{ blockSize: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(path);
  return { blockSize: bsize, free: blocks === 0 ? Infinity : bavail * bsize };
}

/** What stands at a path itself, following no symbolic link. */
export async function kindOf(path: string): Promise<'nothing' | 'directory' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing';
    throw error;
  }
}
