import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { failPage } from './failures.ts';
import type { CheckHost } from './hosts.ts';
import { allHeaders } from './response-headers.ts';
import { requestIdOf } from './state.ts';

/** The Express application that serves all but the operations: the contract, pages, health and what does not exist. */
export function createPages(
  { corsOrigins }: Pick<Config, 'corsOrigins'>,
  checkHost: CheckHost,
): Express {
  const http = express();
  http.disable('x-powered-by').disable('etag');
  http.use(headed);
  http.use((req, res, next) => {
    const refusal = checkHost(req, req.path);
    if (refusal) failPage(req, res, refusal);
    else next();
  });
  if (corsOrigins.length > 0) http.use(corsFor(corsOrigins));
  return http;
}

/** Names every request. Pages and files that are the same for everyone override some of these headers. */
const headed: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', requestIdOf(req));
  for (const [name, value] of allHeaders) res.setHeader(name, value);
  next();
};

const exposedHeaders = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'Idempotent-Replayed',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
];

/** Sets the headers for browsers on other origins, and answers their preflights. */
export const corsFor = (origins: readonly string[]): RequestHandler =>
  cors({ origin: origins.includes('*') ? '*' : [...origins], exposedHeaders, maxAge: 600 });
