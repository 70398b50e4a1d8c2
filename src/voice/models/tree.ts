import type { Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { type BytePath, codeOf, toBytePath, toBytes } from './rules.ts';

/** Times are seconds since the epoch; paths are relative to the root, which is the empty path. */
interface Attributes {
  readonly path: BytePath;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly atime: number;
  readonly mtime: number;
}
export interface FileEntry extends Attributes {
  readonly kind: 'file';
  readonly size: number;
}
export interface LinkEntry extends Attributes {
  readonly kind: 'symlink';
  readonly target: BytePath;
}
export interface DirectoryEntry extends Attributes {
  readonly kind: 'directory';
}
/** An entry that a model must not contain: a socket, a device, a mount point, something unreadable. */
interface OddEntry {
  readonly path: BytePath;
  readonly kind: 'odd';
  readonly what: string;
}
export type Entry = FileEntry | LinkEntry | DirectoryEntry | OddEntry;

/**
 * Reads a directory tree, parents before children, without following symbolic links. Throws if the root does not exist.
 */
export async function readTree(root: string): Promise<Entry[]> {
  const base = toBytePath(root);
  const { dev } = await lstat(root);
  const entries: Entry[] = [];
  const waiting: BytePath[] = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      const at = pathBelow(base, path);
      const stat = await lstat(at);
      const target = stat.isSymbolicLink() ? await readlink(at, { encoding: 'latin1' }) : '';
      const entry = entryOf(path, { stat, target, device: dev });
      const names = entry.kind === 'directory' ? await readdir(at, { encoding: 'latin1' }) : [];
      waiting.push(...childrenOf(path, names));
      entries.push(entry);
    } catch (error) {
      entries.push(...unreadable(path, error));
    }
  }
  return entries;
}

/**
 * Whether two trees have the same directories, links, and files of the same sizes and times. A copy's times may differ
 * as far as file systems round them.
 */
export const isSameTree = (
  first: readonly Entry[],
  second: readonly Entry[],
  roundingSeconds = 0,
): boolean =>
  first.length === second.length &&
  first.every((a, index) => {
    const b = second[index];
    if (b === undefined || a.path !== b.path) return false;
    if (a.kind === 'symlink') return b.kind === 'symlink' && a.target === b.target;
    if (a.kind !== 'file') return a.kind === b.kind;
    if (b.kind !== 'file' || a.size !== b.size) return false;
    return Math.abs(a.mtime - b.mtime) <= roundingSeconds;
  });

export const filesOf = (entries: readonly Entry[]): FileEntry[] =>
  entries.filter((entry) => entry.kind === 'file');

export const pathBelow = (root: BytePath, path: BytePath): Buffer =>
  toBytes(path === '' ? root : `${root}/${path}`);

/** In reverse order: the last one is read first. */
function childrenOf(path: BytePath, names: readonly BytePath[]): BytePath[] {
  const children = names.map((name) => (path === '' ? name : `${path}/${name}`));
  return children.toSorted().toReversed();
}

function entryOf(
  path: BytePath,
  { stat, target, device }: { stat: Stats; target: BytePath; device: number },
): Entry {
  const attributes = {
    path,
    mode: stat.mode & 0o7777,
    uid: stat.uid,
    gid: stat.gid,
    atime: stat.atimeMs / 1000,
    mtime: stat.mtimeMs / 1000,
  };
  if (stat.dev !== device) return { path, kind: 'odd', what: 'is on another file system' };
  if (stat.isFile()) return { ...attributes, kind: 'file', size: stat.size };
  if (stat.isDirectory()) return { ...attributes, kind: 'directory' };
  if (stat.isSymbolicLink()) return { ...attributes, kind: 'symlink', target };
  return { path, kind: 'odd', what: 'is neither a file, a directory nor a symbolic link' };
}

function unreadable(path: BytePath, error: unknown): OddEntry[] {
  const code = codeOf(error);
  if (code === undefined || (code === 'ENOENT' && path === '')) throw error;
  // It was deleted after its directory was read.
  if (code === 'ENOENT') return [];
  return [{ path, kind: 'odd', what: `cannot be read (${code})` }];
}
