import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CampaignRow } from '../lock-queries.ts';
import type { SourceRow } from '../sources/row-rules.ts';

interface Place {
  readonly phone_number: string;
  readonly row_number: number;
}

const rowsByNumber = (rows: readonly Place[]): Map<string, number> =>
  new Map(rows.map(({ phone_number, row_number }) => [phone_number, row_number]));

/**
 * The rows of a source that have one of the numbers; a source never changes. One index lookup per number: without
 * `limit`, the planner may read all rows and compare each with each number.
 */
export async function rowsOfSource(
  db: Db,
  sourceId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Place>`
    select sent.phone_number, found.row_number from unnest(${[...numbers]}::text[]) as sent (phone_number)
    cross join lateral (
      select row_number from campaign_source_rows
      where source_id = ${sourceId} and phone_number = sent.phone_number limit 1
    ) as found`.execute(db);
  return rowsByNumber(rows);
}

/** The same of the contacts that were added to a campaign. */
export async function rowsAdded(
  db: Db,
  campaignId: number,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Place>`
    select sent.phone_number, found.row_number from unnest(${[...numbers]}::text[]) as sent (phone_number)
    cross join lateral (
      select row_number from campaign_contacts
      where campaign_id = ${campaignId} and phone_number = sent.phone_number and added_at is not null limit 1
    ) as found`.execute(db);
  return rowsByNumber(rows);
}

export async function columnsOfSource(db: Db, sourceId: string): Promise<readonly string[]> {
  const { columns } = await db
    .selectFrom('campaign_sources')
    .select('columns')
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return columns;
}

interface Addition {
  readonly contacts: readonly SourceRow[];
  /** See `columnsWith`. */
  readonly columns: readonly string[];
  readonly now: Timestamp;
}

/** Inserts contacts after all others of a campaign that the transaction has locked, and counts them. */
export async function insert(
  trx: Transaction<Database>,
  { id, organization_id, source_id, state }: CampaignRow,
  { contacts, columns, now }: Addition,
): Promise<void> {
  const zones = [...new Set(contacts.map(({ timezone }) => timezone ?? ''))].toSorted();
  await sql`
    insert into campaign_zones (organization_id, campaign_id, zone)
    select ${organization_id}::bigint, ${id}::bigint, unnest(${zones}::text[])
    on conflict do nothing`.execute(trx);
  await sql`
    insert into campaign_contacts
      (organization_id, campaign_id, row_number, phone_number, timezone, initial_context, added_at, updated_at)
    select ${organization_id}, ${id}, last.row_number + sent.place, sent.phone_number, sent.timezone,
      sent.initial_context::jsonb, ${now}, ${now}
    from unnest(
      ${contacts.map(({ phone_number }) => phone_number)}::text[],
      ${contacts.map(({ timezone }) => timezone)}::text[],
      ${contacts.map(({ initial_context }) => initial_context)}::text[]
    ) with ordinality as sent (phone_number, timezone, initial_context, place)
    cross join (
      select greatest(
        (select max(row_number) from campaign_source_rows where source_id = ${source_id}),
        (select max(row_number) from campaign_contacts where campaign_id = ${id}), 0
      ) as row_number
    ) as last`.execute(trx);
  await trx
    .updateTable('campaigns')
    .set((eb) => ({
      total_rows: sql<number>`coalesce(total_rows, 0) + ${contacts.length}::integer`,
      added_columns: JSON.stringify(columns),
      revision: eb('revision', '+', 1),
      ...(state === 'running' && { wake_at: now }),
    }))
    .where('id', '=', id)
    .execute();
}
