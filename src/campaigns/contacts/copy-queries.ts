import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';

export interface Copying {
  readonly id: number;
  readonly organization_id: number;
  readonly source_id: string;
  readonly state: string;
  /** The last row that is copied; 0 before the first. */
  readonly copied_to_row: number;
}

/** What was copied of a time zone; an empty zone is the campaign's own. */
export interface CopiedZone {
  readonly zone: string;
  readonly first_row: number;
  readonly last_row: number;
  readonly contacts: number;
}

/** Copies the next rows of the source. */
export async function copyRows(
  trx: Transaction<Database>,
  { id, source_id, state, copied_to_row }: Copying,
  { most, now }: { readonly most: number; readonly now: Timestamp },
): Promise<readonly CopiedZone[]> {
  const isCanceled = state === 'canceled';
  const copy = sql<CopiedZone>`
    with next as materialized (
      select * from campaign_source_rows
      where source_id = ${source_id} and row_number > ${copied_to_row} order by row_number limit ${most}
    ), copied as (
      insert into campaign_contacts
        (organization_id, campaign_id, row_number, phone_number, timezone, initial_context, external_id, metadata,
          state, skip_reason, updated_at)
      select organization_id, ${id}, row_number, phone_number, timezone, initial_context, external_id, metadata,
        ${isCanceled ? 'skipped' : 'pending'}, ${isCanceled ? 'canceled' : null}, ${now}
      from next order by row_number
    )
    select coalesce(timezone, '') as zone, min(row_number) as first_row, max(row_number) as last_row, count(*) as contacts
    from next group by 1 order by 1`;
  const { rows } = await allowingLong(trx, () => copy.execute(trx));
  return rows;
}

/**
 * Opens the zones of copied rows. Where contacts that were added behind these rows were taken already, the next claim
 * begins with these rows, as with contacts that are given back. Zones are locked in their order, as by claims.
 */
export async function openZones(
  trx: Transaction<Database>,
  { id, organization_id }: Copying,
  copied: readonly CopiedZone[],
): Promise<void> {
  const zones = copied.map(({ zone }) => zone);
  const firstRows = copied.map(({ first_row }) => first_row);
  await sql`
    insert into campaign_zones (organization_id, campaign_id, zone)
    select ${organization_id}::bigint, ${id}::bigint, unnest(${zones}::text[])
    on conflict do nothing`.execute(trx);
  await sql`
    with passed as (
      select opened.zone, copied.first_row from campaign_zones as opened
      join unnest(${zones}::text[], ${firstRows}::integer[]) as copied (zone, first_row)
        on copied.zone = opened.zone and copied.first_row < opened.next_row
      where opened.campaign_id = ${id}
      order by opened.zone for no key update of opened
    )
    update campaign_zones as opened set next_row = passed.first_row, given_back = given_back + 1
    from passed where campaign_id = ${id} and opened.zone = passed.zone`.execute(trx);
}

/** The shard in which contacts count that are copied, and no other: see the migration `0053_copied_counts`. */
const copiedShard = 16;

/** Counts rows that are still to be copied as pending contacts, or fewer of them. */
export const countUncopied = (
  trx: Transaction<Database>,
  { id, organization_id }: Pick<Copying, 'id' | 'organization_id'>,
  contacts: number,
) =>
  sql`
    insert into campaign_contact_counts as counted
      (organization_id, campaign_id, state, outcome, shard, contacts, retries)
    values (${organization_id}, ${id}, 'pending', '', ${copiedShard}, ${contacts}, 0)
    on conflict (campaign_id, state, outcome, shard) do update
    set contacts = counted.contacts + excluded.contacts`.execute(trx);

/** How many rows of the source are left after those that were copied at the start. */
export async function rowsLeft(
  trx: Transaction<Database>,
  sourceId: string,
  copied: number,
): Promise<number> {
  const { total_rows } = await trx
    .selectFrom('campaign_sources')
    .select('total_rows')
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return Math.max(total_rows - copied, 0);
}

/** Sets how far a campaign, which is locked, has copied its source. */
export const setUncopied = (
  trx: Transaction<Database>,
  id: number,
  left: { readonly copied_to_row: number; readonly uncopied_rows: number },
) => trx.updateTable('campaigns').set(left).where('id', '=', id).execute();

interface Step {
  readonly now: Timestamp;
  /** Null: the whole source is copied. */
  readonly copied_to_row: number | null;
  readonly uncopied_rows: number | null;
  /** How many contacts the source has fewer than it said. */
  readonly missing: number;
}

/** Sets how far the campaign has got, and has it looked at if it is running: its new contacts may be called. */
export const advance = (trx: Transaction<Database>, id: number, { now, missing, ...step }: Step) =>
  trx
    .updateTable('campaigns')
    .set((eb) => ({
      ...step,
      wake_at: sql<Timestamp | null>`case when state = 'running' then ${now}::timestamptz else wake_at end`,
      ...(missing !== 0 && { total_rows: eb('total_rows', '-', missing) }),
    }))
    .where('id', '=', id)
    .execute();

/** How many campaigns one round copies for. */
const atOnce = 100;

/** Campaigns that have not copied their whole source, but for some; those that have copied least come first. */
export const listCopying = (db: Db, without: readonly number[]) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'organization_id'])
    .where('copied_to_row', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', sql<number>`all(${[...without]}::bigint[])`)
    .orderBy('copied_to_row')
    .orderBy('id')
    .limit(atOnce)
    .execute();

/** Locks the source of a campaign, unless somebody else has it: then another process copies, or a person is erased. */
export async function lockSource(trx: Transaction<Database>, campaignId: number): Promise<boolean> {
  const source = await trx
    .selectFrom('campaign_sources')
    .select('id')
    .where('id', '=', (source) =>
      source.selectFrom('campaigns').select('source_id').where('id', '=', campaignId),
    )
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return source !== undefined;
}

/** A campaign that has not copied its whole source, which is locked, so that nobody else copies. */
export const getCopying = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('campaigns')
    .select(['id', 'organization_id', 'source_id', 'state', 'copied_to_row', 'uncopied_rows'])
    .$narrowType<{ copied_to_row: number; uncopied_rows: number }>()
    .where('id', '=', id)
    .where('copied_to_row', 'is not', null)
    .executeTakeFirst();

/** How far an organization's campaign has copied its source; null: whole. */
export async function copiedToRow(
  db: Db,
  organizationId: number,
  campaignId: number,
): Promise<number | null> {
  const { copied_to_row } = await db
    .selectFrom('campaigns')
    .select('copied_to_row')
    .where('organization_id', '=', organizationId)
    .where('id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Campaign', 'campaign_id'));
  return copied_to_row;
}
