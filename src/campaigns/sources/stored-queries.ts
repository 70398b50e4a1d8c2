import { type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { contactBytes } from '../content-size.ts';

/** Sources that are complete and not deleted. */
const stored = (db: Db, organizationId: number) =>
  db
    .selectFrom('campaign_sources')
    .select(['id', 'source_type', 'total_rows', 'columns', 'bytes', 'created_by', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('uploading_at', 'is', null)
    .where('deleted_at', 'is', null);

export const list = (db: Db, organizationId: number, query: PageQuery) =>
  stored(db, organizationId)
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();

const sourceNotFound = () => notFound('Source', 'source_id');

export const get = (db: Db, organizationId: number, id: string) =>
  stored(db, organizationId).where('id', '=', id).executeTakeFirstOrThrow(sourceNotFound);

export type StoredSource = Awaited<ReturnType<typeof get>>;

/** The source, locked: no campaign that uses it is created until the transaction ends. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: string) =>
  stored(trx, organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(sourceNotFound);

const shownCampaigns = 20;

/** The ids of the first unfinished campaigns that use the source. */
export async function unfinishedWith(trx: Transaction<Database>, id: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('campaigns')
    .select('id')
    .where('source_id', '=', id)
    .where('state', 'in', ['created', 'running', 'paused'])
    .orderBy('id')
    .limit(shownCampaigns)
    .execute();
  return rows.map((row) => row.id);
}

/** The source becomes invisible, and no longer counts against quotas; its rows are removed later. */
export const setDeleted = (trx: Transaction<Database>, id: string, now: Timestamp) =>
  trx
    .updateTable('campaign_sources')
    .set({ deleted_at: now, bytes: 0 })
    .where('id', '=', id)
    .execute();

/** The numbers and sizes of rows after a given one. */
export const weighRows = (db: Db, id: string, after: number, limit: number) =>
  db
    .selectFrom('campaign_source_rows as contact')
    .select(['row_number', contactBytes.as('bytes')])
    .where('source_id', '=', id)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute();

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The rows of a range of numbers, both ends included. */
export const rowsBetween = (db: Db, id: string, { from, to }: Range) =>
  db
    .selectFrom('campaign_source_rows')
    .select(['phone_number', 'timezone', 'initial_context', 'external_id', 'metadata'])
    .where('source_id', '=', id)
    .where('row_number', '>=', from)
    .where('row_number', '<=', to)
    .orderBy('row_number')
    .execute();

export type StoredRow = Awaited<ReturnType<typeof rowsBetween>>[number];
