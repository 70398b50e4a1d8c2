import { sql, type Transaction } from 'kysely';
import { lockKey } from '../db/advisory-locks.ts';
import type { Database } from '../db/connect.ts';
import { resource } from '../db/resource.ts';
import type { Timestamp } from '../timestamp.ts';
import { comparable } from '../text-rules.ts';

const columns = [
  'id',
  'organization_id',
  'name',
  'provider',
  'is_default_outbound',
  'calls_per_second',
  'calling_codes',
  'countries',
  'allowed_number_types',
  'credentials_encrypted',
  'revision',
  'created_at',
  'updated_at',
] as const;

const configurations = resource('telephony_configurations', {
  columns,
  missing: ['Telephony configuration', 'config_id'],
});

export const { list, get, insert, remove, update: setNumberTypes } = configurations;

/** The configuration, locked against other changes; rows that refer to it can still be inserted. */
export const lock = configurations.locking('for no key update');

/** The configuration, locked until the transaction ends so that no call or campaign can start to use it. */
export const lockAgainstUse = configurations.locking('for update');

/** The configuration, locked against deletion until the transaction ends, for calls and campaigns that will use it. */
export const lockForUse = configurations.locking('for key share');

/**
 * All of the organization's configurations, locked against other changes until the transaction ends. They are locked in
 * a fixed order, so that two transactions that change the default cannot deadlock. Rows that refer to them can still be
 * inserted.
 */
export const lockAll = (trx: Transaction<Database>, organizationId: number) =>
  trx
    .selectFrom('telephony_configurations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Call before another one becomes the default: the database rejects two defaults even within a transaction. */
export const clearDefaultOutbound = (
  trx: Transaction<Database>,
  organizationId: number,
  now: Timestamp,
) =>
  trx
    .updateTable('telephony_configurations')
    .set((eb) => ({
      is_default_outbound: false,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('is_default_outbound', '=', true)
    .returning(columns)
    .execute();

export const makeDefaultOutbound = (trx: Transaction<Database>, id: number, now: Timestamp) =>
  trx
    .updateTable('telephony_configurations')
    .set((eb) => ({ is_default_outbound: true, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/**
 * Locks the names of the organization's configurations until the transaction ends, so that a name found free stays
 * free. Take it before any row lock.
 */
export const lockNames = (trx: Transaction<Database>, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${lockKey('configurationNames')}, hashint8(${organizationId}))`.execute(
    trx,
  );

export async function isNameTaken(
  trx: Transaction<Database>,
  organizationId: number,
  name: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('telephony_configurations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`normalize(name, NFC) = ${comparable(name)}`)
    .executeTakeFirst();
  return row !== undefined;
}

interface ConfigurationChange {
  readonly name: string;
  readonly calls_per_second: number | null;
  readonly calling_codes: string[] | null;
  readonly countries: string[] | null;
  readonly credentials_encrypted: Buffer;
  readonly revision: number;
  readonly updated_at: Timestamp;
}

export const update = (trx: Transaction<Database>, id: number, change: ConfigurationChange) =>
  trx
    .updateTable('telephony_configurations')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** How many calls in progress use the configuration. */
export async function liveCalls(
  trx: Transaction<Database>,
  organizationId: number,
  id: number,
): Promise<number> {
  const { calls } = await trx
    .selectFrom('live_calls')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('organization_id', '=', organizationId)
    .where('telephony_configuration_id', '=', id)
    .executeTakeFirstOrThrow();
  return calls;
}

export type TelephonyConfigurationRow = Awaited<ReturnType<typeof get>>;
