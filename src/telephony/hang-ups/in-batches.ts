import type { TelephonyApp } from '../context.ts';
import { hangUp } from './actions.ts';
import { notHungUp } from './queries.ts';

/** How many calls one transaction hangs up. */
const batchSize = 100;
/** How many batches one turn hangs up, so that the calls of others have theirs. */
const batches = 10;

interface CallsOf {
  readonly organization_id: number;
  /** Those of one campaign; default: all of the organization. */
  readonly campaign_id?: number;
}

/**
 * Hangs up calls in short transactions. Anybody may do it at once, and begin again where another stopped. Returns
 * whether none was left.
 */
export async function hangUpInBatches(
  { db, now, calls, metrics }: Pick<TelephonyApp, 'db' | 'now' | 'calls' | 'metrics'>,
  which: CallsOf,
): Promise<boolean> {
  for (let batch = 0; batch < batches; batch += 1) {
    const ids = await notHungUp(db, { ...which, limit: batchSize });
    if (ids.length === 0) return true;
    const { ended } = await db
      .transaction()
      .execute((trx) => hangUp(trx, calls, { ids, now: now() }));
    for (const { outcome } of ended) if (outcome) metrics.work.ended(outcome);
  }
  return false;
}
