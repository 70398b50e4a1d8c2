import type { Insertable, Transaction } from 'kysely';
import type { WebhookEvents } from '../../../generated/database.ts';
import type { Database } from '../../db/connect.ts';
import type { Moment } from '../../moment.ts';

export const insert = (trx: Transaction<Database>, events: Insertable<WebhookEvents>[]) =>
  trx.insertInto('webhook_events').values(events).execute();

/** Makes the run's `call_analyzed` due, unless it is made already; says whether there was one to make due. */
export async function hasten(
  trx: Transaction<Database>,
  runId: number,
  now: Moment,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_events')
    .set({ due_at: now })
    .where('run_id', '=', runId)
    .where('event', '=', 'call_analyzed')
    .where('body', 'is', null)
    .where('due_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
