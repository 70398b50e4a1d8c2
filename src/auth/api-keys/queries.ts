import type { Transaction } from 'kysely';
import type { ApiKeyCaller } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';

const columns = [
  'id',
  'name',
  'prefix',
  'connector_name',
  'scopes',
  'created_by',
  'created_at',
  'archived_at',
  'last_used_at',
] as const;

export function list(db: Db, organizationId: number, query: PageQuery) {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$call(newestFirst(query))
    .execute();
}

interface NewApiKey {
  readonly organization_id: number;
  readonly name: string;
  readonly prefix: string;
  readonly key_hash: Buffer;
  readonly connector_name: string | null;
  readonly scopes: ApiKeyCaller['scopes'];
  readonly created_by: number;
  readonly created_at: Timestamp;
}

export const insert = (trx: Transaction<Database>, key: NewApiKey) =>
  trx.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow();

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('API key', 'key_id'));

/** The key, locked against other changes until the transaction ends. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('API key', 'key_id'));

/** The keys that a user created and that are not archived, locked against other changes until the transaction ends. */
export const lockOf = (trx: Transaction<Database>, organizationId: number, userId: number) =>
  trx
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', userId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/**
 * Archives a locked key at this time, or unarchives it with null. A key that already has the status keeps its
 * timestamp.
 */
export const setArchived = (trx: Transaction<Database>, id: number, at: Timestamp | null) =>
  trx
    .updateTable('api_keys')
    .set((eb) => ({ archived_at: at === null ? null : eb.fn.coalesce('archived_at', eb.val(at)) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
