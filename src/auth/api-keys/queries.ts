import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { resource } from '../../db/resource.ts';
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

const keys = resource('api_keys', { columns, missing: ['API key', 'key_id'] });

export const { list, get, insert } = keys;

/** The key, locked against other changes until the transaction ends. */
export const lock = keys.locking('for no key update');

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
