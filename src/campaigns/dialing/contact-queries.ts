import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Outcome } from '../../telephony/calls/rules.ts';

/**
 * The campaigns, locked against transitions until the transaction ends; other transactions may settle their contacts
 * meanwhile.
 */
export async function shareCampaigns(trx: Transaction<Database>, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('campaigns')
    .select(['id', 'state', 'retry_config'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The contacts whose calls are in progress. */
export const lockDialing = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('campaign_contacts')
    .select(['id', 'campaign_id', 'retries_queued'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('state', '=', 'dialing')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export interface Settled {
  readonly id: number;
  readonly state: 'waiting' | 'done';
  readonly outcome: Outcome | null;
  readonly due_at: Timestamp | null;
  readonly retries_queued: number;
}

/** Writes the results of contacts in one statement. */
export async function write(
  trx: Transaction<Database>,
  contacts: readonly Settled[],
  now: Timestamp,
): Promise<void> {
  if (contacts.length === 0) return;
  await sql`
    update campaign_contacts as contact
    set state = settled.state, outcome = settled.outcome, due_at = settled.due_at,
      retries_queued = settled.retries_queued, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as settled (
      id bigint, state text, outcome text, due_at timestamptz, retries_queued integer
    )
    where contact.id = settled.id`.execute(trx);
}
