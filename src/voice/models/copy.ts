import { constants } from 'node:fs';
import { type FileHandle, lchown, link, lutimes, mkdir, open, symlink } from 'node:fs/promises';
import { type BytePath, codeOf, sentenceOf, toBytePath, toBytes, toText } from './rules.ts';
import {
  type DirectoryEntry,
  type Entry,
  type FileEntry,
  type LinkEntry,
  pathBelow,
} from './tree.ts';

export interface CopyProgress {
  at(status: 'moving' | 'verifying', path: BytePath): void;
  /** Counts bytes written or read back; throws to stop. */
  advance(bytes: number): void;
}
interface FileCopy {
  readonly entry: FileEntry;
  readonly progress: CopyProgress;
}
interface TreeCopy {
  readonly from: string;
  readonly to: string;
  readonly entries: readonly Entry[];
  readonly progress: CopyProgress;
}

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
const chunkBytes = 1024 * 1024;

/**
 * Makes the directory `to` a durable copy of the tree that was read at `from`. On one file system its files are hard
 * links; otherwise they are verified copies with the same modes and times, and owners if the process may set them.
 */
export async function copyTree({ from, to, entries, progress }: TreeCopy): Promise<void> {
  const at = ({ path }: Entry) => pathBelow(toBytePath(to), path);
  const directories = entries.filter((entry) => entry.kind === 'directory');
  for (const entry of directories) await mkdir(at(entry), { mode: 0o700 });
  for (const entry of entries) {
    if (entry.kind === 'symlink') await makeLink(at(entry), entry);
    if (entry.kind !== 'file') continue;
    const source = pathBelow(toBytePath(from), entry.path);
    progress.at('moving', entry.path);
    if (await isLinked(source, at(entry))) progress.advance(2 * entry.size);
    else await copyFile(source, at(entry), { entry, progress });
  }
  // At the end and children first, because every added entry changes its directory's time.
  for (const entry of directories.toReversed()) {
    await using directory = await open(at(entry), 'r');
    await finish(directory, entry);
  }
}

async function makeLink(at: Buffer, { uid, gid, atime, mtime, target }: LinkEntry): Promise<void> {
  await symlink(toBytes(target), at);
  await unlessNotAllowed(lchown(at, uid, gid));
  await lutimes(at, atime, mtime);
}

/** Makes a hard link if both are on one file system that has such links, and if the process may. */
async function isLinked(from: Buffer, to: Buffer): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    return false;
  }
}

/**
 * Copies a file to a path where none exists, compares the copy with it, sets its attributes and waits until it is on disk.
 * Throws a readable error if the copy differs.
 */
export async function copyFile(from: Buffer, to: Buffer, copying: FileCopy): Promise<void> {
  const { entry } = copying;
  const name = toText(entry.path);
  const sentence = `The file ${name} could not be copied.`;
  await using source = await inWords(sentence, openFile(from));
  const flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  await using copy = await inWords(sentence, open(to, flags, 0o600));
  await inWords(sentence, writeFrom(source, copy, copying));
  const isSame = await inWords(
    `The copy of ${name} could not be verified.`,
    areSame(source, copy, copying),
  );
  if (!isSame) throw new Error(`The copy of ${name} differs from its source.`);
  await finish(copy, entry);
}

async function writeFrom(source: FileHandle, copy: FileHandle, { entry, progress }: FileCopy) {
  let position = 0;
  for await (const chunk of chunksOf(source, entry)) {
    await writeAll(copy, chunk, position);
    position += chunk.length;
    progress.advance(chunk.length);
  }
}

/** Whether two files have the same bytes. */
export async function isSameFile(first: Buffer, second: Buffer, compared: FileCopy) {
  await using a = await openFile(first);
  await using b = await openFile(second);
  return await areSame(a, b, compared);
}

async function areSame(
  first: FileHandle,
  second: FileHandle,
  { entry, progress }: FileCopy,
): Promise<boolean> {
  progress.at('verifying', entry.path);
  const [one, other] = [chunksOf(first, entry), chunksOf(second, entry)];
  for (;;) {
    const [a, b] = await Promise.all([one.next(), other.next()]);
    if (a.done || b.done) return a.done === b.done;
    if (!a.value.equals(b.value)) return false;
    progress.advance(b.value.length);
  }
}

/** Follows no link and blocks on no pipe, even if one has replaced the file since its directory was read. */
const openFile = (path: Buffer) => open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

export async function writeAll(
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const rest = bytes.length - done;
    done += (await file.write(bytes, done, rest, position + done)).bytesWritten;
  }
}

/** Sets the attributes of an open copy and waits until it is on disk. Some file systems cannot sync a directory. */
async function finish(copy: FileHandle, entry: FileEntry | DirectoryEntry): Promise<void> {
  await unlessNotAllowed(copy.chown(entry.uid, entry.gid));
  await copy.chmod(entry.mode);
  await copy.utimes(entry.atime, entry.mtime);
  await copy.sync().catch((error: unknown) => {
    if (entry.kind === 'file' || codeOf(error) !== 'EINVAL') throw error;
  });
}

/** Only root can change a file's owner, so copies of other users get their own. */
async function unlessNotAllowed(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'EINVAL') throw error;
  }
}

async function inWords<T>(sentence: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${sentence} ${sentenceOf(error)}`, { cause: error });
  }
}

/** The bytes of a file in full chunks. Throws if its size is another than that of the entry. */
async function* chunksOf(file: FileHandle, { size }: FileEntry): AsyncGenerator<Buffer, void> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(size + 1, chunkBytes));
  for (let position = 0; ;) {
    let filled = 0;
    for (let read = 1; read > 0 && filled < buffer.length; filled += read) {
      const rest = buffer.length - filled;
      read = (await file.read(buffer, filled, rest, position + filled)).bytesRead;
    }
    const left = size - position;
    if (filled > left || filled < Math.min(left, buffer.length))
      throw new Error('Its size changed.');
    if (filled === 0) return;
    yield buffer.subarray(0, filled);
    position += filled;
  }
}
