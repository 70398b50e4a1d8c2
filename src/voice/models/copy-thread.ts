import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { slot } from './copier.ts';
import type { FileCopy, ThreadAnswer, ThreadRole } from './copier.ts';
import { codeOf, sentenceOf, toBytes, toText } from './rules.ts';
import type { FileEntry } from './tree.ts';

// The entry of the threads that `startCopier` starts: they may block, so everything here is synchronous.
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const { role, shared }: { role: ThreadRole; shared: BigInt64Array } = workerData;
const work = role === 'copy' ? copyFile : verifyFile;
const buffer = Buffer.allocUnsafeSlow(256 * 1024);
/** The verifying thread waits this long for the copying one before it looks whether to go on at all. */
const patienceMs = 50;

parentPort?.on('message', (files: FileCopy[]) => {
  parentPort?.postMessage(workThrough(files), []);
});

function workThrough(files: FileCopy[]): ThreadAnswer {
  const digests: string[] = [];
  for (const [index, file] of files.entries()) {
    try {
      digests.push(work(file, index));
    } catch (error) {
      // Only the first failure is the reason; the other thread just ends then.
      const isFirst = Atomics.exchange(shared, slot.failed, 1n) === 0n;
      const name = toText(file.entry.path);
      const failure = `The file ${name} could not be copied. ${sentenceOf(error)}`;
      return { digests, failure: isFirst ? failure : undefined };
    }
  }
  return { digests, failure: undefined };
}

/** Returns the hash of what the source holds. */
function copyFile({ from, to, entry }: FileCopy): string {
  // Neither followed nor waited for, whatever took the file's place since it was seen.
  const source = fs.openSync(toBytes(from), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const copy = fs.openSync(toBytes(to), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      const digest = readThrough(source, entry, (chunk) => {
        for (let done = 0; done < chunk.length;) done += fs.writeSync(copy, chunk, done);
        Atomics.add(shared, slot.copiedBytes, BigInt(chunk.length));
      });
      Atomics.add(shared, slot.copiedFiles, 1n);
      Atomics.notify(shared, slot.copiedFiles);
      return digest;
    } finally {
      fs.closeSync(copy);
    }
  } finally {
    fs.closeSync(source);
  }
}

/** Returns the hash of what was written, read back once it is on the disk. */
function verifyFile({ to, entry }: FileCopy, index: number): string {
  awaitCopy(index);
  const copy = fs.openSync(toBytes(to), O_RDONLY | O_NOFOLLOW);
  try {
    keepAttributes(copy, entry);
    fs.fsyncSync(copy);
    const digest = readThrough(copy, entry, (chunk) => {
      Atomics.add(shared, slot.verifiedBytes, BigInt(chunk.length));
    });
    Atomics.add(shared, slot.verifiedFiles, 1n);
    return digest;
  } finally {
    fs.closeSync(copy);
  }
}

function awaitCopy(index: number): void {
  for (;;) {
    const copied = Atomics.load(shared, slot.copiedFiles);
    if (copied > index) return;
    throwIfHalted();
    Atomics.wait(shared, slot.copiedFiles, copied, patienceMs);
  }
}

/** Reads a file to its end, which must be where it was when it was seen first, and returns its hash. */
function readThrough(file: number, { size }: FileEntry, use: (chunk: Buffer) => void): string {
  const hash = createHash('sha256');
  for (let position = 0; ;) {
    throwIfHalted();
    const chunk = buffer.subarray(0, fs.readSync(file, buffer, 0, buffer.length, position));
    position += chunk.length;
    const isEnd = chunk.length === 0;
    if (position > size || (isEnd && position < size)) throw new Error('Its size changed.');
    if (isEnd) return hash.digest('hex');
    hash.update(chunk);
    use(chunk);
  }
}

function throwIfHalted(): void {
  if (Atomics.load(shared, slot.stop) + Atomics.load(shared, slot.failed) > 0n) {
    throw new Error('The migration was stopped.');
  }
}

function keepAttributes(copy: number, { uid, gid, mode, atime, mtime }: FileEntry): void {
  try {
    fs.fchownSync(copy, uid, gid);
  } catch (error) {
    // Only root gives files away; for anyone else the copies have an owner of their own.
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EINVAL') throw error;
  }
  fs.fchmodSync(copy, mode);
  fs.futimesSync(copy, atime, mtime);
}
