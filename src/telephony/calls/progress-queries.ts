import type { Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** Marks ringing calls, each once; returns those that were not marked before. Their runs are locked. */
export async function setRingingEvent(
  trx: Transaction<Database>,
  ids: readonly number[],
  now: Timestamp,
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .updateTable('live_calls')
    .set({ ringing_event_at: now })
    .where('run_id', '=', anyOf(ids))
    .where('ringing_event_at', 'is', null)
    .returning('run_id')
    .execute();
  return new Set(rows.map(({ run_id }) => run_id));
}
