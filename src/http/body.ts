import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import express, { type Request } from 'express';
import { Failure, InvalidRequest } from '../errors.ts';
import { parseJson } from './json.ts';
import {
  bytesOf,
  isReadable,
  type BodyMemory,
  memoryOf,
  isPlainUtf8,
  isUtf8,
  streamed,
  tooLarge,
} from './body-streams.ts';

import type { HttpContext } from './context.ts';
import type { Operation } from './operations.ts';
import { openUpload } from './files.ts';
import { readForm } from './multipart.ts';
import { continueBody } from './protocol.ts';
import type { RequestState } from './state.ts';

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
  app: HttpContext,
): Promise<unknown> {
  const { req, res } = state;
  if (!operation.body || !hasBody(req)) return undefined;
  if (hasEnded(req, res)) throw requestAborted();
  const { isStream, isForm, limit } = operation.body;
  // The handler reads the bytes after it has verified the sender.
  if (operation.rawBody) return req;
  continueBody(req, res);
  if (isStream) {
    const isKept = operation.idempotent && req.headers['idempotency-key'] !== undefined;
    if (isKept) state.bodyHash = createHash('sha256');
    return upload(state, app, limit);
  }
  if (isForm) return form(state, app, limit);
  const memory = memoryOf(app, state);
  try {
    const bytes = await bytesIn(operation, state, memory);
    if (bytes.length > large) await turnOfLarge();
    return bytes.length === 0
      ? undefined
      : parseJson(bytes, { holdsSecrets: operation.secrets.size > 0 });
  } finally {
    memory.release();
  }
}

/** A body that is read while it arrives. Its place is for as long as the request takes. */
function upload(state: RequestState, app: HttpContext, limit: number): Readable {
  state.res.once('close', openUpload(app.inProgress, state));
  return streamed(state, limit);
}

/** Reads a form; its file goes when the request ends. */
async function form(state: RequestState, app: HttpContext, limit: number): Promise<unknown> {
  const body = upload(state, app, limit);
  const parts = await readForm(state.req, body, { spool: app.spool, signal: state.signal });
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
  app: HttpContext,
): Promise<Buffer> {
  const memory = memoryOf(app, state);
  continueBody(state.req, state.res);
  return bytesIn(operation, state, memory).finally(() => memory.release());
}

async function bytesIn(
  operation: Operation,
  { req, res }: RequestState,
  memory: BodyMemory,
): Promise<Buffer> {
  if (hasEnded(req, res)) throw requestAborted();
  if (!isReadable(req)) throw notUtf8(operation);
  return bytesOf(req, { limit: operation.body?.limit ?? 0, memory, broken: requestAborted });
}

/** A request that has ended emits nothing: code that waits for it would wait for ever. */
const hasEnded = (req: IncomingMessage, res: ServerResponse): boolean =>
  res.destroyed || req.destroyed;

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
