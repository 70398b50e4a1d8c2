import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { type BytePath, codeOf, toBytePath, toBytes } from './rules.ts';

/** Times are seconds since the epoch; paths are relative to the root, which is the empty path. */
interface Attributes {
  readonly path: BytePath;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly atime: number;
  readonly mtime: number;
  /** Changes if the entry is written, replaced or given other attributes. */
  readonly stamp: string;
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
 * Blocks, so it runs in the migration's threads.
 */
export function readTreeSync(root: string): Entry[] {
  const base = toBytePath(root);
  const { dev } = lstatSync(root);
  const entries: Entry[] = [];
  const waiting: BytePath[] = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      const at = pathBelow(base, path);
      const stat = lstatSync(at);
      const target = stat.isSymbolicLink() ? readlinkSync(at, { encoding: 'latin1' }) : '';
      const entry = entryOf(path, { stat, target, device: dev });
      const names = entry.kind === 'directory' ? readdirSync(at, { encoding: 'latin1' }) : [];
      waiting.push(...childrenOf(path, names));
      entries.push(entry);
    } catch (error) {
      entries.push(...unreadable(path, error));
    }
  }
  return entries;
}

/** Equal fingerprints mean that nothing was added, removed or written in between. */
export function fingerprintOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const entry of entries) {
    hash.update(`${entry.path}\0${entry.kind === 'odd' ? entry.what : entry.stamp}\0`);
  }
  return hash.digest('hex');
}

export const fileSizes = (entries: readonly Entry[]): number[] =>
  entries.flatMap((entry) => (entry.kind === 'file' ? entry.size : []));

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
    stamp: `${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeMs} ${stat.ctimeMs} ${target}`,
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
