/** The request could not be sent, or its answer broke off. `cause` is what the platform reported. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

export interface RetryPolicy {
  /** How often a request is sent again; 0 for never. */
  readonly maxRetries: number;
  /** The longest wait before a repetition. If `Retry-After` asks for more, the request fails at once. */
  readonly maxWaitMs: number;
}

/** What a failure says about another attempt: none, or one after a time, with growing pauses if it names none. */
export type Repetition = 'never' | 'growing' | { readonly afterMs: number };

const firstPauseMs = 500;

/** Does the work, and repeats it as the failures allow. */
export async function withRetries<T>(
  work: (attempt: number) => Promise<T>,
  repetitionAfter: (error: unknown, attempt: number) => Repetition,
  { maxRetries, maxWaitMs }: RetryPolicy,
  signal?: AbortSignal | null,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const repetition = attempt < maxRetries ? repetitionAfter(error, attempt) : 'never';
      if (repetition === 'never') throw error;
      const waitMs =
        repetition === 'growing' ? growingPause(attempt, maxWaitMs) : repetition.afterMs;
      if (waitMs > maxWaitMs) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Doubles from half a second on; clients that failed together do not return together. */
export const growingPause = (attempt: number, maxWaitMs: number): number =>
  Math.min(firstPauseMs * 2 ** attempt, maxWaitMs) * (0.5 + Math.random() / 2);

/** Waits, and throws the signal's reason as soon as it aborts. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((done, failed) => {
    const stop = (): void => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The wait that a `Retry-After` asks for: seconds or a date (RFC 9110); undefined if there is none. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
