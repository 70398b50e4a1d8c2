import type { Insertable, Transaction } from 'kysely';
import type { PhoneNumbers } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';

const columns = ['id', 'phone_number', 'label', 'is_default_caller', 'created_at'] as const;

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

/** The configuration must be locked, so that no number becomes the default or is removed meanwhile. */
export const get = (trx: Transaction<Database>, configurationId: number, id: number) =>
  trx
    .selectFrom('phone_numbers')
    .select(columns)
    .where('telephony_configuration_id', '=', configurationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Phone number', 'phone_number_id'));

/**
 * Call before another one becomes the default: the database rejects two defaults even within a transaction. Returns the
 * former default.
 */
export const clearDefaultCaller = (trx: Transaction<Database>, configurationId: number) =>
  trx
    .updateTable('phone_numbers')
    .set({ is_default_caller: false })
    .where('telephony_configuration_id', '=', configurationId)
    .where('is_default_caller', '=', true)
    .returning('id')
    .executeTakeFirst();

export const makeDefaultCaller = (trx: Transaction<Database>, id: number) =>
  trx
    .updateTable('phone_numbers')
    .set({ is_default_caller: true })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const remove = (trx: Transaction<Database>, id: number) =>
  trx.deleteFrom('phone_numbers').where('id', '=', id).execute();
