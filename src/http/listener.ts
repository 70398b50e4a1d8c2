import type { RequestListener } from 'node:http';
import cors from 'cors';
import type { Request, Response } from 'express';
import type { AddressOf } from './address.ts';
import type { Dispatch } from './dispatch.ts';
import type { CheckHost } from './hosts.ts';
import { onePerLoop } from './one-per-loop.ts';
import { RequestState } from './state.ts';

interface ListenerParts {
  readonly corsOrigins: readonly string[];
  readonly checkHost: CheckHost;
  readonly dispatch: Dispatch;
  readonly addressOf: AddressOf;
}

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

/** The only way in: takes each request in its turn, and answers the preflights of browsers on other origins. */
export function createListener(parts: ListenerParts): RequestListener {
  const { corsOrigins, checkHost, dispatch, addressOf } = parts;
  const origin = corsOrigins.includes('*') ? '*' : [...corsOrigins];
  const allow = corsOrigins.length > 0 && cors({ origin, exposedHeaders, maxAge: 600 });
  return onePerLoop(addressOf, (req, res, arrived) => {
    const state = new RequestState(req, res, { arrived, addressOf });
    const refusal = checkHost(req, state.path);
    const isPreflight = req.method === 'OPTIONS';
    if (!allow || (isPreflight && refusal)) return void dispatch(state, refusal);
    if (isPreflight) state.setHeaders();
    allow(req as Request, res as Response, () => void dispatch(state, refusal));
  });
}
