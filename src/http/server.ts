import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { type BodyRate, endSlowBodies } from './body-rate.ts';

/** Maximum header size: cookies and long tokens fit. Larger headers get 431. */
const maxHeaderSize = 16_384;
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
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval,
      maxHeaderSize,
    },
    listener,
  ).setTimeout(timeouts.stalledMs);
  endSlowBodies(server, rate);
  return server;
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
