import createFetchClient from 'openapi-fetch';
import { type Credential, authorization } from './credentials.ts';
import { answers, bodies, keyed } from './operations.ts';
import { ApiError, errorOf, isProblem } from './problems.ts';
import { ConnectionError, pause, type Repetition, retryAfterMs, withRetries } from './retries.ts';
import { type EventMessage, followStream } from './streams.ts';
import type { Args, Call, Init, Item, ListPath, Page, StreamEvent, StreamPath } from './types.ts';

export interface ClientOptions {
  /** Where the server is, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** A session token, an API key, the token of a run, or a function that gives one. */
  readonly credential?: Credential;
  /** How often a request is sent again after 429, 503 or a lost connection; 3 by default. */
  readonly maxRetries?: number;
  /** The longest wait before that, in milliseconds; 30,000 by default. A longer `Retry-After` is not waited for. */
  readonly maxWaitMs?: number;
  /** In place of the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface StreamOptions {
  /** A connection that brings nothing for so long is opened again; 60,000 by default. */
  readonly idleMs?: number;
  /** The most characters of an event; 8,388,608 by default. */
  readonly maxEventLength?: number;
}

export interface Client {
  readonly GET: Call<'get'>;
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
  /** The pages of a list. */
  pages<P extends ListPath>(
    path: P,
    ...args: Args<Init<P, 'get'>>
  ): AsyncGenerator<Page<P>, void, undefined>;
  /** The items of all pages of a list. */
  items<P extends ListPath>(
    path: P,
    ...args: Args<Init<P, 'get'>>
  ): AsyncGenerator<Item<P>, void, undefined>;
  /** The events of a stream, which is opened again where it breaks. Ends with the stream's own end. */
  events<P extends StreamPath>(
    path: P,
    ...args: Args<Init<P, 'get'>, StreamOptions>
  ): AsyncGenerator<EventMessage<StreamEvent<P>>, void, undefined>;
}

interface Outgoing {
  readonly params?: Readonly<Record<'path' | 'query' | 'header', Record<string, unknown>>>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly maxRetries?: number;
  readonly parseAs?: ReadAs;
}

type ReadAs = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

interface ListPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** A client of the API. Every call returns `data` and `response`, or throws. */
export function createClient(options: ClientOptions): Client {
  const { credential, maxRetries = 3, maxWaitMs = 30_000 } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const base = createFetchClient<Record<string, never>>({
    baseUrl: options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    // A credential follows no redirect.
    redirect: 'manual',
  }) as unknown as { request(method: string, path: string, init: object): Promise<Reply> };

  async function request(method: string, path: string, init: Outgoing = {}) {
    const name = `${method} ${path}`;
    const { params, signal } = init;
    const content = contentOf(init.body, bodies[name]);
    const headers = { ...content.headers, ...keyOf(name), ...init.headers };
    // A key that the caller sends to another operation makes nothing repeatable there.
    const isRepeatable = content.isRepeatable && (safe.has(method) || keyed.has(name));

    const attempt = async (): Promise<{ data: unknown; response: Response }> => {
      let state = '';
      const connect = async (sent: Request): Promise<Response> => {
        state = 'The request could not be sent';
        const answer = await send(sent);
        state = 'The answer broke off';
        return answer;
      };
      const authorized = { ...(await authorization(credential)), ...headers };
      try {
        const { response, error } = await base.request(method, path, {
          params,
          signal,
          ...content.init,
          headers: authorized,
          parseAs: 'stream',
          fetch: connect,
        });
        if (!response.ok) throw errorOf(response.status, error, answerOf(response));
        return { data: await read(response, init.parseAs ?? answers[name] ?? 'json'), response };
      } catch (cause) {
        // What is wrong with the arguments is no matter of the connection.
        if (cause instanceof ApiError || state === '') throw cause;
        throw new ConnectionError(`${state}: ${name}`, { cause });
      }
    };
    const policy = { maxRetries: init.maxRetries ?? maxRetries, maxWaitMs };
    const repetition = (error: unknown, attempt: number): Repetition =>
      isRepeatable ? repetitionAfter(error, attempt) : 'never';
    return withRetries(attempt, repetition, policy, signal);
  }

  async function* pages(path: string, init: Outgoing = {}): AsyncGenerator<ListPage> {
    let { query } = init.params ?? {};
    for (;;) {
      const params = { ...init.params, query } as NonNullable<Outgoing['params']>;
      const page = (await request('GET', path, { ...init, params })).data as ListPage;
      yield page;
      if (page.next_cursor === null) return;
      // The server has searched long and found nothing yet.
      if (page.items.length === 0) await pause(1000, init.signal);
      query = { ...query, cursor: page.next_cursor };
    }
  }

  async function* items(path: string, init?: Outgoing): AsyncGenerator {
    for await (const page of pages(path, init)) yield* page.items;
  }

  function events(path: string, init: Outgoing & StreamOptions = {}) {
    const { idleMs = 60_000, maxEventLength = 8 * 1_048_576, signal } = init;
    const open = async (lastEventId: string): Promise<ReadableStream<Uint8Array>> => {
      const header = { ...init.params?.header, 'Last-Event-ID': lastEventId || undefined };
      const { data, response } = await request('GET', path, {
        // A server that starts again needs longer than a request waits.
        maxRetries: 10,
        ...init,
        params: { ...init.params, header } as NonNullable<Outgoing['params']>,
        headers: { accept: 'text/event-stream', ...init.headers },
        parseAs: 'stream',
      });
      if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? ''))
        throw new ApiError('The answer is no event stream.', {
          status: response.status,
          ...answerOf(response),
        });
      return data as ReadableStream<Uint8Array>;
    };
    const given = init.params?.header?.['Last-Event-ID'];
    const lastEventId = typeof given === 'string' ? given : '';
    return followStream(open, { lastEventId, idleMs, maxEventLength, maxWaitMs, signal });
  }

  const call =
    (method: string) =>
    (path: string, init?: Outgoing): Promise<unknown> =>
      request(method, path, init);
  return {
    GET: call('GET'),
    PUT: call('PUT'),
    POST: call('POST'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
    pages,
    items,
    events,
  } as unknown as Client;
}

interface Reply {
  readonly error?: unknown;
  readonly response: Response;
}

/** Methods that HTTP lets a client repeat. */
const safe = new Set(['GET', 'PUT', 'DELETE']);

/** A key for the operations that take one. That of the caller comes after it. */
function keyOf(name: string): Record<string, string> {
  if (!keyed.has(name)) return {};
  // `randomUUID` is missing on pages without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return {
    'idempotency-key': Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

function repetitionAfter(error: unknown, attempt: number): Repetition {
  if (error instanceof ConnectionError) return 'growing';
  if (!(error instanceof ApiError)) return 'never';
  // The attempt before this one goes on.
  if (attempt > 0 && isProblem(error, 'idempotency_in_progress')) return 'growing';
  if (error.status !== 429 && error.status !== 503) return 'never';
  return error.retryAfterMs === undefined ? 'growing' : { afterMs: error.retryAfterMs };
}

const answerOf = ({ headers }: Response) => ({
  requestId: headers.get('x-request-id') ?? undefined,
  retryAfterMs: retryAfterMs(headers.get('retry-after')),
});

async function read(response: Response, as: ReadAs): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (as === 'stream') return response.body ?? new Blob().stream();
  if (as !== 'json') return response[as]();
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { status } = response;
    throw new ApiError(`The server answered ${status} with a body that is not JSON.`, {
      status,
      ...answerOf(response),
    });
  }
}

interface Content {
  readonly headers: Record<string, string>;
  /** What openapi-fetch takes. */
  readonly init: object;
  readonly isRepeatable: boolean;
}

/** A body as its media type has it: JSON, a form, or bytes as they are. */
function contentOf(body: unknown, type: string | undefined): Content {
  if (type === undefined || body === undefined)
    return { headers: {}, init: { body }, isRepeatable: true };
  if (type === 'multipart/form-data')
    return { headers: {}, init: { body: formOf(body) }, isRepeatable: true };
  const ownType = body instanceof Blob ? body.type : '';
  const isStream = body instanceof ReadableStream;
  return {
    headers: { 'content-type': ownType || type },
    init: { body, bodySerializer: (each: unknown) => each, ...(isStream && { duplex: 'half' }) },
    isRepeatable: !isStream,
  };
}

function formOf(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object))
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  return form;
}
