import { sql, type Transaction } from 'kysely';
import type { TelephonyConfigurations } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Room } from '../../fairness/begun-work.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { holderColumns } from '../../workflows/runs/read-queries.ts';
import { maxRequests } from './rules.ts';
import type { machineNews } from '../calls/rules.ts';

/** The carrier gets requests from now on to end the calls, which are locked. */
export const setHangUp = (trx: Transaction<Database>, ids: readonly number[], now: Timestamp) =>
  trx
    .updateTable('live_calls')
    .set({ wanted: 'hang_up', hang_up_at: now, hang_ups: 0 })
    .where('run_id', '=', anyOf(ids))
    .execute();

interface Take extends Room {
  readonly now: Timestamp;
}

/**
 * Takes calls that their carrier has accepted and gets a request for now: the first of each organization before the
 * second of any. Nobody else takes them before their pause is over, so the request is repeated if this process stops.
 */
export async function take(db: Db, { now, limit, perOrganization, busy }: Take) {
  const pauses = sql`least(5 * 2 ^ hang_ups, 60)`;
  const { rows } = await sql<Command>`
    with due as (
      select run_id, row_number() over (partition by organization_id order by hang_up_at, run_id) as turn, hang_up_at
      from live_calls
      where hang_up_at <= ${now} and state in ('ringing', 'in_progress')
        and organization_id <> all(${[...busy]}::bigint[])
    ), taken as (
      update live_calls
      set hang_ups = hang_ups + 1,
        hang_up_at = ${now}::timestamptz
          + case when hang_ups + 1 < ${sql.lit(maxRequests)} then make_interval(secs => ${pauses}) end
      where run_id in (
        select run_id from live_calls
        where run_id = any(array(
            select run_id from due where turn <= ${perOrganization} order by turn, hang_up_at, run_id limit ${limit}
          ))
          and hang_up_at <= ${now}
        for no key update skip locked
      )
      returning run_id, organization_id, telephony_configuration_id, state, hang_ups, wanted,
        handling ->> 'message_url' as message_url
    )
    select taken.run_id, taken.organization_id, taken.telephony_configuration_id, taken.state, taken.hang_ups,
      taken.wanted, taken.message_url, run.carrier_call_id, run.traceparent, configuration.provider,
      configuration.credentials_encrypted
    from taken
    join workflow_runs as run on run.id = taken.run_id
    left join telephony_configurations as configuration on configuration.id = taken.telephony_configuration_id
    order by taken.run_id`.execute(db);
  return rows;
}

export interface Command {
  readonly run_id: number;
  readonly organization_id: number;
  readonly state: 'ringing' | 'in_progress';
  /** How many requests the carrier got, this one included. */
  readonly hang_ups: number;
  readonly wanted: 'hang_up' | 'message';
  readonly message_url: string | null;
  readonly carrier_call_id: string | null;
  /** Null: the configuration was deleted. */
  readonly provider: TelephonyConfigurations['provider'] | null;
  readonly credentials_encrypted: Buffer | null;
}

/** The carrier is queried about the call by then, whatever it reports. */
export const queryBy = (db: Db, runId: number, now: Timestamp, afterMs: number) =>
  db
    .updateTable('live_calls')
    .set({ ask_at: sql<Timestamp>`least(ask_at, ${later(now, afterMs)}::timestamptz)` })
    .where('run_id', '=', runId)
    .where('placing_at', 'is not', null)
    .execute();

/** The carrier plays the message; unless somebody hung the call up meanwhile, it gets no further request until then. */
export const setMessageLeft = (db: Db, runId: number) =>
  db
    .updateTable('live_calls')
    .set({ wanted: 'message_left', hang_up_at: null })
    .where('run_id', '=', runId)
    .where('wanted', '=', 'message')
    .execute();

/**
 * The carrier gets requests from now on to end the call that its agent has heard, whose run is locked, unless somebody hung it up or the
 * carrier plays a message.
 */
export const setHangUpOfAnswered = (trx: Transaction<Database>, runId: number, now: Timestamp) =>
  trx
    .updateTable('live_calls')
    .set({ wanted: 'hang_up', hang_up_at: now, hang_ups: 0 })
    .where('run_id', '=', runId)
    .where('placing_at', 'is not', null)
    .where('wanted', 'is', null)
    .execute();

interface CallsOf {
  readonly organization_id: number;
  /** Those of one campaign; default: all of the organization. */
  readonly campaign_id?: number;
  readonly limit: number;
}

/** The ids of calls in progress that nobody has hung up. */
export async function notHungUp(
  db: Db,
  { organization_id, campaign_id, limit }: CallsOf,
): Promise<number[]> {
  const rows = await db
    .selectFrom('live_calls')
    .innerJoin('workflow_runs as run', 'run.id', 'live_calls.run_id')
    .select('live_calls.run_id')
    .where('live_calls.organization_id', '=', organization_id)
    .$if(campaign_id !== undefined, (calls) =>
      calls.where('live_calls.campaign_id', '=', campaign_id!),
    )
    .where('run.hang_up_requested_at', 'is', null)
    .orderBy('live_calls.run_id')
    .limit(limit)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/** The organization's run with what hanging up needs to know; undefined if there is none. */
export const findRun = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('workflow_runs as run')
    .select(['run.id', 'run.mode', 'run.state', 'run.outcome', 'run.hang_up_requested_at'])
    .select(holderColumns)
    .where('run.organization_id', '=', organizationId)
    .where('run.id', '=', id)
    .forNoKeyUpdate('run')
    .executeTakeFirst();

export type MachineNews = NonNullable<ReturnType<typeof machineNews>>;

/** Those of the calls in which the message is being played, or was requested; their runs are locked. */
export async function playingMessage(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('live_calls')
    .select('run_id')
    .where('run_id', '=', anyOf(ids))
    .where('wanted', 'in', ['message', 'message_left'])
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/**
 * Has the carriers of calls that a machine answered asked for what their campaign or workflow wants then: to end the call,
 * or to play a message after the greeting and end it after the message. Each is begun once, and not if somebody hung the
 * call up. The calls' runs are locked.
 */
export async function actOnMachines(
  trx: Transaction<Database>,
  machines: ReadonlyMap<number, MachineNews>,
  now: Timestamp,
): Promise<void> {
  if (machines.size === 0) return;
  const news = [...machines].map(([run_id, kind]) => ({ run_id, kind }));
  await sql`
    update live_calls as live
    set wanted = next.wanted, hang_up_at = ${now}, hang_ups = 0
    from (
      select live_calls.run_id, case
          when news.kind = 'message_ended' and live_calls.wanted in ('message', 'message_left') then 'hang_up'
          when live_calls.wanted is not null then null
          when handling ->> 'on_machine' = 'hang_up' then 'hang_up'
          when handling ->> 'on_machine' = 'leave_message' and news.kind = 'greeting_ended' then 'message'
        end as wanted
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news (run_id bigint, kind text)
      join live_calls on live_calls.run_id = news.run_id
      where live_calls.run_id = ${anyOf(machines.keys())}
        and live_calls.placing_at is not null and live_calls.handling is not null
    ) as next
    where live.run_id = next.run_id and next.wanted is not null`.execute(trx);
}
