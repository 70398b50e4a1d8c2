import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

export interface StoredFile {
  readonly id: string;
  readonly organization_id: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: string;
}

const columns = ['id', 'organization_id', 'sha256', 'bytes', 'media_type'] as const;

interface Content {
  readonly organization_id: number;
  readonly sha256: string;
}

/** The stored file with these bytes, kept from the sweep for a while; undefined without one. */
export const keepFound = (
  db: Db | Transaction<Database>,
  { organization_id, sha256 }: Content,
  now: Timestamp,
): Promise<StoredFile | undefined> =>
  db
    .updateTable('voice_files')
    .set({ kept_at: now, may_be_unused: true })
    .where('organization_id', '=', organization_id)
    .where('sha256', '=', sha256)
    .returning(columns)
    .executeTakeFirst();

/** Inserts a file whose bytes are stored, or keeps the one that has them already. */
export const insert = (
  trx: Transaction<Database>,
  file: StoredFile,
  now: Timestamp,
): Promise<StoredFile> =>
  trx
    .insertInto('voice_files')
    .values({ ...file, kept_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'sha256'])
        .doUpdateSet({ kept_at: now, may_be_unused: true }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The stored file, locked against its removal until the transaction ends. */
export const share = (
  trx: Transaction<Database>,
  organizationId: number,
  id: string,
): Promise<StoredFile | undefined> =>
  trx
    .selectFrom('voice_files')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();

/** Files of all organizations that may have no reference, the oldest first. */
export const listUnused = (db: Db, keptBefore: Timestamp, limit: number): Promise<StoredFile[]> =>
  db
    .selectFrom('voice_files')
    .select(columns)
    .where('may_be_unused', '=', true)
    .where('kept_at', '<', keptBefore)
    .orderBy('kept_at')
    .limit(limit)
    .execute();

/** Has the files wait as long as if they had been referred to now. */
export const keepAgain = (db: Db, files: readonly StoredFile[], now: Timestamp) =>
  db
    .updateTable('voice_files')
    .set({ kept_at: now })
    .where(
      'id',
      'in',
      files.map(({ id }) => id),
    )
    .execute();

/** Locks a file that may have no reference and has not been kept again; undefined if another transaction has it. */
export const lockUnused = (
  trx: Transaction<Database>,
  { id }: StoredFile,
  keptBefore: Timestamp,
): Promise<StoredFile | undefined> =>
  trx
    .selectFrom('voice_files')
    .select(columns)
    .where('id', '=', id)
    .where('may_be_unused', '=', true)
    .where('kept_at', '<', keptBefore)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Whether a row refers to it. A row that another transaction is deleting still does. */
export async function isReferenced(
  trx: Transaction<Database>,
  { id }: StoredFile,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from voice_samples where file_id = ${id})
      or exists (select from voice_profiles where avatar_file_id = ${id})
      or exists (select from generation_versions where file_id = ${id}) as found`.execute(trx);
  return rows[0]?.found === true;
}

/** A reference that is removed later makes it a candidate again. */
export const setUsed = (trx: Transaction<Database>, { id }: StoredFile): Promise<unknown> =>
  trx.updateTable('voice_files').set({ may_be_unused: false }).where('id', '=', id).execute();

export const remove = (trx: Transaction<Database>, { id }: StoredFile): Promise<unknown> =>
  trx.deleteFrom('voice_files').where('id', '=', id).execute();

/** Has an object removed at a time, if it is there then. */
export const addRemoval = (
  db: Db | Transaction<Database>,
  storage_key: string,
  due_at: Timestamp,
): Promise<unknown> =>
  db
    .insertInto('voice_file_removals')
    .values({ storage_key, due_at })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ due_at }))
    .execute();

/** Whether the object was still to be removed, and is no longer. */
export async function dropRemoval(
  db: Db | Transaction<Database>,
  storage_key: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('voice_file_removals')
    .where('storage_key', '=', storage_key)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function listRemovals(db: Db, now: Timestamp, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('voice_file_removals')
    .select('storage_key')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Some files of an organization, locked until the transaction ends. */
export const lockSome = (
  trx: Transaction<Database>,
  organizationId: number,
  limit: number,
): Promise<StoredFile[]> =>
  trx
    .selectFrom('voice_files')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
