import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import { expectFewRows } from '../../db/expect-few-rows.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Outcome } from '../../telephony/calls/index.ts';

/** What decides about the contacts of campaigns. */
export async function campaignsOf(trx: Transaction<Database>, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('campaigns')
    .select(['id', 'state', 'retry_config'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The contacts whose calls are in progress. */
export const lockDialing = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('campaign_contacts')
    .select(['id', 'campaign_id', 'retries_queued'])
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'dialing')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export interface Settled {
  readonly id: number;
  readonly state: 'waiting' | 'done';
  readonly outcome: Outcome | null;
  readonly due_at: Timestamp | null;
  /** When somebody is called back; null for other contacts. */
  readonly callback_at: Timestamp | null;
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
      callback_at = settled.callback_at, retries_queued = settled.retries_queued, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as settled (
      id bigint, state text, outcome text, due_at timestamptz, callback_at timestamptz,
      retries_queued integer
    )
    where contact.id = settled.id and ${expectFewRows('settled.id')}`.execute(trx);
}

/** The time zone of a contact; null: unknown. */
export async function zoneOf(trx: Transaction<Database>, id: number): Promise<string | null> {
  const contact = await trx
    .selectFrom('campaign_contacts')
    .select('timezone')
    .where('id', '=', id)
    .executeTakeFirst();
  return contact?.timezone ?? null;
}

interface CallBack {
  readonly run_id: number;
  readonly callback_at: Timestamp;
  readonly now: Timestamp;
}

/** Lets a contact wait to be called again, if the call that has ended is the last one to it. */
export const callBackLater = (
  trx: Transaction<Database>,
  id: number,
  { run_id, callback_at, now }: CallBack,
) =>
  sql`
    update campaign_contacts
    set state = 'waiting', outcome = null, due_at = ${callback_at},
      callback_at = ${callback_at}, retries_queued = attempts, updated_at = ${now}
    where id = ${id} and state in ('done', 'waiting') and attempts > 0
      and not exists (select from workflow_runs where contact_id = ${id} and id > ${run_id})`.execute(
    trx,
  );

interface Release {
  readonly now: Timestamp;
  /** When they may be called again; absent: they are as they were before. */
  readonly due_at: Timestamp | undefined;
}

/**
 * Returns contacts that were not called after all. Those with a new due time wait for it; the others are pending, or
 * wait for a retry that is due. Zones are locked in their order, as by claims.
 */
export async function release(
  trx: Transaction<Database>,
  ids: readonly number[],
  { now, due_at }: Release,
): Promise<void> {
  await sql`
    with contact as (
      update campaign_contacts
      set attempts = attempts - 1, updated_at = ${now},
        deferrals = deferrals + ${due_at === undefined ? 0 : 1}::integer,
        state = case when attempts = 1 and ${due_at === undefined} then 'pending' else 'waiting' end,
        due_at = case when attempts = 1 and ${due_at === undefined} then null else ${due_at ?? now}::timestamptz end
      where id = ${anyOf(ids)} and state = 'dialing'
      returning campaign_id, coalesce(timezone, '') as zone, row_number, state
    ), pending as (
      select campaign_id, zone, min(row_number) as row_number from contact where state = 'pending' group by 1, 2
    ), first as (
      select zone.campaign_id, zone.zone, pending.row_number from campaign_zones as zone
      join pending on pending.campaign_id = zone.campaign_id and pending.zone = zone.zone
      order by zone.campaign_id, zone.zone for no key update of zone
    )
    update campaign_zones as zone
    set next_row = least(zone.next_row, first.row_number), given_back = zone.given_back + 1
    from first where zone.campaign_id = first.campaign_id and zone.zone = first.zone`.execute(trx);
}
