import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { addressOf } from './address.ts';
import { arrivedNow } from './state.ts';

/** How many requests of one connection may wait. Node parses pipelined requests without end while none is answered. */
export const pipelinedLimit = 100;

/**
 * Starts one waiting request per turn of the event loop, round-robin by address: a client with many concurrent requests
 * waits behind itself, and other work runs in between. Requests whose client has left are skipped.
 * A connection with more than `pipelinedLimit` waiting requests is closed.
 */
export function inTurns(): RequestHandler {
  /** The next queue comes first. */
  const lines = new Map<string, (() => void)[]>();
  /** How many requests of a connection wait. */
  const pipelined = new WeakMap<Socket, number>();
  let turning = false;

  function turn(): void {
    turning = false;
    for (const [address, line] of lines) {
      lines.delete(address);
      const begin = line.shift();
      if (line.length > 0) lines.set(address, line);
      begin?.();
      return turnSoon();
    }
  }
  function turnSoon(): void {
    turning = true;
    setImmediate(turn);
  }
  return (req, res, next) => {
    arrivedNow(res);
    if (!turning) {
      turnSoon();
      return next();
    }
    const { socket } = req;
    const before = pipelined.get(socket) ?? 0;
    if (before === pipelinedLimit) return void socket.destroy();
    pipelined.set(socket, before + 1);
    const begin = (): void => {
      pipelined.set(socket, (pipelined.get(socket) ?? 0) - 1);
      if (!socket.destroyed && !res.destroyed) next();
    };
    const address = addressOf(req);
    const line = lines.get(address);
    if (line) line.push(begin);
    else lines.set(address, [begin]);
  };
}
