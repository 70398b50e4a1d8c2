import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { writeAll } from '../models/copy.ts';
import { DownloadFailure, type HubFile } from './rules.ts';
import {
  addressOf,
  credentialsFor,
  failureOfStatus,
  type Hub,
  reasonOf,
  unreachable,
} from './hub.ts';

interface Source {
  readonly hub: Hub;
  readonly name: string;
  readonly commit: string;
}
interface Tools {
  readonly signal: AbortSignal;
  /** Called with the bytes of the file that are there. */
  readonly at: (status: 'downloading' | 'verifying', bytes: number) => void;
}
/** A file that is there up to a position, with the hash up to there. */
interface Part {
  readonly file: FileHandle;
  position: number;
  hash: Hash;
}

const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
/** How often in a row a connection may break without a single byte, and the pause after the first one. */
const maxFailures = 5;
const pauseMs = 250;
const stalledMs = 30_000;
const chunkBytes = 256 * 1024;

/**
 * Downloads a file to a path. Continues from the bytes in `<path>.incomplete`, also after a connection that broke, and
 * renames it when its size and hash are those that the hub named and it is on disk. Throws a DownloadFailure, or the
 * signal's reason; then `.incomplete` stays, unless its hash is wrong.
 */
export async function fetchFile(
  source: Source,
  { to, wanted }: { readonly to: string; readonly wanted: HubFile },
  tools: Tools,
): Promise<void> {
  const incomplete = `${to}.incomplete`;
  const file = await open(incomplete, O_RDWR | O_CREAT | O_NOFOLLOW, 0o644);
  let isRight: boolean;
  try {
    const part = await readPart(file, wanted, tools);
    await complete(source, { part, wanted }, tools);
    isRight = part.hash.digest('hex') === wanted.hash;
    if (isRight) await file.sync();
  } finally {
    await file.close();
  }
  if (!isRight) {
    await rm(incomplete);
    throw new DownloadFailure(
      'verification_failed',
      `The file ${wanted.path} does not have the hash that the hub names. It was deleted.`,
    );
  }
  await rename(incomplete, to);
}

const hashFor = ({ hash, size }: HubFile): Hash =>
  hash.length === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${size}\0`);

/** Hashes what an earlier download left. */
async function readPart(file: FileHandle, wanted: HubFile, { signal, at }: Tools): Promise<Part> {
  const part = { file, position: 0, hash: hashFor(wanted) };
  if ((await file.stat()).size > wanted.size) await file.truncate(0);
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, part.position);
    if (bytesRead === 0) return part;
    part.hash.update(buffer.subarray(0, bytesRead));
    part.position += bytesRead;
    at('verifying', part.position);
  }
}

async function complete(
  source: Source,
  { part, wanted }: { readonly part: Part; readonly wanted: HubFile },
  tools: Tools,
): Promise<void> {
  for (let failures = 0; part.position < wanted.size;) {
    const before = part.position;
    try {
      await readOn(source, { part, wanted }, tools);
    } catch (error) {
      tools.signal.throwIfAborted();
      if (!(error instanceof Broken)) throw error;
      failures = part.position > before ? 1 : failures + 1;
      if (failures >= maxFailures) throw unreachable(error.message);
      await setTimeout(pauseMs * 2 ** (failures - 1), undefined, { signal: tools.signal });
    }
  }
}

/** A connection that broke, or an answer after which to try again. */
class Broken extends Error {}

/** Reads the rest of the file over one connection. */
async function readOn(
  { hub, name, commit }: Source,
  { part, wanted }: { readonly part: Part; readonly wanted: HubFile },
  { signal, at }: Tools,
): Promise<void> {
  const stalled = new AbortController();
  const timer = globalThis.setTimeout(
    () => stalled.abort(new DOMException('', 'TimeoutError')),
    stalledMs,
  );
  try {
    const address = addressOf(hub, name, commit, wanted.path);
    const response = await remote(
      fetch(address, {
        headers: {
          ...credentialsFor(hub, address),
          'accept-encoding': 'identity',
          ...(part.position > 0 && { range: `bytes=${part.position}-` }),
        },
        signal: AbortSignal.any([signal, stalled.signal]),
      }),
    );
    await beginAt(part, { wanted, response, name });
    const body = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    try {
      for (;;) {
        const { value, done } = await remote(body.read());
        if (done) break;
        timer.refresh();
        if (part.position + value.length > wanted.size) throw tooLong(wanted);
        await append(part, value);
        at('downloading', part.position);
      }
    } finally {
      await body.cancel().catch(() => {});
    }
    if (part.position < wanted.size) throw new Broken('The connection ended early.');
  } finally {
    clearTimeout(timer);
  }
}

/** Goes back to the file's start if the hub does not continue where the part ends. */
async function beginAt(
  part: Part,
  { wanted, response, name }: { wanted: HubFile; response: Response; name: string },
): Promise<void> {
  const { status, headers } = response;
  if (status === 206) {
    const [, from] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? [];
    if (Number(from) === part.position) return;
  } else if (status !== 200 && status !== 416) {
    await response.body?.cancel();
    throw failureOfStatus(status, name) ?? new Broken(`It answered ${status}.`);
  }
  if (part.position > 0) {
    await part.file.truncate(0);
    part.position = 0;
    part.hash = hashFor(wanted);
  }
  if (status === 200) return;
  await response.body?.cancel();
  throw new Broken(`It answered ${status} with another range.`);
}

async function append(part: Part, bytes: Uint8Array): Promise<void> {
  await writeAll(part.file, bytes, part.position);
  part.hash.update(bytes);
  part.position += bytes.length;
}

const tooLong = ({ path }: HubFile): DownloadFailure =>
  new DownloadFailure('verification_failed', `The file ${path} is longer than the hub names.`);

async function remote<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Broken(reasonOf(error));
  }
}
