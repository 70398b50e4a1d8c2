import type { Insertable, Transaction, Updateable } from 'kysely';
import type { WebhookEndpoints } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
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

export function list(db: Db, organizationId: number, query: PageQuery) {
  return db
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$call(newestFirst(query))
    .execute();
}

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Webhook endpoint', 'endpoint_id'));

export const getWithSecrets = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('webhook_endpoints')
    .select([...columns, ...secretColumns])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Webhook endpoint', 'endpoint_id'));

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
export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('webhook_endpoints')
    .select([...columns, ...secretColumns])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Webhook endpoint', 'endpoint_id'));

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

export const insert = (trx: Transaction<Database>, endpoint: Insertable<WebhookEndpoints>) =>
  trx.insertInto('webhook_endpoints').values(endpoint).returning(columns).executeTakeFirstOrThrow();

/** Writes the given columns and increments the revision. */
export const update = (
  trx: Transaction<Database>,
  id: number,
  changes: Updateable<WebhookEndpoints>,
) =>
  trx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The API does not show since when an endpoint fails, so the revision stays. */
export const setFailingSince = (
  trx: Transaction<Database>,
  id: number,
  failing_since: Timestamp | null,
) => trx.updateTable('webhook_endpoints').set({ failing_since }).where('id', '=', id).execute();

/** The endpoint, locked for deletion: no deliveries can be added to it meanwhile. */
export const lockForRemoval = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Webhook endpoint', 'endpoint_id'));

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
