import { sql } from 'kysely';
import type { WebhookDeliveries } from '../../../generated/database.ts';
import { batchBytes } from '../../db/batches.ts';
import type { Db } from '../../db/connect.ts';
import { msBetween, type Timestamp } from '../../timestamp.ts';
import type { Portion } from './scheduler.ts';

/** An endpoint with unsent deliveries, and when the first one is due. */
export interface Lane {
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly next_attempt_at: Timestamp;
}

export const beginning = { organization_id: 0, endpoint_id: 0 };
export const lanesAtOnce = 500;

/**
 * The endpoints after a given one that have unsent deliveries, by organization. Each costs one index lookup, whatever
 * its backlog.
 */
export async function lanesAfter(
  db: Db,
  { organization_id, endpoint_id }: Omit<Lane, 'next_attempt_at'>,
): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    with recursive lane as (
      (select organization_id, endpoint_id, next_attempt_at from webhook_deliveries
       where state = 'pending' and next_attempt_at is not null
         and (organization_id, endpoint_id) > (${organization_id}::bigint, ${endpoint_id}::bigint)
       order by organization_id, endpoint_id, next_attempt_at limit 1)
      union all
      select next.* from lane cross join lateral (
        select organization_id, endpoint_id, next_attempt_at from webhook_deliveries
        where state = 'pending' and next_attempt_at is not null
          and (organization_id, endpoint_id) > (lane.organization_id, lane.endpoint_id)
        order by organization_id, endpoint_id, next_attempt_at limit 1
      ) as next
    )
    select * from lane limit ${lanesAtOnce}`.execute(db);
  return rows;
}

/** For how many seconds the oldest due delivery waits; 0 if none is due. Costs an index lookup per endpoint. */
export async function oldestDueSeconds(db: Db, now: Timestamp): Promise<number> {
  let oldest = now;
  let lanes: Lane[] = [];
  do {
    lanes = await lanesAfter(db, lanes.at(-1) ?? beginning);
    for (const { next_attempt_at } of lanes) if (next_attempt_at < oldest) oldest = next_attempt_at;
  } while (lanes.length === lanesAtOnce);
  return msBetween(oldest, now) / 1000;
}

interface Taking {
  readonly now: Timestamp;
  /** When the lease ends. */
  readonly until: Timestamp;
  readonly lease: string;
  readonly portions: readonly Portion[];
}

export interface TakenDelivery {
  readonly id: number;
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly event_id: string;
  readonly event: WebhookDeliveries['event'];
  readonly body: string;
  readonly traceparent: string | null;
}

/**
 * Takes the given number of due deliveries of each endpoint that no other process has, oldest first. A `call_analyzed`
 * is due only once its `call_ended` is settled. Each organization gets at most one batch of bytes, whatever the size of
 * its bodies; its endpoints take turns.
 */
export async function take(db: Db, taking: Taking): Promise<TakenDelivery[]> {
  const { now, until, lease, portions } = taking;
  // Redundant, except for the planner, which would otherwise expect a large part of the table.
  const limit = portions.reduce((sum, { count }) => sum + count, 0);
  const { rows } = await sql<TakenDelivery>`
    with due as (
      select due.* from jsonb_to_recordset(${JSON.stringify(portions)}::jsonb)
        as portion(organization_id bigint, endpoint_id bigint, count integer)
      cross join lateral (
        select id, organization_id, endpoint_id, event_id, next_attempt_at from webhook_deliveries as delivery
        where delivery.organization_id = portion.organization_id
          and delivery.endpoint_id = portion.endpoint_id
          and state = 'pending' and next_attempt_at <= ${now}
        order by next_attempt_at, id limit portion.count for no key update skip locked
      ) as due
      limit ${limit}
    ), ranked as (
      select *, row_number() over (partition by endpoint_id order by next_attempt_at, id) as place from due
    ), weighed as (
      select ranked.id, row_number() over turns as turn, sum(octet_length(event.body)) over turns as bytes
      from ranked join webhook_events as event on event.id = ranked.event_id
      window turns as (partition by ranked.organization_id order by ranked.place, ranked.id rows unbounded preceding)
    ), taken as (
      update webhook_deliveries as delivery set next_attempt_at = ${until}, lease = ${lease}::uuid
      from weighed where delivery.id = weighed.id and (weighed.bytes <= ${batchBytes} or weighed.turn = 1)
      returning delivery.id, delivery.organization_id, delivery.endpoint_id, delivery.event_id, delivery.event
    )
    select taken.*, event.body, event.traceparent from taken join webhook_events as event on event.id = taken.event_id
    order by taken.id`.execute(db);
  return rows;
}

/** Releases deliveries that were taken and not started. */
export const release = (db: Db, taken: readonly { id: number; lease: string }[], now: Timestamp) =>
  sql`
    update webhook_deliveries as delivery set next_attempt_at = ${now}, lease = null
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as back(id bigint, lease uuid)
    where delivery.id = back.id and delivery.lease = back.lease and delivery.state = 'pending'`.execute(
    db,
  );
