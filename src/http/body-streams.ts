import { overloaded, tooManyAtOnce, Failure, invalid } from '../errors.ts';
import { takeFairly } from '../fairness/capacity.ts';
import { siteOf } from './address.ts';
import type { HttpContext } from './context.ts';
import type { RequestState } from './state.ts';
import { type Readable, Transform } from 'node:stream';
import type { Hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withErrorListener } from '../system/with-error-listener.ts';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const mebibyte = 1_048_576;
/** The part of the limit for all that the bodies of one operation without credentials may use besides. */
const partOfOperation = 1 / 16;

/** The memory of one body. */
export interface BodyMemory {
  /** Takes more of it; throws 429 if the organization or the address has too much, 503 if all callers together do. */
  take(bytes: number): void;
  release(): void;
}

/**
 * Counts the memory of a body while it arrives. Bodies without a caller are counted for their operation: those of one
 * take nothing from log-ins or carriers, and none of them take from callers.
 */
export function memoryOf(
  { inProgress, config: { bodies } }: Pick<HttpContext, 'inProgress' | 'config'>,
  { caller, operation, address }: RequestState,
): BodyMemory {
  const inAll = caller ? bodies.inAll : bodies.inAll * partOfOperation;
  const all = caller ? 'bodies' : `bodies of ${operation?.id}`;
  const limit = Math.min(bodies.perOrganization, inAll / 2);
  const shares = {
    own: {
      name: `${all} of ${caller ? `organization ${caller.organization_id}` : `address ${siteOf(address)}`}`,
      limit,
      refusal: () =>
        tooManyAtOnce(
          `The bodies that your ${caller ? 'organization' : 'address'} is sending exceed ${limit / mebibyte} MiB in total. Send fewer at once, and try again in 1 second.`,
        ),
    },
    all: {
      name: all,
      limit: inAll,
      refusal: () =>
        overloaded(
          'The server is reading the maximum total size of request bodies. Try again in 1 second.',
        ),
    },
  };
  const taken: (() => void)[] = [];
  return {
    take: (bytes) => void taken.push(takeFairly(inProgress, shares, bytes)),
    release() {
      for (const release of taken.splice(0)) release();
    },
  };
}

interface Arriving {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Gets what is read. */
  readonly bodyHash?: Hash | undefined;
}

/**
 * The body as a stream that fails once it exceeds the limit. A handler may stop reading at any time: the rest is read
 * and discarded, because a client that is still sending would not see the response otherwise.
 */
export function streamed({ req, res, bodyHash }: Arriving, limit: number): Readable {
  let seen = 0;
  const body = withErrorListener(
    new Transform({
      transform(chunk: Buffer, _, done) {
        seen += chunk.length;
        if (seen > limit) return done(tooLarge(limit));
        bodyHash?.update(chunk);
        done(null, chunk);
      },
    }),
  );
  body.once('close', () => {
    req.unpipe(body);
    req.resume();
  });
  req.once('close', () => {
    if (!req.complete) body.destroy(invalid(['body'], 'The upload is incomplete. Send it again.'));
  });
  // Nothing has read it if the request was rejected before.
  res.once('close', () => body.destroy());
  return req.pipe(body);
}

export const tooLarge = (limit: number | undefined): Failure =>
  new Failure({
    kind: 'too_large',
    code: 'payload_too_large',
    detail: `The body is larger than ${limit} bytes.`,
    members: { limit_bytes: limit },
  });

/** Whether the body's encoding is supported: uncompressed UTF-8. */
export const isPlainUtf8 = (req: IncomingMessage): boolean =>
  (req.headers['content-encoding'] ?? 'identity') === 'identity' && isUtf8(req);

export function isUtf8(req: IncomingMessage): boolean {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  return /^(utf-?8|us-ascii)$/i.test(charset ?? 'utf-8');
}

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
