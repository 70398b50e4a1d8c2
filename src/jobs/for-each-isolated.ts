import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/errors.ts';
import { forEachLimited } from '../fairness/for-each-limited.ts';
import type { WorkMetrics } from '../telemetry/work-metrics.ts';

export interface ApartParts {
  readonly log: Logger;
  readonly metrics: { readonly work: Pick<WorkMetrics, 'failed'> };
}

interface Apart<T> {
  /** The name of the sweep. */
  readonly sweep: string;
  readonly items: readonly T[];
  /** How many are worked on at once; one if absent. */
  readonly atOnce?: number;
  readonly work: (item: T) => Promise<unknown>;
  /** What the log says of an item: whose it is. */
  readonly about: (item: T) => object;
}

/**
 * Works on the items of a sweep. A failed item is logged, counted as a failure of the sweep, and does not stop the others;
 * without a database all fail together. Returns the failed items.
 */
export async function forEachIsolated<T>(
  { log, metrics }: ApartParts,
  { sweep, items, atOnce = 1, work, about }: Apart<T>,
): Promise<T[]> {
  const failed: T[] = [];
  let away: { readonly error: unknown } | undefined;
  await forEachLimited(items, atOnce, async (item) => {
    if (away) return;
    try {
      await work(item);
    } catch (error) {
      if (isDatabaseAway(error)) away = { error };
      failed.push(item);
      if (away) return;
      metrics.work.failed('sweep', sweep);
      log.error({ err: error, sweep, ...about(item) }, 'a part of a sweep failed');
    }
  });
  if (away) throw away.error;
  return failed;
}
