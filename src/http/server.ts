import { createServer, type RequestListener, type Server } from 'node:http';
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
