import { type Insertable, type NotNull, sql, type Transaction } from 'kysely';
import type { PendingEvents } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

type Kind = PendingEvents['event'];

export const insert = (trx: Transaction<Database>, events: Insertable<PendingEvents>[]) =>
  trx.insertInto('pending_events').values(events).execute();

/** Makes the run's `call_analyzed` due unless it is already composed; returns whether there was one. */
export async function makeAnalyzedDue(
  trx: Transaction<Database>,
  runId: number,
  now: Timestamp,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pending_events')
    .set({ due_at: now })
    .where('run_id', '=', runId)
    .where('event', '=', 'call_analyzed')
    .where('due_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function areDue(db: Db, now: Timestamp): Promise<boolean> {
  const due = db.selectFrom('pending_events').select('run_id').where('due_at', '<=', now).limit(1);
  return (await due.execute()).length > 0;
}

interface Batch {
  readonly now: Timestamp;
  readonly limit: number;
}

/**
 * The runs of the next events: the same number from each organization with due events, oldest first, whatever its
 * backlog. Finds the organizations with one index lookup each.
 */
const shared = (event: Kind, { now, limit }: Batch) => sql<boolean>`
  event.run_id in (
    with recursive first as (
      (select organization_id, due_at from pending_events
       where event = ${event} order by organization_id, due_at limit 1)
      union all
      select next.* from first cross join lateral (
        select organization_id, due_at from pending_events
        where event = ${event} and organization_id > first.organization_id
        order by organization_id, due_at limit 1
      ) as next
    ), organization as (
      select organization_id, greatest(1, ${limit}::integer / count(*) over ()) as share
      from first where due_at <= ${now} order by due_at limit ${limit}::integer
    )
    select due.run_id from organization cross join lateral (
      select run_id from pending_events
      where event = ${event} and due_at <= ${now} and organization_id = organization.organization_id
      order by due_at, run_id limit organization.share
    ) as due
  )`;

const due = (trx: Transaction<Database>, event: Kind, batch: Batch) =>
  trx
    .selectFrom('pending_events as event')
    .where('event.event', '=', event)
    .where('event.due_at', '<=', batch.now)
    .where(shared(event, batch))
    .innerJoin('workflow_runs as run', 'run.id', 'event.run_id')
    .select(['event.run_id', 'run.content_bytes as bytes'])
    .orderBy('event.due_at')
    .orderBy('event.run_id')
    .limit(batch.limit)
    .skipLocked();

/** The runs of taken events, in the order the events became due, with the data that the events contain. */
export const runsOf = (trx: Transaction<Database>, event: Kind, runIds: readonly number[]) =>
  trx
    .selectFrom('pending_events as event')
    .innerJoin('workflow_runs as run', 'run.id', 'event.run_id')
    .where('event.run_id', '=', sql<number>`any(${runIds}::bigint[])`)
    .where('event.event', '=', event)
    .select([
      'run.id as run_id',
      'run.workflow_id',
      'run.definition_id',
      'run.campaign_id',
      'run.mode',
      'run.to_number',
      'run.from_number',
      'run.telephony_configuration_id',
      'run.outcome',
      'run.call_disposition',
      'run.initial_context',
      'run.gathered_context',
      'run.transcript',
      'run.recording_url',
      'run.analysis',
      'run.created_at',
      'run.started_at',
      'run.ended_at',
    ])
    .orderBy('event.due_at')
    .orderBy('event.run_id')
    // Runs without a called number are test runs, which have no events.
    .$narrowType<{
      to_number: NotNull;
      outcome: NotNull;
      ended_at: NotNull;
      mode: 'ad_hoc' | 'campaign';
    }>()
    .execute();

/** Locks due `call_ended` events that no other transaction has locked, each with the size of its run. */
export const takeEnded = (trx: Transaction<Database>, now: Timestamp, limit: number) =>
  due(trx, 'call_ended', { now, limit }).forNoKeyUpdate('event').execute();

/**
 * Locks due `call_analyzed` events and their runs, whose analysis is written. Skips locked rows instead of waiting:
 * `submitRunResult` locks the run first and then the event.
 */
export const takeAnalyzed = (trx: Transaction<Database>, now: Timestamp, limit: number) =>
  due(trx, 'call_analyzed', { now, limit })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('pending_events as ended')
            .select('ended.run_id')
            .whereRef('ended.run_id', '=', 'event.run_id')
            .where('ended.event', '=', 'call_ended'),
        ),
      ),
    )
    .forNoKeyUpdate(['event', 'run'])
    .execute();
