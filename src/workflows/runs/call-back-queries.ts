import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from './read-queries.ts';

/** The campaign of a call; undefined for what is none. */
export const placeOf = (trx: Transaction<Database>, { organization_id, run_id }: Key) =>
  trx
    .selectFrom('workflow_runs')
    .select(['campaign_id', 'contact_id'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .where('to_number', 'is not', null)
    .executeTakeFirst();

/** Stores when somebody wants to be called again, once; returns the call, locked, unless it was stored before. */
export const setCallBack = (trx: Transaction<Database>, id: number, callback_at: Timestamp) =>
  trx
    .updateTable('workflow_runs')
    .set({ callback_at })
    .where('id', '=', id)
    .where('callback_at', 'is', null)
    .returning([
      'id',
      'organization_id',
      'workflow_id',
      'state',
      'to_number',
      'from_number',
      'telephony_configuration_id',
      'timezone',
      'user_id',
      'api_key_id',
    ])
    .returning(sql<string>`initial_context::text`.as('initial_context'))
    .executeTakeFirst();

export type CalledBack = NonNullable<Awaited<ReturnType<typeof setCallBack>>>;
