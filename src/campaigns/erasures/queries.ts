import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { addCounts } from '../contacts/copy-queries.ts';
import { sourceRowBytes } from '../content-size.ts';

interface Person {
  readonly organization_id: number;
  readonly phone_number: string;
}

/** A row of a source, and the campaigns that have copied it, or will. */
export interface SourceRow {
  readonly source_id: string;
  readonly row_number: number;
}

/**
 * The first rows of the number in the organization's sources: one lookup in an index for each source. Sources that are being
 * uploaded are left out: the upload says at its end how many rows it has.
 */
export async function sourceRows(db: Db, person: Person, limit: number): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select found.source_id, found.row_number from campaign_sources as source cross join lateral (
      select source_id, row_number from campaign_source_rows
      where source_id = source.id and phone_number = ${person.phone_number}
    ) as found
    where source.organization_id = ${person.organization_id} and source.uploading_at is null limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Whether a source is being uploaded whose upload began by then. */
export async function isUploading(
  db: Db,
  organizationId: number,
  begunBy: Timestamp,
): Promise<boolean> {
  const found = await db
    .selectFrom('campaign_sources')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('uploading_at', 'is not', null)
    .where('created_at', '<=', begunBy)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A source and its campaigns, locked: none of them copies its rows meanwhile. */
export async function lockCampaignsOf(trx: Transaction<Database>, sourceId: string): Promise<void> {
  await trx
    .selectFrom('campaign_sources')
    .select('id')
    .where('id', '=', sourceId)
    .forNoKeyUpdate()
    .execute();
  await trx
    .selectFrom('campaigns')
    .select(['id', 'state'])
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks campaigns in the order that every transaction keeps to. */
export const lockCampaigns = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('campaigns')
    .select(['id', 'state'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Removes a row, whose campaigns are locked; a campaign that has not copied it yet has one contact less. */
export async function removeSourceRow(
  trx: Transaction<Database>,
  { source_id, row_number }: SourceRow,
): Promise<void> {
  await sql`
    with removed as (
      delete from campaign_source_rows where source_id = ${source_id} and row_number = ${row_number}
      returning ${sourceRowBytes} as bytes
    )
    update campaign_sources set total_rows = total_rows - 1, bytes = greatest(campaign_sources.bytes - removed.bytes, 0)
    from removed where id = ${source_id}`.execute(trx);
  await sql`
    update campaigns set total_rows = total_rows - 1
    where source_id = ${source_id} and state = 'created' and total_rows > 0`.execute(trx);
  const uncopied = await trx
    .updateTable('campaigns')
    .set((eb) => ({
      total_rows: eb('total_rows', '-', 1),
      uncopied_rows: eb('uncopied_rows', '-', 1),
    }))
    .where('source_id', '=', source_id)
    .where('copied_to_row', '<', row_number)
    .where('uncopied_rows', '>', 0)
    .returning(['id', 'organization_id'])
    .execute();
  for (const campaign of uncopied) await addCounts(trx, campaign, [['pending', -1]]);
}

/** The contacts that were copied from a row. */
export async function contactsOf(db: Db, row: SourceRow): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select contact.id, contact.campaign_id from campaigns as campaign
    join campaign_contacts as contact on contact.campaign_id = campaign.id and contact.row_number = ${row.row_number}
    where campaign.source_id = ${row.source_id} and contact.added_at is null`.execute(db);
  return rows;
}

export interface Contact {
  readonly id: number;
  readonly campaign_id: number;
}

/** The contacts with the number that were added to a campaign: one lookup in an index for each campaign. */
export async function addedContacts(db: Db, person: Person, limit: number): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select found.id, found.campaign_id from campaigns as campaign cross join lateral (
      select id, campaign_id from campaign_contacts
      where campaign_id = campaign.id and phone_number = ${person.phone_number} and added_at is not null
    ) as found
    where campaign.organization_id = ${person.organization_id} limit ${limit}`.execute(db);
  return rows;
}

/** Those of the contacts that are not being dialed, locked. The call of the others is ended first. */
export async function lockIdle(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('campaign_contacts')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('state', '!=', 'dialing')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes contacts, which are locked and to which no run refers. The campaigns' counts follow by triggers. */
export const removeContacts = (trx: Transaction<Database>, ids: readonly number[]) =>
  sql`
    with gone as (
      delete from campaign_contacts where id = ${anyOf(ids)} returning campaign_id
    ), counted as (
      select campaign_id, count(*) as contacts from gone group by campaign_id
    )
    update campaigns set total_rows = greatest(total_rows - contacts, 0)
    from counted where id = campaign_id and contacts_removed_at is null`.execute(trx);

/** The contact if it has the number. */
export const contactWith = (db: Db, person: Person, id: number): Promise<Contact | undefined> =>
  db
    .selectFrom('campaign_contacts')
    .select(['id', 'campaign_id'])
    .where('organization_id', '=', person.organization_id)
    .where('id', '=', id)
    .where('phone_number', '=', person.phone_number)
    .executeTakeFirst();

/** Whether a row of a source has the number. */
export async function isRowOf(db: Db, person: Person, row: SourceRow): Promise<boolean> {
  const found = await db
    .selectFrom('campaign_source_rows')
    .select('row_number')
    .where('organization_id', '=', person.organization_id)
    .where('source_id', '=', row.source_id)
    .where('row_number', '=', row.row_number)
    .where('phone_number', '=', person.phone_number)
    .executeTakeFirst();
  return found !== undefined;
}

type Value = Record<string, unknown>;

/**
 * The rows of the number in the organization's sources, and the contacts of its campaigns that came from them or were added.
 * For a deleted source see `contactsWithoutSource`.
 */
export async function exported(
  db: Db,
  person: Person,
  /** Those of the person's calls, also where their source is gone. */
  contactIds: readonly number[],
): Promise<{ readonly source_rows: Value[]; readonly contacts: Value[] }> {
  const { rows: sourced } = await sql<{ value: Value }>`
    select to_jsonb(found) - 'organization_id' as value from campaign_sources as source cross join lateral (
      select * from campaign_source_rows where source_id = source.id and phone_number = ${person.phone_number}
    ) as found where source.organization_id = ${person.organization_id}`.execute(db);
  const { rows: contacts } = await sql<{ value: Value }>`
    select to_jsonb(contact) - 'organization_id' as value from campaign_contacts as contact
    where id = ${anyOf(contactIds)} or id in (
      select found.id from campaigns as campaign cross join lateral (
        select id from campaign_contacts
        where campaign_id = campaign.id and phone_number = ${person.phone_number} and added_at is not null
        union all
        select copied.id from campaign_sources as source join campaign_source_rows as source_row on source_row.source_id = source.id
        join campaign_contacts as copied
          on copied.campaign_id = campaign.id and copied.row_number = source_row.row_number and copied.added_at is null
        where source.id = campaign.source_id and source.deleted_at is null
          and source_row.phone_number = ${person.phone_number}
      ) as found where campaign.organization_id = ${person.organization_id}
    ) order by id`.execute(db);
  return {
    source_rows: sourced.map(({ value }) => value),
    contacts: contacts.map(({ value }) => value),
  };
}

/** Where reading contacts goes on: after a row of a campaign. */
export interface ContactPlace {
  readonly campaign_id: number;
  readonly row_number: number;
}

/** How many contacts one statement reads. */
const contactsAtOnce = 5000;

/**
 * The next contacts of the number in campaigns whose source is gone. No index has their number, so that they are looked for
 * among all contacts of these campaigns. The place is undefined after the last ones.
 */
export async function contactsWithoutSource(
  db: Db,
  { organization_id, phone_number }: Person,
  after: ContactPlace,
): Promise<{ readonly contacts: readonly Value[]; readonly next: ContactPlace | undefined }> {
  const { rows: campaigns } = await sql<{ id: number }>`
    select campaign.id from campaigns as campaign join campaign_sources as source on source.id = campaign.source_id
    where campaign.organization_id = ${organization_id} and campaign.id >= ${after.campaign_id}
      and source.deleted_at is not null
    order by campaign.id limit 1`.execute(db);
  const [campaign] = campaigns;
  if (!campaign) return { contacts: [], next: undefined };
  const row = campaign.id === after.campaign_id ? after.row_number : 0;
  const { rows } = await sql<{ read: number; last: number; contacts: Value[] }>`
    select count(*) as read, coalesce(max(row_number), 0) as last, coalesce(
      jsonb_agg(to_jsonb(page) - 'organization_id' order by row_number)
        filter (where phone_number = ${phone_number} and added_at is null), '[]'
    ) as contacts from (
      select * from campaign_contacts where campaign_id = ${campaign.id} and row_number > ${row}
      order by row_number limit ${contactsAtOnce}
    ) as page`.execute(db);
  const { read = 0, last = 0, contacts = [] } = rows[0] ?? {};
  const next =
    read < contactsAtOnce
      ? { campaign_id: campaign.id + 1, row_number: 0 }
      : { campaign_id: campaign.id, row_number: last };
  return { contacts, next };
}
