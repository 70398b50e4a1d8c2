import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { namesEtag } from '../etag.ts';
import { WithHeaders } from './contract.ts';
import { FileBody, sendFile } from './file-body.ts';
import { sendEvents, type ServerSentEvent } from './sse.ts';
import type { Operation } from './operations.ts';
import { type RequestState, signalOf } from './state.ts';

/** A complete response that can be sent, stored and sent again. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Query = Readonly<Record<string, unknown>>;

/** Whether the request asks for the success that changes nothing. */
export const asksInstead = ({ instead }: Operation, query: Query): boolean =>
  instead !== undefined && query[instead.when] === true;

/** Whether the answer is an event stream: always, or because the client asks for one. */
export const isEventStream = (
  { contentType, streamsOnRequest }: Operation,
  { req }: Pick<RequestState, 'req'>,
): boolean => {
  const stream = 'text/event-stream';
  if (!streamsOnRequest || contentType === undefined) return contentType === stream;
  return req.accepts([contentType, stream]) === stream;
};

/** Builds the response that the contract declares: its status, its Location, the handler's headers. */
export function render(operation: Operation, result: unknown, query: Query = {}): Rendered {
  const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
  if (operation.instead && asksInstead(operation, query))
    return { status: operation.instead.status, headers, body };
  if (!operation.location) return { status: operation.status, headers, body };
  const location = fill(operation.location, body as Record<string, unknown>);
  return { status: operation.status, headers: { ...headers, Location: location }, body };
}

/** Sends the response with the content type that the contract declares. */
export async function send(
  operation: Operation,
  state: RequestState,
  { status, headers, body }: Rendered,
): Promise<void> {
  const { req, res } = state;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.status(status);
  const etag = operation.method === 'GET' ? headers['ETag'] : undefined;
  if (etag !== undefined && namesEtag(req.headers['if-none-match'], etag))
    return void res.status(304).end();
  // The condition was already evaluated; Express would evaluate it again by its own rules.
  delete req.headers['if-none-match'];
  if (operation.contentType === undefined) return void res.end();
  if (body instanceof FileBody) return sendFile(body, state);
  const isStream = isEventStream(operation, state);
  if (operation.contentType === 'application/json' && !isStream) return void res.json(body);
  // A stream would be produced for nobody, and one of events would never end.
  if (req.method === 'HEAD') {
    setType(res, isStream ? 'text/event-stream' : operation.contentType);
    res.end();
    await (body as AsyncIterable<unknown>)[Symbol.asyncIterator]().return?.();
    return;
  }
  if (isStream) {
    return sendEvents(res, body as AsyncIterable<ServerSentEvent>, signalOf(state));
  }
  const parts = await begun(body as AsyncIterable<string | Uint8Array>);
  setType(res, operation.contentType);
  await pipeline(Readable.from(parts), res, { signal: signalOf(state) });
}

/** The body once its first part is there: what fails until then is answered as any failure is. */
async function begun<T>(body: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  })();
}

/** Sets the content type, unless the handler has chosen one of several. */
function setType(res: RequestState['res'], type: string): void {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', withCharset(type));
}

const withCharset = (type: string): string =>
  type.startsWith('text/') && type !== 'text/event-stream' ? `${type}; charset=utf-8` : type;

const fill = (template: string, body: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(body[name])));
