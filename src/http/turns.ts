import type { RequestHandler } from 'express';
import { addressOf } from './address.ts';
import { arrivedNow } from './state.ts';

/**
 * Of requests that come together one begins in each turn of the event loop, one address's after another's: whoever brings
 * many at once waits for himself, and what others wait for goes on between them. Who has left meanwhile is passed over.
 */
export function inTurns(): RequestHandler {
  /** The line that is served next comes first. */
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
