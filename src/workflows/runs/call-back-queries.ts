import { type Selectable, sql, type Transaction } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from './read-queries.ts';

/** What decides about calling again whom a run called, and who placed the call; undefined if there is no such run. */
export const callOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('api_keys as key', (join) =>
      join
        .onRef('key.id', '=', 'run.api_key_id')
        .onRef('key.organization_id', '=', 'run.organization_id'),
    )
    .select(['run.id', 'run.organization_id', 'run.mode', 'run.workflow_id', 'run.campaign_id'])
    .select(['run.contact_id', 'run.to_number', 'run.timezone', 'run.callback_at'])
    .select(['run.user_id', 'run.api_key_id', 'key.connector_name', 'key.scopes'])
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirst();

/** How many calls of a contact but this one asked for a callback. */
export async function countOfContact(
  trx: Transaction<Database>,
  id: number,
  without: number,
): Promise<number> {
  const { calls } = await trx
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('contact_id', '=', id)
    .where('id', '<>', without)
    .where('callback_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return calls;
}

interface OnDay {
  readonly organization_id: number;
  readonly phone_number: string;
  readonly begins_at: Timestamp;
  readonly ends_at: Timestamp;
  /** The call whose own callback does not count. */
  readonly without: number;
}

/** How many callbacks a number has on a day; others who count for it wait until the transaction ends. */
export async function countOnDay(
  trx: Transaction<Database>,
  { organization_id, phone_number, begins_at, ends_at, without }: OnDay,
): Promise<number> {
  const key = `${organization_id} ${phone_number}`;
  await sql`select pg_advisory_xact_lock(${lockKey('callBacks')}, hashtext(${key}))`.execute(trx);
  const { rows } = await sql<{ calls: number }>`
    select count(*) as calls from workflow_runs
    where organization_id = ${organization_id} and to_number = ${phone_number} and id <> ${without}
      and coalesce(callback_moved_to, callback_at) >= ${begins_at}
      and coalesce(callback_moved_to, callback_at) < ${ends_at}`.execute(trx);
  return rows[0]!.calls;
}

/** Stores that the callback of a run is made at another time than was agreed in it. */
export const moveCallBack = (
  trx: Transaction<Database>,
  id: number,
  callback_moved_to: Timestamp,
) => trx.updateTable('workflow_runs').set({ callback_moved_to }).where('id', '=', id).execute();

/** Stores why the callback that somebody wants is not made. */
export const refuseCallBack = (
  trx: Transaction<Database>,
  id: number,
  callback_refusal: NonNullable<Selectable<WorkflowRuns>['callback_refusal']>,
) => trx.updateTable('workflow_runs').set({ callback_refusal }).where('id', '=', id).execute();

/** Stores when somebody wants to be called again, once; returns the call, locked, unless it was stored before. */
export const setCallBack = (trx: Transaction<Database>, id: number, callback_at: Timestamp) =>
  trx
    .updateTable('workflow_runs')
    .set({ callback_at, callback_refusal: null })
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
    .returning(sql<string | null>`metadata::text`.as('metadata'))
    .executeTakeFirst();

export type CalledBack = NonNullable<Awaited<ReturnType<typeof setCallBack>>>;
