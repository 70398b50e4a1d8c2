import type { Transaction } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** The models' current directory: that of the last migration, or the configured one. */
export async function currentDirectory(db: Db, config: Config): Promise<string> {
  const row = await db.selectFrom('model_cache').select('path').executeTakeFirst();
  return row?.path ?? config.modelsCacheDir;
}

/** Makes another directory the current one. */
export async function setDirectory(db: Db, path: string, at: Timestamp): Promise<void> {
  const cache = { path, updated_at: at };
  await db
    .insertInto('model_cache')
    .values(cache)
    .onConflict((on) => on.column('singleton').doUpdateSet(cache))
    .execute();
}

interface Deletion {
  readonly name: string;
  readonly expires_at: Timestamp;
}

/** Replaces the claim of a process that died. */
export const claimDeletion = (trx: Transaction<Database>, deletion: Deletion) =>
  trx
    .insertInto('model_deletions')
    .values(deletion)
    .onConflict((on) => on.column('name').doUpdateSet(deletion))
    .execute();

export const endDeletion = (trx: Transaction<Database>, name: string) =>
  trx.deleteFrom('model_deletions').where('name', '=', name).execute();
