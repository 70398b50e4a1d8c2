import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cors from 'cors';
import { createPace } from '../fairness/fair-slots.ts';
import type { AddressOf } from './address.ts';
import type { Dispatch } from './dispatch.ts';
import type { CheckHost } from './hosts.ts';
import { allMethods } from './protocol.ts';
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
    // About the server as a whole: RFC 9110, section 9.3.7.
    if (isPreflight && !refusal && state.path === '*')
      return void res.writeHead(204, [...state.headers, 'Allow', allMethods.join(', ')]).end();
    if (!allow || (isPreflight && refusal)) return void dispatch(state, refusal);
    if (isPreflight) state.setHeaders();
    allow(req, res, () => void dispatch(state, refusal));
  });
}

/** How many requests of one connection may wait. Node parses pipelined requests without end while none is answered. */
export const pipelinedLimit = 100;

/** Begins a request that arrived at this time, by `performance.now()`. */
type Begin = (req: IncomingMessage, res: ServerResponse, arrived: number) => void;

interface Waiting {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly arrived: number;
}

/**
 * Starts one waiting request per turn of the event loop, round-robin by address: a client with many concurrent requests
 * waits behind itself, and other work runs in between. Requests whose client has left are skipped.
 * A connection with more than `pipelinedLimit` waiting requests is closed.
 */
export function onePerLoop(
  addressOf: AddressOf,
  begin: Begin,
): (req: IncomingMessage, res: ServerResponse) => void {
  /** How many requests of a connection wait. */
  const pipelined = new WeakMap<Socket, number>();
  const pace = createPace<string, Waiting>(({ req, res, arrived }) => {
    const { socket } = req;
    pipelined.set(socket, (pipelined.get(socket) ?? 0) - 1);
    if (!socket.destroyed && !res.destroyed) begin(req, res, arrived);
  });
  return (req, res) => {
    const arrived = performance.now();
    if (pace.tryBegin()) return begin(req, res, arrived);
    const { socket } = req;
    const before = pipelined.get(socket) ?? 0;
    if (before === pipelinedLimit) return void socket.destroy();
    pipelined.set(socket, before + 1);
    pace.add(addressOf(req), { req, res, arrived });
  };
}
