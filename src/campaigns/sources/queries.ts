import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { SourceRow } from './row-rules.ts';

interface NewSource {
  readonly id: string;
  readonly organization_id: number;
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

interface Rows {
  readonly rows: readonly SourceRow[];
  /** Their size, see `bytesOf`. */
  readonly bytes: number;
  readonly now: Timestamp;
}

/** Inserts rows of a source that is being uploaded and renews its heartbeat, in one statement. */
export async function add(
  trx: Transaction<Database>,
  id: string,
  { rows, bytes, now }: Rows,
): Promise<void> {
  await sql`
    with heard as (
      update campaign_sources set uploading_at = ${now}, bytes = bytes + ${bytes} where id = ${id}
    )
    insert into campaign_source_rows
      (organization_id, source_id, row_number, phone_number, timezone, initial_context)
    select (select organization_id from campaign_sources where id = ${id}), ${id}, row_number, phone_number, timezone, initial_context::jsonb
    from unnest(
      ${rows.map((row) => row.row_number)}::integer[], ${rows.map((row) => row.phone_number)}::text[],
      ${rows.map((row) => row.timezone)}::text[], ${rows.map((row) => row.initial_context)}::text[]
    ) as rows (row_number, phone_number, timezone, initial_context)`.execute(trx);
}

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

/** Removes the remains of unfinished uploads; returns how many there were. */
export async function removeUnfinished(db: Db, now: Timestamp): Promise<number> {
  const dead = await db
    .selectFrom('campaign_sources')
    .select('id')
    .where('uploading_at', '<', later(now, -staleMs))
    .execute();
  for (const { id } of dead) await remove(db, id, now);
  return dead.length;
}

/** At most so many deleted sources are emptied by one turn of the sweep. */
const emptiedAtOnce = 20;

/** Removes the rows of deleted sources, and those sources that no campaign refers to; returns how many were emptied. */
export async function emptyDeleted(db: Db, now: Timestamp): Promise<number> {
  const deleted = await db
    .selectFrom('campaign_sources')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('emptied_at', 'is', null)
    .orderBy('deleted_at')
    .limit(emptiedAtOnce)
    .execute();
  for (const { id } of deleted) {
    await removeRows(db, id);
    await db
      .deleteFrom('campaign_sources')
      .where('id', '=', id)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('campaigns').select('id').where('source_id', '=', id))),
      )
      .execute();
    await db
      .updateTable('campaign_sources')
      .set({ emptied_at: now })
      .where('id', '=', id)
      .execute();
  }
  return deleted.length;
}
