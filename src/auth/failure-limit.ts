import { busy, type Quota } from '../errors.ts';
import { createSlots } from '../fairness/lines.ts';
import { createWindowLimit } from '../fairness/window-counter.ts';

/** An attempt's result; undefined if it failed. */
type Work<T> = () => Promise<T | undefined>;

interface FailureLimit {
  /**
   * Runs an attempt, which returns undefined if it fails. Throws 429 without running it if the key has too many
   * failures, or too many attempts are waiting already. A client that leaves gives up its position.
   */
  attempt<T>(key: string, signal: AbortSignal, work: Work<T>): Promise<T | undefined>;
  /** Resets the key's failures. */
  forgive(key: string): void;
}

/**
 * Counts failed attempts by key in this process's memory. An attempt that could exceed the limit waits for the result
 * of those in progress: a burst gets no more attempts than a sequence, and successful concurrent attempts are not
 * rejected.
 */
export function createFailureLimit(quota: Quota, maxWaiting: number): FailureLimit {
  const failures = createWindowLimit(quota);
  const attempts = createSlots<string>({
    perKey: failures.left,
    exhausted: failures.refusal,
    waitingPerLine: maxWaiting,
    refusal: busy,
  });
  return {
    attempt: (key, signal, work) =>
      attempts.run(key, signal, async () => {
        const result = await work();
        if (result === undefined) failures.counter.add(key);
        return result;
      }),
    forgive: (key) => failures.counter.forget(key),
  };
}
