import { busy, type Quota, tooMany } from '../errors.ts';
import { createWindowCounter } from '../fairness/window-counter.ts';
import { type Turn, takeTurn } from '../fairness/turn.ts';

/** An attempt's result; undefined if it failed. */
type Work<T> = () => Promise<T | undefined>;

interface FailureLimit {
  /**
   * Runs an attempt, which returns undefined if it fails. Throws 429 without running it if the key has too many
   * failures, or too many attempts are waiting already. A client that leaves gives up its turn.
   */
  attempt<T>(key: string, signal: AbortSignal, work: Work<T>): Promise<T | undefined>;
  /** Resets the key's failures. */
  forgive(key: string): void;
}

interface Line {
  inProgress: number;
  /** In order of arrival. */
  readonly waiting: Set<Turn>;
}

/**
 * Counts failed attempts by key in this process's memory. An attempt that could exceed the limit waits for the result
 * of those in progress: a burst gets no more attempts than a sequence, and successful concurrent attempts are not
 * rejected. An attempt that ends wakes only those whose turn it is.
 */
export function createFailureLimit(quota: Quota, maxWaiting: number): FailureLimit {
  const failures = createWindowCounter(quota.windowSeconds);
  const lines = new Map<string, Line>();

  const isFree = (key: string, { inProgress }: Line): boolean =>
    failures.get(key).used + inProgress < quota.limit;
  const refusal = (key: string): Error => tooMany(quota, Math.ceil(failures.get(key).ms / 1000));

  /** Takes one of the key's attempts, or waits for one. */
  async function enter(key: string, signal: AbortSignal): Promise<Line> {
    signal.throwIfAborted();
    const line = lines.get(key) ?? { inProgress: 0, waiting: new Set() };
    if (line.waiting.size === 0 && isFree(key, line)) {
      line.inProgress += 1;
      lines.set(key, line);
      return line;
    }
    if (line.inProgress === 0) throw refusal(key);
    if (line.waiting.size >= maxWaiting) throw busy();
    await takeTurn(line.waiting, signal);
    return line;
  }

  function leave(key: string, line: Line): void {
    line.inProgress -= 1;
    for (const turn of line.waiting) {
      const free = isFree(key, line);
      if (!free && line.inProgress > 0) break;
      line.waiting.delete(turn);
      if (!free) turn.refuse(refusal(key));
      else {
        line.inProgress += 1;
        turn.begin();
      }
    }
    if (line.inProgress === 0) lines.delete(key);
  }
  return {
    async attempt(key, signal, work) {
      const line = await enter(key, signal);
      try {
        const result = await work();
        if (result === undefined) failures.add(key);
        return result;
      } finally {
        leave(key, line);
      }
    },
    forgive: (key) => failures.forget(key),
  };
}
