import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import { resource } from '../../db/resource.ts';
import type { Timestamp } from '../../timestamp.ts';

const columns = [
  'id',
  'organization_id',
  'url',
  'description',
  'events',
  'status',
  'disabled_reason',
  'disabled_at',
  'previous_secret_expires_at',
  'revision',
  'created_at',
  'updated_at',
] as const;

const secretColumns = ['secret_encrypted', 'previous_secret_encrypted'] as const;

const missing = ['Webhook endpoint', 'endpoint_id'] as const;
const endpoints = resource('webhook_endpoints', { columns, missing });
const withSecrets = resource('webhook_endpoints', {
  columns: [...columns, ...secretColumns],
  missing,
});

export const { list, get, insert, update } = endpoints;
export const { get: getWithSecrets } = withSecrets;

/** The data needed to send deliveries to their endpoints. */
export const listWithSecrets = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('webhook_endpoints')
    .select([
      'id',
      'organization_id',
      'url',
      'status',
      'failing_since',
      'previous_secret_expires_at',
    ])
    .select(secretColumns)
    .where('id', 'in', ids)
    .execute();

/** The endpoints of organizations to which everything was delivered of late, in the words of the scheduler. */
export const healthyOf = (trx: Transaction<Database>, organizationIds: readonly number[]) =>
  trx
    .selectFrom('webhook_endpoints')
    .select(['id as endpoint_id', 'organization_id'])
    .where('organization_id', 'in', organizationIds)
    .where('status', '=', 'enabled')
    .where('failing_since', 'is', null)
    .execute();

/**
 * The endpoint, locked against other changes until the transaction ends. Changing an endpoint's deliveries requires
 * this lock first; creating new ones does not.
 */
export const lock = withSecrets.locking('for no key update');

/**
 * The existing endpoints, locked in a fixed order so that concurrent transactions cannot deadlock. Without `wait`,
 * locked ones are left out.
 */
export const lockAll = (
  trx: Transaction<Database>,
  ids: readonly number[],
  { wait = true }: { readonly wait?: boolean } = {},
) =>
  trx
    .selectFrom('webhook_endpoints')
    .select(['id', 'organization_id', 'url', 'description', 'status', 'failing_since'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(!wait, (rows) => rows.skipLocked())
    .execute();

/** Which of some endpoints still exist. */
export async function existing(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The API does not show since when an endpoint fails, so the revision stays. */
export const setFailingSince = (
  trx: Transaction<Database>,
  id: number,
  failing_since: Timestamp | null,
) => trx.updateTable('webhook_endpoints').set({ failing_since }).where('id', '=', id).execute();

/** The endpoint, locked for deletion: no deliveries can be added to it meanwhile. */
export const lockForRemoval = endpoints.locking('for update');

/** Deletes the endpoint with its deliveries. */
export const remove = (trx: Transaction<Database>, id: number) =>
  allowingLong(trx, () => trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute());

/** The columns that disabling and enabling write. */
export const disabled = (reason: 'requested' | 'gone' | 'failing', now: Timestamp) => ({
  status: 'disabled' as const,
  disabled_reason: reason,
  disabled_at: now,
});
export const enabled = {
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
} as const;

export type EndpointRow = Awaited<ReturnType<typeof get>>;
