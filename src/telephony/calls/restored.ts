import type { TelephonyApp } from '../context.ts';
import { checkPlacing } from './status-check-queries.ts';
import { refuseDue } from '../scheduled-calls/queries.ts';
import { giveBack } from './give-back.ts';
import * as sweeps from './sweep-queries.ts';

/**
 * After a restore: gives back the claimed calls of campaigns, ends single calls that were not placed, and has the
 * carriers queried about calls that were being placed. Returns how many single calls it ended.
 */
export async function endUnplaced({ db, now, calls }: Pick<TelephonyApp, 'db' | 'now' | 'calls'>) {
  const { release } = calls.campaigns;
  await eachBatch(db, 'campaigns', (batch) =>
    db.transaction().execute(async (trx) => {
      const ids = batch.map(({ run_id }) => run_id);
      await giveBack(trx, release, { ids, attempt: null, now: now() });
    }),
  );
  let ended = 0;
  await eachBatch(db, 'single calls', async (batch) => {
    await Promise.all(
      batch.map((call) =>
        calls.report({ ...call, attempt: null, at: now(), event: 'restored_from_backup' }),
      ),
    );
    ended += batch.length;
  });
  await refuseDue(db, now());
  await checkPlacing(db, now());
  return ended;
}

type Unplaced = Awaited<ReturnType<typeof sweeps.unplacedAfter>>;

async function eachBatch(
  db: TelephonyApp['db'],
  of: Parameters<typeof sweeps.unplacedAfter>[2],
  work: (batch: Unplaced) => Promise<void>,
): Promise<void> {
  let batch: Unplaced = [];
  do {
    batch = await sweeps.unplacedAfter(db, batch.at(-1)?.run_id ?? 0, of);
    if (batch.length > 0) await work(batch);
  } while (batch.length > 0);
}
