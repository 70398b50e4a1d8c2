import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import { notFound } from '../../errors.ts';
import { msBetween, type Timestamp } from '../../timestamp.ts';

export interface Copying {
  readonly id: number;
  readonly organization_id: number;
  readonly source_id: string;
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
  { id, source_id, copied_to_row }: Copying,
  { limit, now }: { readonly limit: number; readonly now: Timestamp },
): Promise<readonly CopiedZone[]> {
  const copy = sql<{ zone: string; row_number: number }>`
    with next as materialized (
      select * from campaign_source_rows
      where source_id = ${source_id} and row_number > ${copied_to_row} order by row_number limit ${limit}
    )
    insert into campaign_contacts
      (organization_id, campaign_id, row_number, phone_number, timezone, initial_context, external_id, metadata,
        updated_at)
    select organization_id, ${id}, row_number, phone_number, timezone, initial_context, external_id, metadata, ${now}
    from next order by row_number
    returning coalesce(timezone, '') as zone, row_number`;
  const { rows } = await allowingLong(trx, () => copy.execute(trx));
  return zonesOf(rows);
}

/** The zones of rows that were copied, in their order. */
function zonesOf(
  copied: readonly { readonly zone: string; readonly row_number: number }[],
): readonly CopiedZone[] {
  const rowsOf = Map.groupBy(copied, ({ zone }) => zone);
  return [...rowsOf]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([zone, rows]) => {
      const numbers = rows.map(({ row_number }) => row_number);
      return {
        zone,
        first_row: Math.min(...numbers),
        last_row: Math.max(...numbers),
        contacts: rows.length,
      };
    });
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

/** Adds to what counts as contacts of a locked campaign, by their state. */
export const addCounts = (
  trx: Transaction<Database>,
  { id, organization_id }: Pick<Copying, 'id' | 'organization_id'>,
  contacts: readonly (readonly ['pending' | 'skipped', number])[],
) =>
  sql`
    insert into campaign_contact_counts as counted
      (organization_id, campaign_id, state, outcome, shard, contacts, retries)
    select ${organization_id}::bigint, ${id}::bigint, state, '', pg_backend_pid() % 16, contacts, 0
    from unnest(${contacts.map(([state]) => state)}::text[], ${contacts.map(([, number]) => number)}::bigint[])
      as added (state, contacts) order by state
    on conflict (campaign_id, state, outcome, shard) do update
    set contacts = counted.contacts + excluded.contacts`.execute(trx);

/** How large a source is. */
export const sizeOf = (trx: Transaction<Database>, sourceId: string) =>
  trx
    .selectFrom('campaign_sources')
    .select(['total_rows', 'bytes'])
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();

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

/**
 * Locks the campaign, sets how far it has got, and has it looked at if it is running: its new contacts may be called.
 * False if it was canceled meanwhile.
 */
export async function advance(
  trx: Transaction<Database>,
  { id, copied_to_row }: Copying,
  { now, missing, ...step }: Step,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set((eb) => ({
      ...step,
      wake_at: sql<Timestamp | null>`case when state = 'running' then ${now}::timestamptz else wake_at end`,
      ...(missing !== 0 && { total_rows: eb('total_rows', '-', missing) }),
    }))
    .where('id', '=', id)
    .where('copied_to_row', '=', copied_to_row)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the copying of a canceled campaign; undefined if it has nothing left to copy. It keeps how many rows it leaves. */
export const stop = (trx: Transaction<Database>, id: number) =>
  trx
    .updateTable('campaigns')
    .set({ copied_to_row: null })
    .where('id', '=', id)
    .where('copied_to_row', 'is not', null)
    .returning(['id', 'organization_id', 'uncopied_rows'])
    .$narrowType<{ uncopied_rows: number }>()
    .executeTakeFirst();

/** How many campaigns one round copies for. */
const atOnce = 100;

/** Campaigns that have not copied their whole source, without the given ones: of each organization the one that has copied least. */
export async function listCopying(
  db: Db,
  without: readonly number[],
): Promise<readonly { readonly id: number; readonly organization_id: number }[]> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from (
      select distinct on (organization_id) id, organization_id, copied_to_row from campaigns
      where copied_to_row is not null and deleted_at is null and id <> all(${[...without]}::bigint[])
      order by organization_id, copied_to_row, id
    ) as copying order by copied_to_row, id limit ${atOnce}`.execute(db);
  return rows;
}

/** A campaign's source, locked; undefined if somebody else has locked it: another process copies, or a person is erased. */
export const lockSource = (trx: Transaction<Database>, campaignId: number) =>
  trx
    .selectFrom('campaign_sources')
    .select(['total_rows', 'bytes'])
    .where('id', '=', (source) =>
      source.selectFrom('campaigns').select('source_id').where('id', '=', campaignId),
    )
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();

/** A campaign that has not copied its whole source. The source must be locked, so that nobody else copies it. */
export const getCopying = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('campaigns')
    .select(['id', 'organization_id', 'source_id', 'state', 'copied_to_row', 'uncopied_rows'])
    .$narrowType<{ copied_to_row: number; uncopied_rows: number }>()
    .where('id', '=', id)
    .where('copied_to_row', 'is not', null)
    .executeTakeFirst();

/** For how many seconds the campaign that was started first has been copying its source; 0 if none does. */
export async function oldestUncopiedSeconds(db: Db, now: Timestamp): Promise<number> {
  const { started_at } = await db
    .selectFrom('campaigns')
    .select(({ fn }) => fn.min('started_at').as('started_at'))
    .where('copied_to_row', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Math.max(msBetween(started_at ?? now, now) / 1000, 0);
}

/** How far an organization's campaign has copied its source; null: no more is copied. */
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
