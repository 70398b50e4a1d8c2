import type { Server } from '@modelcontextprotocol/server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { InvalidRequest } from '../errors.ts';
import { parseJson } from '../http/json.ts';
import { continueBody } from '../http/protocol.ts';
import type { Capacity } from '../fairness/capacity.ts';
import type { Timestamp } from '../timestamp.ts';
import { answerMs, type Door, DoorFailure, oneAtATime } from './operation-client.ts';
import { inProcessClients } from './in-process.ts';

const maxBodyBytes = 1_048_576;
/** Messages in one request. */
const maxBatch = 10;
/** Requests that one organization, and all together, have in progress: each may hold a body and an answer. */
const maxInProgress = { organization: 20, all: 100 };

interface EndpointParts {
  /** Answers the requests of the tools: the whole application. */
  readonly listener: RequestListener;
  readonly inProgress: Capacity;
  readonly now: () => Timestamp;
  readonly version: string;
  /** After which time without a byte a connection is closed. */
  readonly stalledMs: number;
}

/** A request that is not answered by a message of the protocol. */
class Refused extends Error {
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, options: { code?: number; headers?: object } = {}) {
    super(message);
    this.status = status;
    this.code = options.code ?? -32_000;
    this.headers = { ...options.headers };
  }
}

/**
 * Serves the Model Context Protocol, streamable HTTP without sessions: each POST is answered by itself with JSON, and
 * nothing is kept between two of them. It acts with the API key of the request, through the listener's own door.
 */
export function createMcpEndpoint(parts: EndpointParts) {
  const doorsOf = inProcessClients(parts.listener);
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const leaving = new AbortController();
    res.once('close', () => leaving.abort());
    let release: (() => void) | undefined;
    try {
      const key = admitted(req);
      const requestId = String(res.getHeader('X-Request-Id'));
      const door = oneAtATime(doorsOf({ req, key, requestId, signal: leaving.signal }));
      release = take(parts.inProgress, await ownerOf(door));
      continueBody(req, res);
      const messages = messagesIn(await bodyOf(req));
      const response = await answerTo(req, messages, { door, ...parts });
      await send(res, response);
    } catch (error) {
      if (res.headersSent || res.destroyed) return;
      refuse(res, error);
    } finally {
      release?.();
    }
  };
}

/** The API key of a request that may be looked at; throws otherwise. Reads headers alone. */
function admitted({ headers }: IncomingMessage): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['x-api-key'] ?? bearer;
  if (typeof key !== 'string' || !key.startsWith('vap_') || key.startsWith('vap_run_'))
    throw new Refused(
      401,
      'Send an API key as "Authorization: Bearer <key>" or as "X-API-Key". A session is a person\'s, who approves what agents do, and is not accepted here.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  return key;
}

/** Looks the key up as any request does, with its rate limits. Returns whose it is. */
async function ownerOf(door: Door): Promise<string> {
  const answer = await door({
    method: 'GET',
    path: '/api/v1/auth/me',
    headers: { accept: 'application/json' },
    body: undefined,
  });
  const body = JSON.parse(answer.text) as {
    readonly organization?: { readonly id: number };
    readonly detail?: unknown;
    /** Why its organization is suspended. */
    readonly reason?: string;
  };
  if (answer.status === 200) return `organization ${body.organization?.id}`;
  const retry = answer.headers['retry-after'];
  const reason = body.reason === undefined ? '' : ` Reason: ${body.reason}`;
  throw new Refused(answer.status, `${String(body.detail)}${reason}`, {
    headers: {
      ...(retry !== undefined && { 'Retry-After': retry }),
      ...(answer.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
  });
}

function take(inProgress: Capacity, owner: string): () => void {
  const refusal = () =>
    new Refused(429, 'Too many requests are in progress. Try again in 1 second.', {
      headers: { 'Retry-After': '1' },
    });
  return inProgress.take([
    { name: `mcp of ${owner}`, limit: maxInProgress.organization, refusal },
    { name: 'mcp', limit: maxInProgress.all, refusal },
  ]);
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refused(415, 'The body must not be compressed.');
  const bytes = await bytesOf(req);
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    throw new Refused(400, `Parse error: ${error.message}`, { code: -32_700 });
  }
}

/** Reads the body. What is over its limit is read and dropped: a client that still sends would not see the answer. */
async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) break;
    chunks.push(chunk as Buffer);
  }
  if (bytes <= maxBodyBytes) return Buffer.concat(chunks);
  req.resume();
  throw new Refused(413, `The body is larger than ${maxBodyBytes} bytes.`);
}

/** The message, or those of a batch, without cancellations: nothing is kept that they could cancel. */
function messagesIn(body: unknown): unknown {
  if (!Array.isArray(body)) return withoutNulls(body);
  if (body.length > maxBatch)
    throw new Refused(400, `A batch has at most ${maxBatch} messages.`, { code: -32_600 });
  return body.filter((message) => !isCancellation(message)).map(withoutNulls);
}

const isCancellation = (message: unknown): boolean =>
  isObject(message) && message['method'] === 'notifications/cancelled';

/** A message without parameters and arguments that are null: clients send them in place of none. */
function withoutNulls(message: unknown): unknown {
  if (!isObject(message) || !isObject(message['params'] ?? {})) return message;
  const { params, ...rest } = message;
  if (!isObject(params)) return rest;
  const { arguments: given, ...others } = params;
  return { ...rest, params: given === null || given === undefined ? others : params };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Answering {
  readonly door: Door;
  readonly now: () => Timestamp;
  readonly version: string;
  readonly stalledMs: number;
}

/**
 * How long all messages of a request may take: less than the time after which the server closes a connection on which
 * nothing is sent.
 */
const answeringMs = (stalledMs: number): number => Math.min(2 * answerMs, stalledMs * 0.9);

/** Loaded with the first message: the protocol's library is large, and most servers get none. */
const loadProtocol = () =>
  Promise.all([import('./server.ts'), import('@modelcontextprotocol/server')]);

async function answerTo(
  { headers, url = '' }: IncomingMessage,
  parsedBody: unknown,
  { door, now, version, stalledMs }: Answering,
): Promise<Response> {
  const [{ createMcpServer }, protocol] = await loadProtocol();
  const request = new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: protocolHeaders(headers),
  });
  const isGreeted = await protocol.isLegacyRequest(request, parsedBody);
  const make = () => createMcpServer(version, { door, now });
  const answering = isGreeted ? greeted(protocol, make) : stateless(protocol, make);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      answering.answer(request, parsedBody),
      new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Refused(504, 'The tools did not answer in time.')),
          answeringMs(stalledMs),
        );
      }),
    ]);
  } finally {
    clearTimeout(timer);
    await answering.close();
  }
}

type Protocol = typeof import('@modelcontextprotocol/server');

interface Answers {
  readonly answer: (request: Request, parsedBody: unknown) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Versions whose clients greet first: up to 2025-11-25. */
function greeted(
  { WebStandardStreamableHTTPServerTransport }: Protocol,
  make: () => Server,
): Answers {
  const server = make();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  return {
    async answer(request, parsedBody) {
      await server.connect(transport);
      return transport.handleRequest(request, { parsedBody });
    },
    close: () => server.close(),
  };
}

/** Versions whose requests speak for themselves: 2026-07-28. Nothing is announced, as the tools never change. */
function stateless({ createMcpHandler }: Protocol, make: () => Server): Answers {
  const handler = createMcpHandler(make, { legacy: 'reject', maxSubscriptions: 0 });
  return {
    answer: (request, parsedBody) => handler.fetch(request, { parsedBody }),
    close: handler.close,
  };
}

/** The headers that the protocol reads: never the credential. */
function protocolHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const { accept = '*/*' } = headers;
  const names = [
    'content-type',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'mcp-session-id',
  ];
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
    // The answer is JSON; the protocol's library wants both named.
    accept: takesJson.test(accept) ? 'application/json, text/event-stream' : accept,
  };
}

const takesJson = /(?:^|[,\s])(?:\*\/\*|application\/(?:\*|json))/i;

async function send(res: ServerResponse, response: Response): Promise<void> {
  const text = await response.text();
  for (const [name, value] of response.headers) res.setHeader(name, value);
  res.writeHead(response.status).end(text);
}

function refuse(res: ServerResponse, error: unknown): void {
  const refused =
    error instanceof Refused
      ? error
      : new Refused(
          error instanceof DoorFailure ? 503 : 500,
          'The server failed. Try again shortly.',
        );
  for (const [name, value] of Object.entries(refused.headers)) res.setHeader(name, value);
  const { code, message } = refused;
  res.writeHead(refused.status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
