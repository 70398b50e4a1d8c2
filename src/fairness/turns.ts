import { setImmediate } from 'node:timers';

/** Turns of the event loop, which organizations take one after the other however many of their works wait. */
export interface Turns {
  /** Resolves when it is the organization's turn. Between two turns the event loop hears what has happened. */
  next(organizationId: number): Promise<void>;
}

export function createTurns(): Turns {
  /** The organization that is next comes first. */
  const lines = new Map<number, (() => void)[]>();
  let turning = false;

  function turn(): void {
    turning = false;
    for (const [organizationId, line] of lines) {
      lines.delete(organizationId);
      const begin = line.shift();
      if (line.length > 0) lines.set(organizationId, line);
      begin?.();
      break;
    }
    if (lines.size > 0) turnSoon();
  }
  function turnSoon(): void {
    if (turning) return;
    turning = true;
    setImmediate(turn);
  }
  return {
    next: (organizationId) =>
      new Promise((begin) => {
        const line = lines.get(organizationId);
        if (line) line.push(begin);
        else lines.set(organizationId, [begin]);
        turnSoon();
      }),
  };
}
