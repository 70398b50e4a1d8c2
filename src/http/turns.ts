import type { RequestHandler } from 'express';
import { addressOf } from './address.ts';
import { arrivedNow } from './state.ts';

/**
 * Starts one waiting request per turn of the event loop, round-robin by address: a client with many concurrent requests
 * waits behind itself, and other work runs in between. Requests whose client has left are skipped.
 */
export function inTurns(): RequestHandler {
  /** The next queue comes first. */
  const lines = new Map<string, (() => void)[]>();
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
    const address = addressOf(req);
    const line = lines.get(address);
    const begin = (): void => void (res.destroyed || next());
    if (line) line.push(begin);
    else lines.set(address, [begin]);
  };
}
