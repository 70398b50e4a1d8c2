import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
export function inTurns(
  addressOf: AddressOf,
  begin: Begin,
): (req: IncomingMessage, res: ServerResponse) => void {
  /** The next queue comes first. */
  const lines = new Map<string, Waiting[]>();
  /** How many requests of a connection wait. */
  const pipelined = new WeakMap<Socket, number>();
  let turning = false;

  function turn(): void {
    turning = false;
    for (const [address, line] of lines) {
      lines.delete(address);
      const next = line.shift();
      if (line.length > 0) lines.set(address, line);
      if (next) resume(next);
      return turnSoon();
    }
  }
  function turnSoon(): void {
    turning = true;
    setImmediate(turn);
  }
  function resume({ req, res, arrived }: Waiting): void {
    const { socket } = req;
    pipelined.set(socket, (pipelined.get(socket) ?? 0) - 1);
    if (!socket.destroyed && !res.destroyed) begin(req, res, arrived);
  }
  return (req, res) => {
    const arrived = performance.now();
    if (!turning) {
      turnSoon();
      return begin(req, res, arrived);
    }
    const { socket } = req;
    const before = pipelined.get(socket) ?? 0;
    if (before === pipelinedLimit) return void socket.destroy();
    pipelined.set(socket, before + 1);
    const address = addressOf(req);
    const line = lines.get(address);
    if (line) line.push({ req, res, arrived });
    else lines.set(address, [{ req, res, arrived }]);
  };
}
