import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withErrorListener } from '../system/with-error-listener.ts';

/** A temporary local file whose bytes have all arrived. */
export interface Spooled {
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Temporary files on this machine: what arrives, and what is computed before it is stored. */
export interface Spool {
  /** Writes a stream to a temporary file. Leaves none if the stream fails. */
  write(stream: Readable, options?: { readonly signal?: AbortSignal }): Promise<Spooled>;
  /** A path for a temporary file that the caller writes and removes. */
  newPath(): Promise<string>;
  /** The size and hash of a temporary file that the caller has written. */
  measure(path: string): Promise<Spooled>;
  /** Removes a temporary file, unless it was moved. */
  remove(file: Spooled): Promise<void>;
  /** Removes files that a killed process left behind. */
  removeOld(now?: number): Promise<void>;
}

/** Longer than any request or computation takes. */
const abandonedMs = 6 * 60 * 60 * 1000;

export function openSpool(directory: string): Spool {
  const newPath = async (): Promise<string> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return join(directory, randomUUID());
  };
  return {
    newPath,
    async write(stream, { signal } = {}) {
      // It may fail before it is read.
      withErrorListener(stream);
      const path = await newPath();
      signal?.throwIfAborted();
      const counter = counting();
      const file = withErrorListener(createWriteStream(path, { mode: 0o600 }));
      try {
        await pipeline(stream, counter.through, file, { signal });
      } catch (error) {
        // It may still be being created.
        if (!file.closed) await once(file, 'close');
        await rm(path, { force: true });
        throw error;
      }
      return { path, ...counter.result() };
    },
    async measure(path) {
      const counter = counting();
      counter.through.resume();
      await pipeline(createReadStream(path), counter.through);
      return { path, ...counter.result() };
    },
    remove: ({ path }) => rm(path, { force: true }),
    async removeOld(now = Date.now()) {
      for (const name of await readdir(directory).catch(() => [])) {
        const path = join(directory, name);
        const found = await stat(path).catch(() => undefined);
        if (found && now - found.mtimeMs > abandonedMs)
          await rm(path, { force: true, recursive: true });
      }
    },
  };
}

function counting() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = withErrorListener(
    new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    }),
  );
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
