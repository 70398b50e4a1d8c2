import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { type BytePath, codeOf, toBytes } from './rules.ts';
import type { FileEntry } from './tree.ts';

export interface FileCopy {
  readonly from: BytePath;
  readonly to: BytePath;
  readonly entry: FileEntry;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
/** Small enough to stay in a processor's cache between reading, hashing and writing. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** Copies a file to a path where none exists, and returns the hash of what was read. */
export function copyFile(
  { from, to, entry }: FileCopy,
  { opened, wrote }: { opened: () => void; wrote: (bytes: number) => void },
): string {
  // Follows no link and blocks on no pipe, even if one has replaced the file since the survey.
  const source = fs.openSync(toBytes(from), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const copy = fs.openSync(toBytes(to), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      opened();
      return readThrough(source, entry, (chunk) => {
        for (let done = 0; done < chunk.length;) done += fs.writeSync(copy, chunk, done);
        wrote(chunk.length);
      });
    } finally {
      fs.closeSync(copy);
    }
  } finally {
    fs.closeSync(source);
  }
}

/**
 * Reads a copy back while it is written, and returns its hash; then sets its attributes and waits until it is on disk.
 * `ready` waits until there are bytes to read at a position, and returns how far.
 */
export function verifyFile(
  { to, entry }: FileCopy,
  { ready, read }: { ready: (position: number) => number; read: (bytes: number) => void },
): string {
  const copy = fs.openSync(toBytes(to), O_RDONLY | O_NOFOLLOW);
  try {
    const digest = readThrough(copy, entry, (chunk) => read(chunk.length), ready);
    keepAttributes(copy, entry);
    fs.fsyncSync(copy);
    return digest;
  } finally {
    fs.closeSync(copy);
  }
}

/** Reads a file to its end and returns its hash. Throws if the size has changed since the survey. */
function readThrough(
  file: number,
  { size }: FileEntry,
  use: (chunk: Buffer) => void,
  ready: (position: number) => number = () => Infinity,
): string {
  const hash = createHash('sha256');
  for (let position = 0; ;) {
    const length = Math.min(ready(position), buffer.length);
    const chunk = buffer.subarray(0, fs.readSync(file, buffer, 0, length, position));
    position += chunk.length;
    const isEnd = chunk.length === 0;
    if (position > size || (isEnd && position < size)) throw new Error('Its size changed.');
    if (isEnd) return hash.digest('hex');
    hash.update(chunk);
    use(chunk);
  }
}

function keepAttributes(copy: number, { uid, gid, mode, atime, mtime }: FileEntry): void {
  unlessNotAllowed(() => fs.fchownSync(copy, uid, gid));
  fs.fchmodSync(copy, mode);
  fs.futimesSync(copy, atime, mtime);
}

/** Makes a change if it is permitted: only root can change a file's owner, so copies of other users get their own. */
export function unlessNotAllowed(change: () => void): void {
  try {
    change();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'EINVAL') throw error;
  }
}
