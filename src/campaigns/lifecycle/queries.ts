import { sql, type Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { storedMetadata } from '../../db/client-data.ts';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';
import { sourceRowBytes } from '../content-size.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { type CampaignState, serviceTransitions } from './rules.ts';
import type { unscheduled } from './start-time-queries.ts';

interface Change extends Partial<typeof unscheduled> {
  readonly state: CampaignState;
  readonly started_at?: Timestamp;
  readonly resumed_at?: Timestamp;
  readonly completed_at?: Timestamp;
  readonly wake_at: Timestamp | null;
  readonly approval_policy_id?: string | null;
  readonly hang_up_calls?: boolean;
}

/** Writes the given columns and increments the revision. */
export const change = (trx: Transaction<Database>, id: number, values: Change) =>
  trx
    .updateTable('campaigns')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

const { halt } = serviceTransitions;

/** Pauses the campaign if it is running; false if it is not. */
export async function pauseIfRunning(trx: Transaction<Database>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set((eb) => ({ state: halt.to, wake_at: null, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', halt.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Only the dialer reads the time of its next look, so this is no new revision. */
export const setWakeAt = (trx: Transaction<Database>, id: number, wake_at: Timestamp | null) =>
  trx.updateTable('campaigns').set({ wake_at }).where('id', '=', id).execute();

/** For a change of what the campaign shows from other rows. */
export const incrementRevision = (trx: Transaction<Database>, id: number) =>
  trx
    .updateTable('campaigns')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Contacts that may still be called: all before the start, unfinished ones afterwards. */
export async function contactsToCall(
  trx: Transaction<Database>,
  { id, state, total_rows }: CampaignRow,
): Promise<number> {
  if (state === 'created') return total_rows ?? 0;
  return countOpen(trx, id);
}

/** Skips at most so many contacts without a call in progress; returns how many. */
export async function skipOpen(
  trx: Transaction<Database>,
  campaignId: number,
  { most, now }: { readonly most: number; readonly now: Timestamp },
): Promise<number> {
  const { rows } = await sql`
    update campaign_contacts set state = 'skipped', skip_reason = 'canceled', due_at = null,
      callback_at = null, updated_at = ${now}
    where id = any (array(
      select id from campaign_contacts
      where campaign_id = ${campaignId} and state in ('pending', 'waiting')
      order by state, row_number limit ${most}
      for no key update skip locked
    ))
    returning 1`.execute(trx);
  return rows.length;
}

const counted = (db: Db, campaignId: number, states: readonly string[]) =>
  db
    .selectFrom('campaign_contact_counts')
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', states)
    .select(sql<number>`coalesce(sum(contacts), 0)::bigint`.as('contacts'));

/** The number of contacts without a call in progress that are not finished. */
export async function countOpen(trx: Transaction<Database>, campaignId: number): Promise<number> {
  const { contacts } = await counted(trx, campaignId, [
    'pending',
    'waiting',
  ]).executeTakeFirstOrThrow();
  return contacts;
}

/** At most so many campaigns are ended by one turn of the sweep. */
export const endingBatch = 100;

/** Canceled campaigns after the one with the id of which some contacts are not finished. */
export const ending = (db: Db, after: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'organization_id', 'hang_up_calls'])
    .where('id', '>', after)
    .where('state', '=', 'canceled')
    .where('completed_at', 'is', null)
    .orderBy('id')
    .limit(endingBatch)
    .execute();

/** Sets the end of a canceled campaign, once, when no contact is open. */
export const setEnded = (db: Db, id: number, completed_at: Timestamp) =>
  db
    .updateTable('campaigns')
    .set((eb) => ({ completed_at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'canceled')
    .where('completed_at', 'is', null)
    .where(counted(db, id, ['pending', 'waiting', 'dialing']), '=', 0)
    .execute();

interface Redial {
  readonly parent: CampaignRow;
  readonly outcomes: readonly string[];
  readonly name: string;
  readonly created_by: number | null;
  readonly now: Timestamp;
}

/** The contacts whose last call had one of these outcomes. */
export async function contactsToRedial(
  trx: Transaction<Database>,
  parentId: number,
  outcomes: readonly string[],
): Promise<number> {
  const { contacts } = await trx
    .selectFrom('campaign_contact_counts')
    .where('campaign_id', '=', parentId)
    .where('state', '=', 'done')
    .where('outcome', 'in', outcomes)
    .select(sql<number>`coalesce(sum(contacts), 0)::bigint`.as('contacts'))
    .executeTakeFirstOrThrow();
  return contacts;
}

/**
 * Creates the source of a redial from the contacts whose last call had one of these outcomes; undefined if there are
 * none, and then the transaction must not commit. The source is inserted as a deleted one, which no quota counts, and
 * counted when it has its rows: so the quota row, on which others wait, is locked last.
 */
export async function insertRedialSource(
  trx: Transaction<Database>,
  { parent, outcomes, created_by, now }: Redial,
): Promise<{ id: string; total_rows: number } | undefined> {
  const id = uuid();
  await sql`
    insert into campaign_sources
      (id, organization_id, source_type, total_rows, bytes, columns, created_by, created_at, deleted_at)
    select ${id}::uuid, organization_id, source_type, 0, 0,
      columns || ${JSON.stringify(parent.added_columns)}::jsonb, ${created_by}::bigint, ${now}, ${now}
    from campaign_sources where id = ${parent.source_id}`.execute(trx);
  const copy = sql<{ total_rows: number; bytes: number }>`
    with added as (
      insert into campaign_source_rows
        (organization_id, source_id, row_number, phone_number, timezone, initial_context, external_id, metadata)
      select organization_id, ${id}::uuid, row_number, phone_number, timezone, initial_context, external_id, metadata
      from campaign_contacts
      where campaign_id = ${parent.id} and state = 'done' and outcome = any(${[...outcomes]}::text[])
      order by row_number
      returning ${sourceRowBytes} as bytes
    )
    select count(*)::int as total_rows, coalesce(sum(bytes), 0)::bigint as bytes from added`;
  const { rows } = await allowingLong(trx, () => copy.execute(trx));
  const { total_rows, bytes } = rows[0]!;
  if (total_rows === 0) return undefined;
  await trx
    .updateTable('campaign_sources')
    .set({ total_rows, bytes, deleted_at: null })
    .where('id', '=', id)
    .execute();
  return { id, total_rows };
}

/** Creates a redial campaign with its parent's settings and its own contacts. */
export const insertRedial = (
  trx: Transaction<Database>,
  { parent, name, created_by, now }: Redial,
  source: { readonly id: string; readonly total_rows: number },
) =>
  trx
    .insertInto('campaigns')
    .values({
      organization_id: parent.organization_id,
      name,
      workflow_id: parent.workflow_id,
      source_type: parent.source_type,
      source_id: source.id,
      total_rows: source.total_rows,
      retry_config: JSON.stringify(parent.retry_config),
      schedule_config: parent.schedule_config && JSON.stringify(parent.schedule_config),
      circuit_breaker: JSON.stringify(parent.circuit_breaker),
      machine_detection: parent.machine_detection && JSON.stringify(parent.machine_detection),
      max_concurrency: parent.max_concurrency,
      require_prior_consent: parent.require_prior_consent,
      telephony_configuration_id: parent.telephony_configuration_id,
      metadata: storedMetadata(parent.metadata),
      parent_campaign_id: parent.id,
      created_by,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const findRedial = (trx: Transaction<Database>, parentId: number) =>
  trx
    .selectFrom('campaigns')
    .select('id')
    .where('parent_campaign_id', '=', parentId)
    .executeTakeFirst();
