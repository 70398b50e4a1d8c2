import { csv } from '../../http/csv.ts';
import type { Reads } from '../../db/replica.ts';
import { batchesOf } from '../../db/batches.ts';
import { attempts, weighAttempts } from './queries.ts';
import { contextColumns, reportHeader, reportRow } from './report-rules.ts';

/**
 * How many attempts one statement measures. They are read in batches, and no statement is open while the client reads.
 */
const attemptsAtOnce = 1000;

/** A CSV file with a row for each attempt of the caller's campaign, read while it is sent. */
export async function* report(
  reads: Reads,
  campaign: { readonly organization_id: number; readonly campaign_id: number },
  sourceColumns: readonly string[],
): AsyncGenerator<string> {
  const context = contextColumns(sourceColumns);
  yield csv([reportHeader(context)]);
  for (let after: Parameters<typeof weighAttempts>[1]['after']; ;) {
    const range = { ...campaign, after, limit: attemptsAtOnce };
    const weighed = await reads((db) => weighAttempts(db, range));
    for (const batch of batchesOf(weighed)) {
      const ids = batch.map(({ id }) => id);
      const rows = await reads((db) => attempts(db, ids));
      yield csv(rows.map((row) => reportRow(row, context)));
    }
    const last = weighed.at(-1);
    if (!last || weighed.length < attemptsAtOnce) return;
    after = last;
  }
}
