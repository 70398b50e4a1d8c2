import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { copyIn } from '../../db/copy.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { packedColumns, type PackedRows } from './packed-rows.ts';
import type { Format } from './reading.ts';

interface NewSource {
  readonly id: string;
  readonly organization_id: number;
  readonly source_type: Format;
  readonly created_by: number | null;
  readonly now: Timestamp;
}

/** Creates a source that is invisible until it is finished. */
export const begin = (trx: Transaction<Database>, { now, ...source }: NewSource) =>
  trx
    .insertInto('campaign_sources')
    .values({
      ...source,
      columns: '[]',
      total_rows: 0,
      created_at: now,
      uploading_at: now,
    })
    .execute();

/**
 * Inserts rows of a source that is being uploaded and renews its heartbeat. The source is locked until the commit, so that
 * nobody removes it and leaves these rows behind.
 */
export async function add(
  trx: Transaction<Database>,
  { id, organization_id }: Pick<NewSource, 'id' | 'organization_id'>,
  { rows, now }: { readonly rows: PackedRows; readonly now: Timestamp },
): Promise<void> {
  await trx
    .updateTable('campaign_sources')
    .set((eb) => ({ uploading_at: now, bytes: eb('bytes', '+', rows.bytes) }))
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (rows.form === 'copy') return copyIn(trx, copyRows, rows.data);
  await sql`
    insert into campaign_source_rows
      (organization_id, source_id, row_number, phone_number, timezone, initial_context, external_id, metadata)
    select ${organization_id}, ${id}, row_number, phone_number, timezone, initial_context::jsonb, external_id,
      metadata::jsonb
    from unnest(
      ${rows.row_numbers}::integer[], ${rows.phone_numbers}::text[], ${rows.timezones}::text[],
      ${rows.initial_contexts}::text[], ${rows.external_ids}::text[], ${rows.metadata}::text[]
    ) as rows (row_number, phone_number, timezone, initial_context, external_id, metadata)`.execute(
    trx,
  );
}

const copyRows = `copy campaign_source_rows (${packedColumns.join(', ')}) from stdin with (format binary)`;

/** Renews the heartbeat of an upload whose rows come slowly. */
export const hear = (db: Db, id: string, now: Timestamp) =>
  db
    .updateTable('campaign_sources')
    .set({ uploading_at: now })
    .where('id', '=', id)
    .where('uploading_at', 'is not', null)
    .execute();

interface Finished {
  readonly total_rows: number;
  readonly columns: readonly string[];
}

/** Makes the source visible. */
export const finish = (db: Db, id: string, { total_rows, columns }: Finished) =>
  db
    .updateTable('campaign_sources')
    .set({ total_rows, columns: JSON.stringify(columns), uploading_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();

/** The range of row numbers that one statement removes; other work runs in between. */
const removedAtOnce = 20_000;

/**
 * Removes the rows of a source, by ranges of their numbers: which rows to remove is no subquery, because PostgreSQL may
 * compare each row with each while it has no statistics of them.
 */
async function removeRows(db: Db, id: string): Promise<void> {
  const { last } = await db
    .selectFrom('campaign_source_rows')
    .select((eb) => eb.fn.max('row_number').as('last'))
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= (last ?? -1); from += removedAtOnce) {
    await db
      .deleteFrom('campaign_source_rows')
      .where('source_id', '=', id)
      .where('row_number', '>=', from)
      .where('row_number', '<', from + removedAtOnce)
      .execute();
  }
}

/**
 * Removes an unfinished source and its rows. One that is being finished, or was finished although the answer was lost,
 * stays whole.
 */
export async function remove(db: Db, id: string, now: Timestamp): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('campaign_sources')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('uploading_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await removeRows(db, id);
  await db
    .deleteFrom('campaign_sources')
    .where('id', '=', id)
    .where('uploading_at', 'is not', null)
    .execute();
}

/** An upload without a heartbeat for this long has crashed with its process. */
const staleMs = 60 * 60 * 1000;
export const heartbeatMs = staleMs / 6;

/** Uploads that will not be finished. */
export const unfinished = (db: Db, now: Timestamp) =>
  db
    .selectFrom('campaign_sources')
    .select(['id', 'organization_id'])
    .where('uploading_at', '<', later(now, -staleMs))
    .execute();

/** At most so many deleted sources are emptied by one turn of the sweep. */
const emptiedAtOnce = 20;

/** Deleted sources that have rows. */
export const notEmptied = (db: Db) =>
  db
    .selectFrom('campaign_sources')
    .select(['id', 'organization_id'])
    .where('deleted_at', 'is not', null)
    .where('emptied_at', 'is', null)
    .orderBy('deleted_at')
    .limit(emptiedAtOnce)
    .execute();

/** Removes the rows of a deleted source, and the source if no campaign refers to it. */
export async function empty(db: Db, id: string, emptied_at: Timestamp): Promise<void> {
  await removeRows(db, id);
  await db
    .deleteFrom('campaign_sources')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('campaigns').select('id').where('source_id', '=', id))),
    )
    .execute();
  await db.updateTable('campaign_sources').set({ emptied_at }).where('id', '=', id).execute();
}
