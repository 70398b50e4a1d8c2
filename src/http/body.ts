import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { App } from '../context.ts';
import { Failure, InvalidRequest } from '../errors.ts';
import { parseJson } from '../json.ts';
import { reserveMemory } from './body-memory.ts';
import type { Operation } from './operations.ts';
import { openUpload } from './files.ts';
import { readForm } from './multipart.ts';
import { type RequestState, signalOf } from './state.ts';
import { isPlainUtf8, isUtf8, streamed, tooLarge } from './streamed-body.ts';

/** Throws 415 or 413 if the headers show that the body is not acceptable; reads none of it. */
export function refuseByHeader(operation: Operation, req: IncomingMessage): void {
  if (!operation.body || !hasBody(req)) return;
  const { types, limit } = operation.body;
  if (!isOneOf(types, req)) throw unsupported(types);
  if (!operation.rawBody) refuseCharset(operation, req);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Whether the body has one of these types; Express decides about what is not written as it is here. */
const isOneOf = (types: readonly string[], req: IncomingMessage): boolean =>
  types.includes(req.headers['content-type'] ?? '') ||
  types.some((type) => express.request.is.call(req as Request, type));

function refuseCharset(operation: Operation, req: IncomingMessage): void {
  if (operation.body?.isForm === true) return refuseEncoding(operation, req);
  const isJson = operation.body?.isStream === false;
  if (isJson && !isUtf8(req)) throw notUtf8(operation);
  if (!isJson && !isPlainUtf8(req)) throw notPlain(operation);
}

function refuseEncoding(operation: Operation, req: IncomingMessage): void {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') throw notPlain(operation);
}

/**
 * Reads the body of an authenticated request whose headers were accepted: parsed JSON, a stream for other types,
 * undefined without a body. Throws 413, 415 or the validation error, and 429 or 503 if too many bodies are being read.
 */
export async function readBody(
  operation: Operation,
  state: RequestState,
  app: App,
): Promise<unknown> {
  const { req, res } = state;
  if (!operation.body || !hasBody(req)) return undefined;
  // Of a request that has ended nothing is ever heard: what waits for it would wait forever.
  if (res.destroyed || req.destroyed) throw requestAborted();
  const { isStream, isForm, limit } = operation.body;
  // The handler reads the bytes after it has verified the sender.
  if (operation.rawBody) return req;
  if (isStream) return streamed(req, res, limit);
  if (isForm) return form(state, app, limit);
  const release = reserveMemory(app, state, limit);
  try {
    const bytes = await bytesOf(operation, state);
    if (bytes.length > large) await turnOfLarge();
    return bytes.length === 0 ? undefined : parseJson(bytes, operation.secrets.size > 0);
  } finally {
    release();
  }
}

/** Reads a form; its file goes when the request ends. */
async function form(state: RequestState, app: App, limit: number): Promise<unknown> {
  const { req, res } = state;
  const release = openUpload(app.inProgress, state);
  res.once('close', release);
  const body = streamed(req, res, limit);
  const parts = await readForm(req, body, { spool: app.spool, signal: signalOf(state) });
  if (typeof parts['file'] === 'object') state.file = parts['file'];
  return parts;
}

/** Size of a body that takes milliseconds to parse and validate. */
const large = 262_144;
let lastOfLarge: Promise<void> = Promise.resolve();
/** Large bodies that arrive together are parsed one per turn of the event loop. */
const turnOfLarge = (): Promise<void> => (lastOfLarge = lastOfLarge.then(() => nextTurn()));

/** Reads the bytes of a body, decompressed. Throws 413, 415, 429 and 503. */
export async function readBytes(
  operation: Operation,
  state: RequestState,
  app: App,
): Promise<Buffer> {
  const release = reserveMemory(app, state, operation.body?.limit ?? 0);
  return bytesOf(operation, state).finally(release);
}

async function bytesOf(operation: Operation, { req, res }: RequestState): Promise<Buffer> {
  // A destroyed request emits no `end`, and the decompressed stream would wait for it forever.
  if (res.destroyed || req.destroyed) throw requestAborted();
  if (isPlain(req)) return plainBytes(req);
  const read = readerOf(operation.body?.limit ?? 0);
  const request = req as Request;
  await new Promise<void>((done, failed) => {
    read(request, res as Response, (error?: unknown) => {
      if (error === undefined) return done();
      failed(error instanceof Error ? translate(error, operation) : error);
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Whether a body is sent as it is, with its length, which was compared with the limit. */
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined;

/** Reads a body of known length. Node ends the connection of a request whose body is shorter or longer. */
const plainBytes = (req: IncomingMessage): Promise<Buffer> =>
  new Promise((done, failed) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    req.on('data', (chunk: Buffer) => {
      if (first === undefined) first = chunk;
      else (rest ??= [first]).push(chunk);
    });
    req.on('end', () => done(rest ? Buffer.concat(rest) : (first ?? Buffer.alloc(0))));
    req.on('error', () => failed(requestAborted()));
    req.on('close', () => failed(requestAborted()));
  });

/** Whether the request has a body. */
export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

const unsupported = (types: readonly string[]): Failure =>
  new Failure({
    kind: 'unsupported',
    code: 'unsupported_media_type',
    detail: `Send the body as ${types.join(' or ')}.`,
    members: { allowed: types },
  });

const notPlain = ({ body }: Operation): Failure =>
  new Failure({
    kind: 'unsupported',
    code: 'unsupported_media_type',
    detail: 'The body must be plain UTF-8 without a content encoding.',
    members: { allowed: body?.types },
  });

const notUtf8 = ({ body }: Operation): Failure =>
  new Failure({
    kind: 'unsupported',
    code: 'unsupported_media_type',
    detail: 'The body must be UTF-8, uncompressed or with gzip, deflate or br encoding.',
    members: { allowed: body?.types },
  });

const readers = new Map<number, express.RequestHandler>();

function readerOf(limit: number): express.RequestHandler {
  const known = readers.get(limit);
  if (known) return known;
  const reader = express.raw({ limit, type: () => true });
  readers.set(limit, reader);
  return reader;
}

interface ReaderError extends Error {
  readonly type?: string;
  readonly status?: number;
}

function translate(error: ReaderError, operation: Operation): Error {
  if (error.type === 'entity.too.large') return tooLarge(operation.body?.limit);
  if (error.status === 415) return notUtf8(operation);
  return error.status === 400 ? requestAborted() : error;
}

const requestAborted = (): InvalidRequest =>
  new InvalidRequest([
    {
      loc: ['body'],
      msg: 'The body is incomplete or its compressed data is damaged. Send it again.',
      type: 'json_invalid',
      input: null,
      ctx: { position: 0 },
    },
  ]);
