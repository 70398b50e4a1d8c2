import {
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sync, within } from './copy-file.ts';
import { codeOf } from './rules.ts';

// Everything here blocks, so it runs in the migration's threads.

/** Waits until the entries of a directory are on disk. */
export function syncDirectory(path: string): void {
  within(openSync(path, 'r'), (directory) => sync(directory, 'directory'));
}

/**
 * Creates a directory and its missing parents, durably, and returns those it created. Throws, and leaves none, if that fails or if a symbolic link leads there: the path was resolved
 * when it was allowed, so the link was added later.
 */
export function ensureDirectory(path: string): readonly string[] {
  // `recursive` never returns if creating a directory fails with ENOENT, as below /proc.
  const missing: string[] = [];
  let known = resolve(path);
  while (kindOf(known) === 'nothing') {
    missing.unshift(basename(known));
    known = dirname(known);
  }
  const made: string[] = [];
  try {
    for (const name of missing) {
      mustBeResolved(known);
      const next = join(known, name);
      mkdirSync(next);
      made.push(next);
      syncDirectory(known);
      known = next;
    }
    if (!statSync(known).isDirectory()) throw new Error(`${known} is a file, not a directory.`);
    mustBeResolved(known);
    return made;
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** Removes directories that were created one in the other, as far as they are empty. */
export function removeEmpty(directories: readonly string[]): void {
  try {
    for (const each of directories.toReversed()) rmdirSync(each);
  } catch {
    // Something else is in it by now.
  }
}

function mustBeResolved(path: string): void {
  if (realpathSync(path) !== path)
    throw new Error(`${path} resolves to another path through a symbolic link.`);
}

/** The path with the symbolic links of its existing part resolved; the missing part is unchanged. */
export function canonicalPath(path: string): string {
  const missing: string[] = [];
  for (let known = resolve(path); ; known = dirname(known)) {
    try {
      return join(realpathSync(known), ...missing);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      missing.unshift(basename(known));
    }
  }
}

/** The nearest directory at or above a path that exists. */
export function existingAncestor(path: string): string {
  let at = path;
  while (kindOf(at) !== 'directory' && at !== dirname(at)) at = dirname(at);
  return at;
}

/** The free space of a file system for this process; unlimited if it counts no blocks. */
export function spaceAt(path: string): { blockSize: number; free: number } {
  const { blocks, bavail, bsize } = statfsSync(path);
  return { blockSize: bsize, free: blocks === 0 ? Infinity : bavail * bsize };
}

/** What exists at a path, without following a symbolic link. */
export function kindOf(path: string): 'nothing' | 'directory' | 'other' {
  try {
    return lstatSync(path).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing';
    throw error;
  }
}
