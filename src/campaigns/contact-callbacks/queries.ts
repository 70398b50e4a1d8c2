import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { contactColumns } from '../contacts/queries.ts';

/**
 * The contact of a campaign that the transaction has locked: whoever takes contacts locks their campaign before, so it
 * stays as it is, unless its call is in progress.
 */
export const lockContact = (trx: Transaction<Database>, campaignId: number, id: number) =>
  trx
    .selectFrom('campaign_contacts')
    .select([...contactColumns, 'retries_queued'])
    .where('campaign_id', '=', campaignId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** When a contact is called back. */
export const set = (
  trx: Transaction<Database>,
  id: number,
  { callback_at, now }: { readonly callback_at: Timestamp; readonly now: Timestamp },
) =>
  trx
    .updateTable('campaign_contacts')
    .set({
      callback_at,
      due_at: callback_at,
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(contactColumns)
    .executeTakeFirstOrThrow();
