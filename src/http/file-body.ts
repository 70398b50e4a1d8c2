import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request } from 'express';
import { Failure } from '../errors.ts';
import type { ByteRange } from '../storage/storage.ts';
import { WithHeaders } from './etag.ts';
import type { RequestState } from './state.ts';

interface FileParts {
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
  /** The name under which clients save it. */
  readonly filename: string;
  read(range?: ByteRange): Promise<Readable>;
}

/** A body that is read from the storage while it is sent, all of it or a part. */
export class FileBody implements AsyncIterable<Uint8Array> {
  readonly parts: FileParts;
  constructor(parts: FileParts) {
    this.parts = parts;
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* await this.parts.read();
  }
}

/** A response with a file. Its ETag is of its bytes. */
export const fileAnswer = (parts: FileParts): WithHeaders<FileBody> =>
  new WithHeaders(new FileBody(parts), {
    ETag: etagOfFile(parts.sha256),
    'Content-Type': parts.mediaType,
    'Content-Disposition': dispositionOf(parts.filename),
    'Accept-Ranges': 'bytes',
  });

const etagOfFile = (sha256: string): string =>
  `"${Buffer.from(sha256, 'hex').toString('base64url').slice(0, 24)}"`;

/** RFC 6266: the name in ASCII, and in UTF-8 where it has other characters. */
export function dispositionOf(filename: string): string {
  const name = filename.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_');
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replaceAll(/["%]/g, '_');
  if (ascii === name) return `attachment; filename="${ascii}"`;
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/** Sends a file, or the one part that the client asks for. The headers of the whole file are set. */
export async function sendFile({ parts }: FileBody, state: RequestState): Promise<void> {
  const { req, res, headers } = state;
  const range = rangeOf(req, parts);
  if (range === 'unsatisfiable') throw unsatisfiable(parts.bytes);
  const stream = req.method === 'HEAD' ? undefined : await parts.read(range);
  if (range) headers.push('Content-Range', `bytes ${range.start}-${range.end}/${parts.bytes}`);
  const length = range ? range.end - range.start + 1 : parts.bytes;
  headers.push('Content-Length', String(length));
  res.writeHead(range ? 206 : 200, headers);
  if (!stream) return void res.end();
  await pipeline(stream, res, { signal: state.signal });
}

/** The requested part. Several at once, and what is no range, are answered with the whole file: RFC 9110, section 14. */
function rangeOf(
  req: IncomingMessage,
  { bytes, sha256 }: FileParts,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = req.headers['if-range'];
  if (req.method !== 'GET' || (condition !== undefined && condition !== etagOfFile(sha256)))
    return undefined;
  const get = (): string | undefined => req.headers.range;
  const ranges = express.request.range.call({ get } as unknown as Request, bytes);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

const unsatisfiable = (bytes: number): Failure =>
  new Failure({
    kind: 'range_not_satisfiable',
    code: 'range_not_satisfiable',
    detail: `The file has ${bytes} bytes, and the range begins behind them.`,
    members: { bytes },
  });
