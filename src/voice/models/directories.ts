import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from './rules.ts';

// Everything here blocks: it is for the threads.

/** Waits until the names in a directory are on the disk. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    syncOpenDirectory(directory);
  } finally {
    closeSync(directory);
  }
}

/** Some file systems know no such wait, and there is nothing to be done about it. */
export function syncOpenDirectory(directory: number): void {
  try {
    fsyncSync(directory);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error;
  }
}

/**
 * Makes a directory and its missing parents, durably. Throws where a symbolic link leads there: the path was resolved
 * when it was allowed, so that a link in it is one that somebody put there since.
 */
export function ensureDirectory(path: string): void {
  // Not by `recursive`, which never returns where making a directory fails with ENOENT, as below /proc.
  const missing: string[] = [];
  let known = resolve(path);
  while (kindOf(known) === 'nothing') {
    missing.unshift(basename(known));
    known = dirname(known);
  }
  for (const name of missing) {
    mustBeResolved(known);
    const made = join(known, name);
    mkdirSync(made);
    syncDirectory(known);
    known = made;
  }
  if (!statSync(known).isDirectory()) throw new Error(`${known} is a file, not a directory.`);
  mustBeResolved(known);
}

function mustBeResolved(path: string): void {
  if (realpathSync(path) !== path)
    throw new Error(`${path} resolves to another path through a symbolic link.`);
}

/** The path with the symbolic links of the part that exists resolved; what is missing stays as given. */
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

/** The space a file system has for this process; one that counts no blocks has no limit to respect. */
export function spaceAt(path: string): { blockSize: number; free: number } {
  const { blocks, bavail, bsize } = statfsSync(path);
  return { blockSize: bsize, free: blocks === 0 ? Infinity : bavail * bsize };
}

/** What stands at a path itself, following no symbolic link. */
export function kindOf(path: string): 'nothing' | 'directory' | 'other' {
  try {
    return lstatSync(path).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing';
    throw error;
  }
}
