import { csv } from '../../csv.ts';
import type { Db } from '../../db/connect.ts';
import { batchesOf } from '../../db/batches.ts';
import { attempts, weighAttempts } from './queries.ts';
import { contextColumns, reportHeader, reportRow } from './report-rules.ts';

/**
 * How many attempts one statement measures. They are read in batches, and no statement is open while the client reads.
 */
const attemptsAtOnce = 1000;

/** A CSV file with a row for each attempt of the caller's campaign, read while it is sent. */
export async function* report(
  db: Db,
  campaignId: number,
  sourceColumns: readonly string[],
): AsyncGenerator<string> {
  const context = contextColumns(sourceColumns);
  yield csv([reportHeader(context)]);
  for (let after = 0; ;) {
    const weighed = await weighAttempts(db, campaignId, { after, limit: attemptsAtOnce });
    for (const batch of batchesOf(weighed)) {
      const rows = await attempts(
        db,
        batch.map(({ id }) => id),
      );
      yield csv(rows.map((row) => reportRow(row, context)));
    }
    const last = weighed.at(-1);
    if (!last || weighed.length < attemptsAtOnce) return;
    after = last.id;
  }
}
