import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { slot } from './copier.ts';
import type { CopyAnswer, FileCopy } from './copier.ts';
import { codeOf, sentenceOf, toBytes, toText } from './rules.ts';
import type { FileEntry } from './tree.ts';

// The entry of the thread that `startCopier` starts: it may block, so everything here is synchronous.
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const shared: BigInt64Array = workerData;
const buffer = Buffer.allocUnsafeSlow(1024 * 1024);

parentPort?.on('message', (files: FileCopy[]) => {
  parentPort?.postMessage(copyAll(files), []);
});

function copyAll(files: FileCopy[]): CopyAnswer {
  for (const [index, file] of files.entries()) {
    Atomics.store(shared, slot.file, BigInt(index));
    try {
      copyFile(file);
    } catch (error) {
      const reason = sentenceOf(error);
      return { failure: `The file ${toText(file.entry.path)} could not be copied. ${reason}` };
    }
  }
  return { failure: undefined };
}

function copyFile({ from, to, entry }: FileCopy): void {
  // Neither followed nor waited for, whatever took the file's place since it was seen.
  const source = fs.openSync(toBytes(from), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const copy = fs.openSync(toBytes(to), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      const expected = transfer(source, copy, entry);
      keepAttributes(copy, entry);
      fs.fsyncSync(copy);
      if (digestOf(copy, entry) !== expected) throw new Error('The copy differs from its source.');
    } finally {
      fs.closeSync(copy);
    }
  } finally {
    fs.closeSync(source);
  }
}

/** Copies what `source` holds and returns its hash. */
function transfer(source: number, copy: number, { size }: FileEntry): string {
  Atomics.store(shared, slot.isVerifying, 0n);
  const hash = createHash('sha256');
  let copied = 0;
  for (let chunk = next(source, copied); chunk.length > 0; chunk = next(source, copied)) {
    hash.update(chunk);
    for (let written = 0; written < chunk.length;) {
      written += fs.writeSync(copy, chunk, written);
    }
    copied += chunk.length;
    if (copied > size) break;
    Atomics.add(shared, slot.copied, BigInt(chunk.length));
  }
  if (copied !== size) throw new Error('Its size changed meanwhile.');
  return hash.digest('hex');
}

/** Reads back what was written. */
function digestOf(copy: number, { size }: FileEntry): string | undefined {
  Atomics.store(shared, slot.isVerifying, 1n);
  const hash = createHash('sha256');
  let verified = 0;
  for (let chunk = next(copy, verified); chunk.length > 0; chunk = next(copy, verified)) {
    hash.update(chunk);
    verified += chunk.length;
    Atomics.add(shared, slot.verified, BigInt(chunk.length));
  }
  return verified === size ? hash.digest('hex') : undefined;
}

function next(file: number, position: number): Buffer {
  if (Atomics.load(shared, slot.stop) !== 0n) throw new Error('The migration was stopped.');
  return buffer.subarray(0, fs.readSync(file, buffer, 0, buffer.length, position));
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
