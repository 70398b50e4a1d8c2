import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { withErrorListener } from '../system/with-error-listener.ts';
import type { BodyMemory } from './body-memory.ts';
import { tooLarge } from './streamed-body.ts';

const inflaters = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

const encodingOf = ({ headers }: IncomingMessage): string =>
  (headers['content-encoding'] ?? 'identity').toLowerCase();

/** Whether the body can be read: as it is, or packed as `inflaters` knows. */
export const isReadable = (req: IncomingMessage): boolean =>
  encodingOf(req) === 'identity' || Object.hasOwn(inflaters, encodingOf(req));

const leastRoom = 1024;

interface Reading {
  readonly limit: number;
  /** Taken for bytes that have arrived, unpacked, and the room beside them. */
  readonly memory: BodyMemory;
  /** The error for a body that is cut off or damaged. */
  readonly broken: () => Error;
}

/**
 * Reads the bytes of a body, unpacked. What follows the first failure is read and discarded, since a client that is
 * still sending would not see the response otherwise.
 */
export function bytesOf(req: IncomingMessage, { limit, memory, broken }: Reading): Promise<Buffer> {
  const encoding = encodingOf(req);
  const length = Number(req.headers['content-length']);
  const maxBytes = encoding === 'identity' && length <= limit ? length : limit;
  return new Promise((done, failed) => {
    const source: Readable =
      encoding === 'identity'
        ? req
        : req.pipe(withErrorListener(inflaters[encoding as keyof typeof inflaters]()));
    let room: Buffer = Buffer.alloc(0);
    let used = 0;
    const stop = (error: unknown): void => {
      source.off('data', add);
      if (source !== req) {
        req.unpipe();
        source.destroy();
      }
      req.resume();
      failed(error);
    };
    function add(chunk: Buffer): void {
      const bytes = used + chunk.length;
      try {
        if (bytes > limit) throw tooLarge(limit);
        if (bytes > room.length) grow(chunk, bytes);
      } catch (error) {
        return stop(error);
      }
      if (room !== chunk) room.set(chunk, used);
      used = bytes;
    }
    /** Most bodies are one chunk, which is kept as it is. */
    function grow(chunk: Buffer, bytes: number): void {
      const larger = Math.min(maxBytes, Math.max(bytes, 2 * room.length, leastRoom));
      memory.take((used === 0 ? chunk.length : larger) - room.length);
      if (used === 0) room = chunk;
      else {
        const former = room.subarray(0, used);
        room = Buffer.allocUnsafeSlow(larger);
        room.set(former);
      }
    }
    source.on('data', add);
    source.on('end', () => done(room.subarray(0, used)));
    source.on('error', () => stop(broken()));
    req.on('error', () => stop(broken()));
    req.on('close', () => {
      if (!req.readableEnded) stop(broken());
    });
  });
}
