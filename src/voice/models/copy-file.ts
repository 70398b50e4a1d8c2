import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { type BytePath, codeOf, sentenceOf, toText } from './rules.ts';
import type { DirectoryEntry, FileEntry } from './tree.ts';

export interface CopyProgress {
  at(status: 'moving' | 'verifying', path: BytePath): void;
  /** Counts bytes written or read back; throws to stop. */
  advance(bytes: number): void;
}

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
/** Small enough to stay in a processor's cache between reading, hashing and writing. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Copies a file to a path where none exists, reads the copy back, sets its attributes and waits until it is on disk.
 * Throws a readable error if the copy differs from what was read.
 */
export function copyFile(
  from: Buffer,
  to: Buffer,
  { entry, progress }: { entry: FileEntry; progress: CopyProgress },
): void {
  const copying = <T>(work: () => T) =>
    inWords(`The file ${toText(entry.path)} could not be copied.`, work);
  const open = (path: Buffer, flags: number) => copying(() => fs.openSync(path, flags, 0o600));
  // Follows no link and blocks on no pipe, even if one has replaced the file since the survey.
  within(open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (source) =>
    within(open(to, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW), (copy) => {
      progress.at('moving', entry.path);
      const digest = copying(() =>
        readThrough(source, entry, (chunk) => {
          for (let done = 0; done < chunk.length;) done += fs.writeSync(copy, chunk, done);
          progress.advance(chunk.length);
        }),
      );
      progress.at('verifying', entry.path);
      verify(copy, { entry, digest }, (chunk) => progress.advance(chunk.length));
      finish(copy, entry);
    }),
  );
}

/** Throws a readable error if an open copy does not have its source's size and hash. */
export function verify(
  copy: number,
  { entry, digest }: { entry: FileEntry; digest: string },
  use: (chunk: Buffer) => void,
): void {
  const name = toText(entry.path);
  const found = inWords(`The copy of ${name} could not be verified.`, () =>
    readThrough(copy, entry, use),
  );
  if (found !== digest) throw new Error(`The copy of ${name} differs from its source.`);
}

/** Sets the attributes of an open copy and waits until it is on disk. */
export function finish(copy: number, entry: FileEntry | DirectoryEntry): void {
  unlessNotAllowed(() => fs.fchownSync(copy, entry.uid, entry.gid));
  fs.fchmodSync(copy, entry.mode);
  fs.futimesSync(copy, entry.atime, entry.mtime);
  sync(copy, entry.kind);
}

/** Some file systems cannot sync a directory; that error is ignored. */
export function sync(open: number, kind: 'file' | 'directory'): void {
  try {
    fs.fsyncSync(open);
  } catch (error) {
    if (kind === 'file' || codeOf(error) !== 'EINVAL') throw error;
  }
}

export function within<T>(open: number, work: (open: number) => T): T {
  try {
    return work(open);
  } finally {
    fs.closeSync(open);
  }
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

function inWords<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${sentence} ${sentenceOf(error)}`, { cause: error });
  }
}

/** Reads a file to its end and returns its hash. Throws if the size has changed since the survey. */
function readThrough(file: number, { size }: FileEntry, use: (chunk: Buffer) => void): string {
  const hash = createHash('sha256');
  for (let position = 0; ;) {
    const chunk = buffer.subarray(0, fs.readSync(file, buffer, 0, buffer.length, position));
    position += chunk.length;
    const isEnd = chunk.length === 0;
    if (position > size || (isEnd && position < size)) throw new Error('Its size changed.');
    if (isEnd) return hash.digest('hex');
    hash.update(chunk);
    use(chunk);
  }
}
