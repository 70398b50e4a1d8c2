import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

const firstPauseMs = 100;
const maxPauseMs = 5000;
/** After an hour the carrier has been queried about the call, or its deadline has passed. */
const giveUpMs = 3_600_000;

/**
 * Repeats work until it succeeds: what a carrier said of a call is said once, and must be written when the database is
 * back. The work must be harmless when it is repeated. Throws the first error after an hour.
 */
export async function retryUntilStored<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + giveUpMs;
  for (let pause = firstPauseMs, first: unknown; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (first === undefined)
        log.warn({ err: error }, "a carrier's answer could not be written; it is written again");
      first ??= error;
      if (performance.now() > end) throw first;
    }
    await setTimeout(pause * (0.5 + Math.random() / 2));
  }
}
