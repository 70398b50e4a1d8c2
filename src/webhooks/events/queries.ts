import { type Insertable, sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { PendingEvents } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { shown } from '../../workflows/runs/rules.ts';
import { transcriptShown } from '../../workflows/runs/transcript-rules.ts';

type Metadata = components['schemas']['Metadata'];
export type EventName = PendingEvents['event'];

/** In their order: that of one run or campaign is the order in which they happened. */
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
  const due = db.selectFrom('pending_events').select('number').where('due_at', '<=', now).limit(1);
  return (await due.execute()).length > 0;
}

/** Which organizations' events are composed. */
export interface Due {
  readonly now: Timestamp;
  /** The maximum number of organizations. */
  readonly limit: number;
  readonly without?: readonly number[];
  readonly only?: number;
}

/**
 * Locks the positions of organizations with due events and returns their ids in the order of their turns: first those
 * whose last turn was longest ago. Until the transaction ends nobody else composes their events; those that somebody else
 * has locked are left out. Finds the organizations with one index lookup each.
 */
export async function lockPositions(
  trx: Transaction<Database>,
  { now, limit, without = [], only }: Due,
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    with recursive happened as (
      (select organization_id, due_at from pending_events where event <> 'call_analyzed'
       order by organization_id, number limit 1)
      union all
      select next.* from happened cross join lateral (
        select organization_id, due_at from pending_events
        where event <> 'call_analyzed' and organization_id > happened.organization_id
        order by organization_id, number limit 1
      ) as next
    ), analyzed as (
      (select organization_id, due_at from pending_events where event = 'call_analyzed'
       order by organization_id, due_at limit 1)
      union all
      select next.* from analyzed cross join lateral (
        select organization_id, due_at from pending_events
        where event = 'call_analyzed' and organization_id > analyzed.organization_id
        order by organization_id, due_at limit 1
      ) as next
    ), due as (
      select organization_id, min(due_at) as due_at
      from (select * from happened union all select * from analyzed) as first
      where due_at <= ${now} and organization_id <> all(${[...without]}::bigint[])
        and organization_id = coalesce(${only ?? null}::bigint, organization_id)
      group by organization_id
    )
    select locked.organization_id from due join event_positions as locked using (organization_id)
    order by locked.composed_at nulls first, due.due_at, organization_id limit ${limit}
    for no key update of locked skip locked`.execute(trx);
  return rows.map(({ organization_id }) => organization_id);
}

interface Taking {
  /** Their positions are locked. In the order of their turns. */
  readonly organizations: readonly number[];
  readonly now: Timestamp;
  /** Each organization gets an equal share of it, whatever its backlog. */
  readonly limit: number;
}

/** A due event, locked. */
export interface TakenEvent {
  readonly number: number;
  readonly organization_id: number;
  readonly run_id: number | null;
  readonly campaign_id: number | null;
  readonly event: EventName;
  readonly created_at: Timestamp;
  /** Whether its body was written with it. */
  readonly has_body: boolean;
  readonly bytes: number;
}

const shareOf = ({ organizations, limit }: Taking): number =>
  Math.max(1, Math.floor(limit / organizations.length));

const runBytes = sql`run.content_bytes + coalesce(octet_length(run.metadata::text), 0)`;

const columns = sql`event.number, event.organization_id, event.run_id, event.campaign_id, event.event,
  event.created_at, event.body is not null as has_body`;

/**
 * The next events of each organization in their order, without analyses: the first of each before the second of any, so
 * that what does not fit into a batch is not always that of the same organizations.
 */
export async function takeHappened(
  trx: Transaction<Database>,
  taking: Taking,
): Promise<TakenEvent[]> {
  const { rows } = await sql<TakenEvent>`
    select ${columns}, coalesce(octet_length(event.body), ${runBytes}, 0) as bytes
    from unnest(${[...taking.organizations]}::bigint[]) with ordinality as organization (id, turn)
    cross join lateral (
      select * from pending_events
      where event <> 'call_analyzed' and organization_id = organization.id
      order by number limit ${shareOf(taking)}::integer
      for no key update skip locked
    ) as event
    left join workflow_runs as run on run.id = event.run_id
    order by row_number() over (partition by event.organization_id order by event.number), organization.turn
    limit ${taking.limit}`.execute(trx);
  return rows;
}

/**
 * The next due analyses of each organization in turn, with their runs locked, as the analysis is written. Skips locked rows
 * instead of waiting: `submitRunResult` locks the run first and then the event. Every other event of the run comes
 * before its analysis.
 */
export async function takeAnalyzed(
  trx: Transaction<Database>,
  taking: Taking,
): Promise<TakenEvent[]> {
  const { rows } = await sql<TakenEvent>`
    select ${columns}, ${runBytes} as bytes
    from unnest(${[...taking.organizations]}::bigint[]) with ordinality as organization (id, turn)
    cross join lateral (
      select number, row_number() over (order by due_at, number) as place
      from (
        select number, due_at from pending_events as event
        where event = 'call_analyzed' and organization_id = organization.id and due_at <= ${taking.now}
          and not exists (
            select from pending_events as earlier
            where earlier.run_id = event.run_id and earlier.event <> 'call_analyzed'
          )
        order by due_at, number limit ${shareOf(taking)}::integer
      ) as first
    ) as due
    join pending_events as event on event.number = due.number
    join workflow_runs as run on run.id = event.run_id
    order by due.place, organization.turn limit ${taking.limit}
    for no key update of event, run skip locked`.execute(trx);
  return rows;
}

/** The runs of taken events, with the data that the events contain. */
export async function runsOf(trx: Transaction<Database>, runIds: readonly number[]) {
  const runs = await trx
    .selectFrom('workflow_runs as run')
    .where('run.id', '=', anyOf(runIds))
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
      'run.has_derived_analysis',
      'run.created_at',
      'run.started_at',
      'run.ended_at',
      'run.duration_seconds',
      'run.answered_by',
      'run.failure',
      'run.carrier_code',
      'run.external_id',
      sql<Metadata>`coalesce(run.metadata, '{}')`.as('metadata'),
    ])
    // Runs without a called number are no calls, and have no events.
    .$narrowType<{ to_number: string; mode: 'ad_hoc' | 'campaign' | 'inbound' }>()
    .execute();
  return runs.map((run) => ({ ...shown(run), transcript: transcriptShown(run.transcript) }));
}

/** The runs of calls in progress, with what events say of them. */
export const callsOf = (trx: Transaction<Database>, runIds: readonly number[]) =>
  trx
    .selectFrom('workflow_runs as run')
    .where('run.id', '=', anyOf(runIds))
    .select([
      'run.id as run_id',
      'run.workflow_id',
      'run.definition_id',
      'run.campaign_id',
      'run.mode',
      'run.to_number',
      'run.from_number',
      'run.telephony_configuration_id',
      'run.initial_context',
      'run.created_at',
      'run.external_id',
      'run.traceparent',
      sql<Metadata>`coalesce(run.metadata, '{}')`.as('metadata'),
    ])
    .$narrowType<{ to_number: string; mode: 'ad_hoc' | 'campaign' | 'inbound' }>()
    .execute();

export type EventRun = Awaited<ReturnType<typeof runsOf>>[number];
