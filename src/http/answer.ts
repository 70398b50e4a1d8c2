import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { etagOf, namesEtag, WithEtag, WithHeaders } from './etag.ts';
import { FileBody, sendFile } from './file-body.ts';
import { JsonText } from './json.ts';
import { type Events, sendEvents } from './sse.ts';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';

/** Writers of the operations' successes, which `make generate` derives from the contract. */
const writers = createRequire(import.meta.url)('../../generated/serializers.cjs') as Record<
  string,
  ((body: unknown) => string) | undefined
>;

/** The JSON text of an operation's success: what the contract names of the body. */
export function textOf(operation: string, body: unknown): string {
  if (body instanceof JsonText) return body.text;
  const write = writers[operation];
  return write ? write(body) : JSON.stringify(body);
}

/** A complete response that can be sent, stored and sent again. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The body as JSON, if that was needed for a header. */
  readonly text?: string | undefined;
}

const none: Readonly<Record<string, string>> = {};

/** Builds the response that the contract declares: its status, its Location, the handler's headers. */
export function render(operation: Operation, result: unknown): Rendered {
  if (!(result instanceof WithHeaders)) return located(operation, result, none);
  if (!(result instanceof WithEtag)) return located(operation, result.body, result.headers);
  const { body, row, represented } = result;
  const text = textOf(operation.id, body);
  const tag = etagOf(row, represented ? textOf(represented.operation, represented.body) : text);
  return { ...located(operation, body, { ETag: tag }), text };
}

function located(
  operation: Operation,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Rendered {
  if (!operation.location) return { status: operation.status, headers, body };
  const location = fill(operation.location, body as Record<string, unknown>);
  return { status: operation.status, headers: { ...headers, Location: location }, body };
}

const json = 'application/json';

/** Whether the response is JSON that is sent whole. */
export const isWhole = ({ contentType }: Operation): boolean =>
  contentType === undefined || contentType === json;

/** Sends a response that `isWhole`, in one write. */
export function sendWhole(operation: Operation, state: RequestState, rendered: Rendered): void {
  if (!hasCurrent(operation, state, rendered)) writeJson(operation, state, rendered);
}

/** Sends the response with the content type that the contract declares. */
export async function send(
  operation: Operation,
  state: RequestState,
  rendered: Rendered,
): Promise<void> {
  if (hasCurrent(operation, state, rendered)) return;
  const { req, res, headers } = state;
  const { status, body } = rendered;
  if (body instanceof FileBody) return sendFile(body, state);
  const { contentType, eventName } = operation;
  if (contentType === undefined || contentType === json)
    return writeJson(operation, state, rendered);
  // A stream would be produced for nobody, and one of events would never end.
  if (req.method === 'HEAD') {
    setType(headers, contentType);
    res.writeHead(status, headers).end();
    await (body as AsyncIterable<unknown>)[Symbol.asyncIterator]().return?.();
    return;
  }
  if (eventName !== undefined) {
    res.writeHead(status, [...headers, ...streamHeaders]);
    return sendEvents(res, { events: body as Events, eventName, signal: state.signal });
  }
  await sendParts(
    (body as AsyncIterable<string | Uint8Array>)[Symbol.asyncIterator](),
    operation,
    state,
  );
}

/**
 * Sends a body once its first part is there: what fails until then is answered as any failure is. What makes the parts ends with
 * the response, also if the client has left before the first one is written.
 */
async function sendParts(
  parts: AsyncIterator<string | Uint8Array>,
  { contentType = '', status }: Operation,
  { res, headers, signal }: RequestState,
): Promise<void> {
  try {
    const first = await parts.next();
    setType(headers, contentType);
    res.writeHead(status, headers);
    await pipeline(Readable.from(beginningWith(first, parts)), res, { signal });
  } finally {
    // It may be waiting for a part, which is made for nobody then.
    void parts.return?.().catch(() => {});
  }
}

async function* beginningWith<T>(first: IteratorResult<T>, parts: AsyncIterator<T>) {
  if (!first.done) yield first.value;
  yield* { [Symbol.asyncIterator]: () => parts };
}

const streamHeaders = ['Content-Type', 'text/event-stream', 'X-Accel-Buffering', 'no'];

/** Adds the response's headers. Answers 304 if the client has the representation already. */
function hasCurrent(operation: Operation, state: RequestState, rendered: Rendered): boolean {
  const { req, res } = state;
  for (const name in rendered.headers) state.headers.push(name, rendered.headers[name] ?? '');
  const condition = req.headers['if-none-match'];
  if (condition === undefined || operation.method !== 'GET') return false;
  const etag = rendered.headers['ETag'];
  if (etag === undefined || !namesEtag(condition, etag)) return false;
  res.writeHead(304, state.headers).end();
  return true;
}

function writeJson(
  operation: Operation,
  { res, headers }: RequestState,
  { status, body, text }: Rendered,
): void {
  if (operation.contentType === undefined) return void res.writeHead(status, headers).end();
  const answer =
    text ?? (status === operation.status ? textOf(operation.id, body) : JSON.stringify(body));
  headers.push(
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(answer)),
  );
  // Head and text leave in one write, as the text is no buffer.
  res.writeHead(status, headers).end(answer);
}

/** Sets the content type, unless the handler has chosen one of several. */
function setType(headers: string[], type: string): void {
  if (!headers.includes('Content-Type')) headers.push('Content-Type', withCharset(type));
}

const withCharset = (type: string): string =>
  type.startsWith('text/') && type !== 'text/event-stream' ? `${type}; charset=utf-8` : type;

const fill = (template: string, body: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(body[name])));
