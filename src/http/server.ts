import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

/** Maximum header size: cookies and long tokens fit. Larger headers get 431. */
const maxHeaderSize = 16_384;
/** How often Node checks for requests that exceed their time limits. */
const connectionsCheckingInterval = 1000;

/**
 * A server that disconnects clients that send or read too slowly, since each holds a connection and memory. Does not
 * listen yet.
 */
export const createHttpServer = (listener: RequestListener, timeouts: Config['timeouts']): Server =>
  createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval,
      maxHeaderSize,
    },
    listener,
  ).setTimeout(timeouts.stalledMs);

/**
 * Stops accepting connections, and resolves when all are closed. Each is closed after its response: Node's `close` alone
 * leaves one open that is answered later, until its keep-alive ends.
 */
export type Close = () => Promise<void>;

/** Call it before requests arrive. */
export function closing(server: Server): Close {
  const unanswered = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener('request', (_, res) => {
    if (isClosing) closeAfter(res);
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
  });
  return () => {
    isClosing = true;
    // Of the requests that one connection has pipelined, only the last answer may end it.
    for (const res of new Map([...unanswered].map((each) => [each.req.socket, each])).values())
      closeAfter(res);
    return new Promise((done) => server.close(() => done()));
  };
}

function closeAfter(res: ServerResponse): void {
  const { socket } = res.req;
  if (res.headersSent) res.once('finish', () => socket.end());
  else res.setHeader('Connection', 'close');
}
