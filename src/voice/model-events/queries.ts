import { sql, type Transaction } from 'kysely';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

interface ModelWork {
  readonly migrates: boolean;
  /** The names of the models that are being downloaded. */
  readonly downloads: readonly string[];
  /** The names of the models that are being deleted. */
  readonly deletions: readonly string[];
}

/** What is done with the models; until the transaction ends no other one can begin any work. */
export async function lockWork(trx: Transaction<Database>, now: Timestamp): Promise<ModelWork> {
  await sql`select pg_advisory_xact_lock(${lockKey('modelWork')})`.execute(trx);
  const migration = await trx
    .selectFrom('model_migrations')
    .select('id')
    .where('state', '=', 'running')
    .executeTakeFirst();
  const downloads = await trx
    .selectFrom('model_downloads')
    .select('name')
    .where('ended_at', 'is', null)
    .execute();
  const deletions = await trx
    .selectFrom('model_deletions')
    .select('name')
    .where('expires_at', '>', now)
    .execute();
  return {
    migrates: migration !== undefined,
    downloads: downloads.map(({ name }) => name),
    deletions: deletions.map(({ name }) => name),
  };
}
