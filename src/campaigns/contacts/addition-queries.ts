import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CampaignRow } from '../lock-queries.ts';
import type { SourceRow, Unique } from '../sources/row-rules.ts';
import type { Existing } from './rules.ts';

type Contacts = readonly Pick<SourceRow, Unique>[];

/** The rows of a source that have the number or external ID of one of the contacts; a source never changes. */
export const rowsOfSource = (db: Db, sourceId: string, contacts: Contacts): Promise<Existing> =>
  existing(db, sql`campaign_source_rows where source_id = ${sourceId}`, contacts);

/** The same of the contacts that were added to a campaign. */
export const rowsAdded = (db: Db, campaignId: number, contacts: Contacts): Promise<Existing> =>
  existing(
    db,
    sql`campaign_contacts where campaign_id = ${campaignId} and added_at is not null`,
    contacts,
  );

const existing = async (
  db: Db,
  rows: RawBuilder<unknown>,
  contacts: Contacts,
): Promise<Existing> => ({
  phone_number: await rowsWith(db, rows, { contacts, column: 'phone_number' }),
  external_id: await rowsWith(db, rows, { contacts, column: 'external_id' }),
});

interface Wanted {
  readonly contacts: Contacts;
  readonly column: Unique;
}

/**
 * One index lookup per value: without `limit`, the planner may read all rows and compare each with each value.
 */
async function rowsWith(
  db: Db,
  rows: RawBuilder<unknown>,
  { contacts, column }: Wanted,
): Promise<ReadonlyMap<string, number>> {
  const values = contacts.map((contact) => contact[column]).filter((value) => value !== null);
  if (values.length === 0) return new Map();
  const found = await sql<{ value: string; row_number: number }>`
    select sent.value, found.row_number from unnest(${values}::text[]) as sent (value)
    cross join lateral (
      select row_number from ${rows} and ${sql.ref(column)} = sent.value limit 1
    ) as found`.execute(db);
  return new Map(found.rows.map(({ value, row_number }) => [value, row_number]));
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
      (organization_id, campaign_id, row_number, phone_number, timezone, initial_context, external_id, metadata,
        added_at, updated_at)
    select ${organization_id}, ${id}, last.row_number + sent.place, sent.phone_number, sent.timezone,
      sent.initial_context::jsonb, sent.external_id, sent.metadata::jsonb, ${now}, ${now}
    from unnest(
      ${contacts.map(({ phone_number }) => phone_number)}::text[],
      ${contacts.map(({ timezone }) => timezone)}::text[],
      ${contacts.map(({ initial_context }) => initial_context)}::text[],
      ${contacts.map(({ external_id }) => external_id)}::text[],
      ${contacts.map(({ metadata }) => metadata)}::text[]
    ) with ordinality as sent (phone_number, timezone, initial_context, external_id, metadata, place)
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
