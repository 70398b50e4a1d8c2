import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createPace } from '../fairness/pace.ts';
import type { AddressOf } from './address.ts';

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
