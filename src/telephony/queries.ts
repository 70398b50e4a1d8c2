import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';
import { idAfter, type PageQuery, rowsFor } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Moment } from '../moment.ts';

const columns = [
  'id',
  'organization_id',
  'name',
  'provider',
  'is_default_outbound',
  'credentials_encrypted',
  'created_at',
  'updated_at',
] as const;

export function list(db: Db, organizationId: number, query: PageQuery) {
  const after = idAfter(query);
  return db
    .selectFrom('telephony_configurations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute();
}

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('telephony_configurations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Telephony configuration'));

/**
 * All of the organization's configurations, held against other changes until the transaction ends. They are locked
 * in one order, so that two that change the default wait for each other and never lock each other out; rows that
 * refer to them are not kept waiting.
 */
export const lockAll = (trx: Transaction<Database>, organizationId: number) =>
  trx
    .selectFrom('telephony_configurations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Before another one is made the default: the database refuses a second one even for a moment. */
export const clearDefaultOutbound = (
  trx: Transaction<Database>,
  organizationId: number,
  now: Moment,
) =>
  trx
    .updateTable('telephony_configurations')
    .set({ is_default_outbound: false, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('is_default_outbound', '=', true)
    .execute();

export const makeDefaultOutbound = (trx: Transaction<Database>, id: number, now: Moment) =>
  trx
    .updateTable('telephony_configurations')
    .set({ is_default_outbound: true, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export type TelephonyConfigurationRow = Awaited<ReturnType<typeof get>>;
