import { type Insertable, type NotNull, sql, type Transaction } from 'kysely';
import type { WebhookEvents } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

export const insert = (trx: Transaction<Database>, events: Insertable<WebhookEvents>[]) =>
  trx.insertInto('webhook_events').values(events).execute();

/** Makes the run's `call_analyzed` due unless it is already composed; returns whether there was one. */
export async function makeAnalyzedDue(
  trx: Transaction<Database>,
  runId: number,
  now: Timestamp,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_events')
    .set({ due_at: now })
    .where('run_id', '=', runId)
    .where('event', '=', 'call_analyzed')
    .where('body', 'is', null)
    .where('due_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const dueAt = (db: Db, now: Timestamp) =>
  db
    .selectFrom('webhook_events as event')
    .where('event.body', 'is', null)
    .where('event.due_at', '<=', now);

export async function areDue(db: Db, now: Timestamp): Promise<boolean> {
  return (await dueAt(db, now).select('event.id').limit(1).execute()).length > 0;
}

interface Batch {
  readonly now: Timestamp;
  readonly limit: number;
}

/**
 * The next events: the same number from each organization with due events, oldest first, whatever its backlog. Finds
 * the organizations with one index lookup each.
 */
const shared = (event: WebhookEvents['event'], { now, limit }: Batch) => sql<boolean>`
  event.id in (
    with recursive first as (
      (select organization_id, due_at from webhook_events
       where event = ${event} and body is null order by organization_id, due_at limit 1)
      union all
      select next.* from first cross join lateral (
        select organization_id, due_at from webhook_events
        where event = ${event} and body is null and organization_id > first.organization_id
        order by organization_id, due_at limit 1
      ) as next
    ), organization as (
      select organization_id, greatest(1, ${limit}::integer / count(*) over ()) as share
      from first where due_at <= ${now} order by due_at limit ${limit}::integer
    )
    select due.id from organization cross join lateral (
      select id from webhook_events
      where event = ${event} and body is null and due_at <= ${now}
        and organization_id = organization.organization_id
      order by due_at, id limit organization.share
    ) as due
  )`;

const due = (trx: Transaction<Database>, event: WebhookEvents['event'], batch: Batch) =>
  dueAt(trx, batch.now)
    .where(shared(event, batch))
    .innerJoin('workflow_runs as run', 'run.id', 'event.run_id')
    .select(['event.id', 'event.run_id', 'run.content_bytes as bytes'])
    .orderBy('event.due_at')
    .orderBy('event.id')
    .limit(batch.limit)
    .skipLocked();

/** The runs of taken events, in the order the events became due, with the data that the events contain. */
export const runsOf = (trx: Transaction<Database>, eventIds: readonly string[]) =>
  trx
    .selectFrom('webhook_events as event')
    .innerJoin('workflow_runs as run', 'run.id', 'event.run_id')
    .where('event.id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .select([
      'event.id as event_id',
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
    .orderBy('event.id')
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
      eb.exists(
        eb
          .selectFrom('webhook_events as ended')
          .select('ended.id')
          .whereRef('ended.run_id', '=', 'event.run_id')
          .where('ended.event', '=', 'call_ended')
          .where('ended.body', 'is not', null),
      ),
    )
    .forNoKeyUpdate(['event', 'run'])
    .execute();

interface Composed {
  readonly id: string;
  readonly body: string;
}

export const setBodies = (
  trx: Transaction<Database>,
  composed: readonly Composed[],
  now: Timestamp,
) =>
  sql`
    update webhook_events as event set body = made.body, composed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(composed)}::jsonb) as made(id uuid, body text)
    where event.id = made.id`.execute(trx);
