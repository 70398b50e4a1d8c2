import express, { type Request, type Response } from 'express';
import { parse as parseTolerantly, type ParseError } from 'jsonc-parser';
import { Failure, type Fault, InvalidRequest } from '../errors.ts';
import type { Operation } from './operations.ts';
import { isPlainUtf8, streamed, tooLarge } from './streamed-body.ts';

/** JSON nested deeper than this is refused: the database could not store it. */
const maxDepth = 100;

const parsers = new Map<number, express.RequestHandler>();

/**
 * Reads the body of a request whose caller is known: parsed JSON, a stream for other types, undefined where there is none. Throws 413, 415 or the validation error.
 */
export async function readBody(
  operation: Operation,
  req: Request,
  res: Response,
): Promise<unknown> {
  if (!operation.body) return undefined;
  if (!hasBody(req)) return undefined;
  const { types, limit } = operation.body;
  if (!types.some((type) => req.is(type))) throw unsupported(types);
  if (!types.includes('application/json')) {
    if (!isPlainUtf8(req)) throw notPlain(operation);
    return streamed(req, res, limit);
  }
  await parse(operation.rawBody ? rawReaderOf(limit) : parserOf(limit), operation, req, res);
  if (operation.rawBody) req.body = readText(operation, req);
  const faults = unstorable(req.body, ['body']);
  if (faults.length > 0) throw new InvalidRequest(faults);
  return req.body as unknown;
}

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

const unsupported = (types: readonly string[]): Failure =>
  new Failure({
    status: 415,
    code: 'unsupported_media_type',
    detail: `Send the body as ${types.join(' or ')}.`,
    members: { allowed: types },
  });

const notPlain = ({ body }: Operation): Failure =>
  new Failure({
    status: 415,
    code: 'unsupported_media_type',
    detail: 'Send the body in plain UTF-8, without a content encoding.',
    members: { allowed: body?.types },
  });

function parserOf(limit: number): express.RequestHandler {
  const known = parsers.get(limit);
  if (known) return known;
  const parser = express.json({ limit, strict: false });
  parsers.set(limit, parser);
  return parser;
}

const rawReaders = new Map<number, express.RequestHandler>();

function rawReaderOf(limit: number): express.RequestHandler {
  const known = rawReaders.get(limit);
  if (known) return known;
  const reader = express.raw({ limit, type: () => true });
  rawReaders.set(limit, reader);
  return reader;
}

/** The bytes of a body that was read raw, as they came, and what they say as JSON or as a form. */
const rawBodies = new WeakMap<Request, Buffer>();
export const rawBodyOf = (req: Request): Buffer => rawBodies.get(req) ?? Buffer.alloc(0);

function readText(operation: Operation, req: Request): unknown {
  const bytes = req.body as Buffer;
  rawBodies.set(req, bytes);
  const text = bytes.toString();
  if (!req.is('application/json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InvalidRequest([jsonFault(Object.assign(error as Error, { body: text }), operation)]);
  }
}

interface ParserError extends Error {
  readonly type?: string;
  readonly status?: number;
  readonly body?: string;
  readonly limit?: number;
}

function parse(
  parser: express.RequestHandler,
  operation: Operation,
  req: Request,
  res: Response,
): Promise<void> {
  return new Promise((done, failed) => {
    parser(req, res, (error?: unknown) => {
      if (error === undefined) return done();
      failed(error instanceof Error ? translate(error, operation) : error);
    });
  });
}

function translate(error: ParserError, operation: Operation): Error {
  if (error.type === 'entity.parse.failed')
    return new InvalidRequest([jsonFault(error, operation)]);
  if (error.type === 'entity.too.large') return tooLarge(operation.body?.limit);
  if (error.status === 415) {
    return new Failure({
      status: 415,
      code: 'unsupported_media_type',
      detail: 'Send the body in UTF-8, plain or with gzip, deflate or br encoding.',
      members: { allowed: operation.body?.types },
    });
  }
  // The client broke off, or its compressed data is damaged: there is no JSON to speak of.
  if (error.status === 400)
    return new InvalidRequest([{ ...jsonFault(error, operation), input: null }]);
  return error;
}

function jsonFault(error: ParserError, operation: Operation): Fault {
  const position = firstErrorIn(error.body ?? '');
  const excerpt = error.body?.slice(Math.max(0, position - 20), position + 20) ?? null;
  return {
    loc: ['body'],
    msg: `The body is not JSON: something is wrong at character ${position}.`,
    type: 'json_invalid',
    input: operation.secrets.size > 0 ? '[redacted]' : excerpt,
    ctx: { position },
  };
}

/** Where a text stops being JSON; the engine's own parser does not always say. */
function firstErrorIn(text: string): number {
  const errors: ParseError[] = [];
  parseTolerantly(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? text.length;
}

/** What is JSON and still cannot be stored as text: NUL, half a surrogate pair, nesting without end. */
export function unstorable(value: unknown, loc: string[]): Fault[] {
  if (typeof value === 'string') return storable(value) ? [] : [textFault(loc)];
  if (typeof value !== 'object' || value === null) return [];
  if (loc.length > maxDepth) {
    const msg = `Must not be nested deeper than ${maxDepth} levels.`;
    return [
      {
        loc: loc.slice(0, 10),
        msg,
        type: 'value_error',
        input: null,
        ctx: { max_depth: maxDepth },
      },
    ];
  }
  return Object.entries(value).flatMap(([name, member]) => [
    ...(storable(name) ? [] : [textFault(loc)]),
    ...unstorable(member, [...loc, name]),
  ]);
}

export const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const textFault = (loc: string[]): Fault => ({
  loc,
  msg: 'Must be text without NUL characters and unpaired surrogates.',
  type: 'value_error',
  input: null,
  ctx: {},
});
