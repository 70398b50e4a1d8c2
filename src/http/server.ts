import { randomUUID } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.ts';
import { Failure } from '../errors.ts';
import { type BodyRate, endSlowBodies } from './body-rate.ts';
import { answerFor } from './failures.ts';
import { allHeaders } from './response-headers.ts';

/** Maximum header size: cookies and long tokens fit. Larger headers get 431. */
export const maxHeaderSize = 16_384;
/** How often Node checks for requests that exceed their time limits. */
const connectionsCheckingInterval = 1000;

const leastRate: BodyRate = { patienceMs: 10_000, bytesPerSecond: 1024 };

/**
 * A server that disconnects clients that send or read too slowly, since each holds a connection and memory. Does not
 * listen yet.
 */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Config['timeouts'],
  rate = leastRate,
): Server {
  /** The last response of a connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval,
      maxHeaderSize,
    },
    listener,
  )
    .setTimeout(timeouts.stalledMs)
    .prependListener('request', ({ socket }, res) => void responses.set(socket, res))
    .on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const last = responses.get(socket);
      const isAnswering = last?.headersSent === true && !last.writableFinished;
      if (socket.writable && !isAnswering) socket.write(refusalOf(error));
      socket.destroy(error);
    });
  endSlowBodies(server, rate);
  return server;
}

/** Why the parser of HTTP gave up a request, by the code of its error. */
const refusals: Readonly<Record<string, Failure['problem']>> = {
  HPE_HEADER_OVERFLOW: {
    kind: 'headers_too_large',
    code: 'headers_too_large',
    detail: `The headers are larger than ${maxHeaderSize} bytes.`,
    members: { limit_bytes: maxHeaderSize },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    kind: 'too_late',
    code: 'request_timeout',
    detail: 'The request did not arrive in time.',
  },
};

const malformed: Failure['problem'] = {
  kind: 'malformed',
  code: 'request_malformed',
  detail: 'The request is not valid HTTP.',
};

/** The response to a request that could not be read up to its path, as it is sent. */
function refusalOf({ code = '' }: NodeJS.ErrnoException): string {
  const requestId = randomUUID();
  const failure = new Failure(refusals[code] ?? malformed);
  const { status, headers, text } = answerFor(failure, { path: '/', requestId });
  const all = ['X-Request-Id', requestId, ...allHeaders.flat(), ...headers, 'Connection', 'close'];
  const lines = all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

export interface Closing {
  /**
   * Closes each connection after its next response: Node's `close` alone leaves one open that is answered later, until
   * its keep-alive ends. New connections are still accepted.
   */
  begin(): void;
  /** Stops accepting connections, and resolves when all are closed. */
  end(): Promise<void>;
  /** The requests that are not answered, without their queries; at most ten of them. */
  unanswered(): string[];
}

const maxNamed = 10;

/** Call it before requests arrive. */
export function closing(server: Server): Closing {
  const unanswered = new Set<ServerResponse>();
  let isClosing = false;
  function answered(this: ServerResponse): void {
    unanswered.delete(this);
  }
  server.prependListener('request', (_, res) => {
    if (isClosing) closeAfter(res);
    unanswered.add(res);
    res.on('close', answered);
  });
  const begin = (): void => {
    if (isClosing) return;
    isClosing = true;
    // Of the requests that one connection has pipelined, only the last answer may end it.
    for (const res of new Map([...unanswered].map((each) => [each.req.socket, each])).values())
      closeAfter(res);
  };
  return {
    begin,
    end() {
      begin();
      return new Promise((done) => server.close(() => done()));
    },
    unanswered: () =>
      [...unanswered].slice(0, maxNamed).map(({ req }) => `${req.method} ${pathOf(req.url)}`),
  };
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? '';

function closeAfter(res: ServerResponse): void {
  const { socket } = res.req;
  if (res.headersSent) res.once('finish', () => socket.end());
  else res.setHeader('Connection', 'close');
}
