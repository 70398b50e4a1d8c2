import { setTimeout } from 'node:timers/promises';

/** The result of the work, or of `otherwise`, which may throw, if the work takes longer; the work continues. */
export async function withTimeout<T, U>(
  ms: number,
  work: Promise<T>,
  otherwise: () => U,
): Promise<T | U> {
  const over = new AbortController();
  const late = setTimeout(ms, undefined, { signal: over.signal }).then(otherwise);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
