import type { Insertable, Transaction } from 'kysely';
import type { PhoneNumbers } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Rejection } from '../inbound-calls/rules.ts';

const columns = [
  'id',
  'telephony_configuration_id',
  'phone_number',
  'label',
  'is_default_caller',
  'in_pool',
  'daily_cap',
  'calls_counted',
  'counted_until',
  'inbound_workflow_id',
  'inbound_rejection',
  'inbound_rejected_at',
  'revision',
  'created_at',
] as const;

/** The number of a configuration of the organization. */
export const get = (db: Db, { organization_id, config_id, id }: NumberKey) =>
  db
    .selectFrom('phone_numbers')
    .select(columns)
    .where('organization_id', '=', organization_id)
    .where('telephony_configuration_id', '=', config_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Phone number', 'phone_number_id'));

interface NumberKey {
  readonly organization_id: number;
  readonly config_id: number;
  readonly id: number;
}

export type PhoneNumberRow = Awaited<ReturnType<typeof get>>;

/** The configuration must be the organization's. */
export function list(db: Db, configurationId: number, query: PageQuery) {
  return db
    .selectFrom('phone_numbers')
    .select(columns)
    .where('telephony_configuration_id', '=', configurationId)
    .$call(newestFirst(query))
    .execute();
}

/** Undefined if the configuration already has the number. */
export const insert = (trx: Transaction<Database>, values: Insertable<PhoneNumbers>) =>
  trx
    .insertInto('phone_numbers')
    .values(values)
    .onConflict((conflict) => conflict.constraint('phone_numbers_phone_number_key').doNothing())
    .returning(columns)
    .executeTakeFirst();

/** The number of a configuration; undefined if it has none like this. */
export const find = (trx: Transaction<Database>, configurationId: number, number: string) =>
  trx
    .selectFrom('phone_numbers')
    .select(['id', 'inbound_workflow_id'])
    .where('telephony_configuration_id', '=', configurationId)
    .where('phone_number', '=', number)
    .executeTakeFirst();

interface Rejected {
  readonly rejection: Rejection;
  readonly now: Timestamp;
}

/** A call to the number was rejected. */
export const setRejection = (
  trx: Transaction<Database>,
  id: number,
  { rejection, now }: Rejected,
) =>
  trx
    .updateTable('phone_numbers')
    .set({ inbound_rejection: rejection, inbound_rejected_at: now })
    .where('id', '=', id)
    .execute();

/** The configuration must be locked, so that no number becomes the default or is removed meanwhile. Locks the number. */
export const lock = (trx: Transaction<Database>, configurationId: number, id: number) =>
  trx
    .selectFrom('phone_numbers')
    .select(columns)
    .where('telephony_configuration_id', '=', configurationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Phone number', 'phone_number_id'));

interface NumberChange {
  readonly label: string | null;
  readonly in_pool: boolean;
  readonly daily_cap: number | null;
  readonly calls_counted?: number;
  readonly counted_from?: Timestamp;
  readonly counted_until?: Timestamp;
  readonly inbound_workflow_id: number | null;
}

export const update = (trx: Transaction<Database>, id: number, change: NumberChange) =>
  trx
    .updateTable('phone_numbers')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/**
 * Call before another one becomes the default: the database rejects two defaults even within a transaction. Returns the
 * former default.
 */
export const clearDefaultCaller = (trx: Transaction<Database>, configurationId: number) =>
  trx
    .updateTable('phone_numbers')
    .set((eb) => ({ is_default_caller: false, revision: eb('revision', '+', 1) }))
    .where('telephony_configuration_id', '=', configurationId)
    .where('is_default_caller', '=', true)
    .returning('id')
    .executeTakeFirst();

export const makeDefaultCaller = (trx: Transaction<Database>, id: number) =>
  trx
    .updateTable('phone_numbers')
    .set((eb) => ({ is_default_caller: true, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const remove = (trx: Transaction<Database>, id: number) =>
  trx.deleteFrom('phone_numbers').where('id', '=', id).execute();

/** The configuration must be locked. */
export async function poolSize(
  trx: Transaction<Database>,
  configurationId: number,
): Promise<number> {
  const { size } = await trx
    .selectFrom('phone_numbers')
    .select(({ fn }) => fn.countAll<number>().as('size'))
    .where('telephony_configuration_id', '=', configurationId)
    .where('in_pool', '=', true)
    .executeTakeFirstOrThrow();
  return size;
}

/**
 * How many calls were made from the number since a time, up to the greatest cap; those of other configurations with the
 * same number are not among them. The organization's slots must be locked, so that no call is added meanwhile.
 */
export async function callsSince(
  trx: Transaction<Database>,
  {
    organization_id,
    telephony_configuration_id,
    phone_number,
  }: { organization_id: number } & Pick<
    PhoneNumberRow,
    'telephony_configuration_id' | 'phone_number'
  >,
  since: Timestamp,
): Promise<number> {
  const { calls } = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('workflow_runs')
        .select('telephony_configuration_id')
        .where('organization_id', '=', organization_id)
        .where('from_number', '=', phone_number)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxCap)
        .as('run'),
    )
    .where('telephony_configuration_id', '=', telephony_configuration_id)
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow();
  return calls;
}

const maxCap = 10_000;
