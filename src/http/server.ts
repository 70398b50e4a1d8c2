import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '../config.ts';

/** Room for cookies and long tokens; a larger header is answered with 431. */
const maxHeaderSize = 16_384;
/** How often Node looks for requests that take too long. */
const connectionsCheckingInterval = 1000;

/** A server that cuts off clients which send or read too slowly: each holds a connection and memory. Nothing listens yet. */
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
