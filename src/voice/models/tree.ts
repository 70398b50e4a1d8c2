import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { codeOf, toBytePath, toBytes } from './rules.ts';
import type { BytePath } from './rules.ts';

/** Times are seconds since the epoch; paths are relative to the root, which is the empty path. */
export type Attributes = {
  path: BytePath;
  mode: number;
  uid: number;
  gid: number;
  atime: number;
  mtime: number;
};
export type FileEntry = Attributes & { kind: 'file'; size: number };
export type LinkEntry = Attributes & { kind: 'symlink'; target: BytePath };
export type DirectoryEntry = Attributes & { kind: 'directory' };
/** What a model must not hold: a socket, a device, a mount point, something unreadable. */
export type OddEntry = { path: BytePath; kind: 'odd'; what: string };
export type Entry = FileEntry | LinkEntry | DirectoryEntry | OddEntry;

export type Tree = {
  /** Parents come before what they hold. */
  entries: Entry[];
  bytes: number;
  device: number;
  /** Two readings with the same fingerprint saw no file added, removed or written in between. */
  fingerprint: string;
};

/** Reads a directory and all below it, following no symbolic link; throws if the root itself is missing. */
export async function readTree(root: string): Promise<Tree> {
  const base = toBytePath(root);
  const device = (await lstat(root)).dev;
  const seen = createHash('sha256');
  const entries: Entry[] = [];
  let bytes = 0;

  const waiting: BytePath[] = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      const at = toBytes(path === '' ? base : `${base}/${path}`);
      const stat = await lstat(at);
      const entry = await readEntry(at, path, stat, device);
      const names = entry.kind === 'directory' ? await readdir(at, { encoding: 'latin1' }) : [];
      for (const name of names.toSorted().toReversed()) {
        waiting.push(path === '' ? name : `${path}/${name}`);
      }
      entries.push(entry);
      if (entry.kind === 'file') bytes += entry.size;
      const target = entry.kind === 'symlink' ? entry.target : '';
      seen.update(
        [path, target, stat.ino, stat.size, stat.mode, stat.mtimeMs, stat.ctimeMs, ''].join('\0'),
      );
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' && path !== '') continue;
      if (code === undefined || code === 'ENOENT') throw error;
      entries.push({ path, kind: 'odd', what: `cannot be read (${code})` });
    }
  }
  return { entries, bytes, device, fingerprint: seen.digest('hex') };
}

async function readEntry(at: Buffer, path: BytePath, stat: Stats, device: number): Promise<Entry> {
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
  if (stat.isSymbolicLink()) {
    return { ...attributes, kind: 'symlink', target: await readlink(at, { encoding: 'latin1' }) };
  }
  return { path, kind: 'odd', what: 'is neither a file, a directory nor a symbolic link' };
}
