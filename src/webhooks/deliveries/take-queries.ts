import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { PendingDeliveries } from '../../../generated/database.ts';
import { batchBytes } from '../../db/batches.ts';
import type { Database, Db } from '../../db/connect.ts';
import { msBetween, type Timestamp } from '../../timestamp.ts';
import { useIndexes } from '../plan-queries.ts';
import { spanOf } from './rules.ts';
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
export const lanesAfter = (db: Db, place: Omit<Lane, 'next_attempt_at'>): Promise<Lane[]> =>
  db.transaction().execute(async (trx) => {
    await useIndexes(trx);
    return readLanes(trx, place);
  });

async function readLanes(
  trx: Transaction<Database>,
  { organization_id, endpoint_id }: Omit<Lane, 'next_attempt_at'>,
): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    with recursive lane as (
      (select organization_id, endpoint_id, next_attempt_at from pending_deliveries
       where next_attempt_at is not null
         and (organization_id, endpoint_id) > (${organization_id}::bigint, ${endpoint_id}::bigint)
       order by organization_id, endpoint_id, next_attempt_at limit 1)
      union all
      select next.* from lane cross join lateral (
        select organization_id, endpoint_id, next_attempt_at from pending_deliveries
        where next_attempt_at is not null
          and (organization_id, endpoint_id) > (lane.organization_id, lane.endpoint_id)
        order by organization_id, endpoint_id, next_attempt_at limit 1
      ) as next
    )
    select organization_id, endpoint_id, next_attempt_at from lane limit ${lanesAtOnce}`.execute(
    trx,
  );
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

/** With which lease deliveries are taken. */
export interface Leasing {
  readonly now: Timestamp;
  /** When the lease ends. */
  readonly until: Timestamp;
  /** Null: none is taken. */
  readonly lease: string | null;
}

export interface Taking extends Leasing {
  readonly portions: readonly Portion[];
}

export const takingNone = (now: Timestamp): Taking => ({
  now,
  until: now,
  lease: null,
  portions: [],
});

/**
 * Whether nothing is due at the endpoint of a row, so that a new delivery may be taken without overtaking others. A
 * subquery for a value, which nothing but the index answers.
 */
export const isFree = (row: RawBuilder<unknown>, now: Timestamp) => sql`coalesce((
  select false from pending_deliveries as due
  where due.organization_id = ${row}.organization_id and due.endpoint_id = ${row}.endpoint_id
    and due.next_attempt_at <= ${now} limit 1
), true)`;

export const takenColumns = sql`delivery.delivery_id as id, delivery.organization_id, delivery.endpoint_id,
  delivery.position, delivery.event, delivery.event_created_at`;

/** What is sent of an event, the same to every endpoint. */
export interface Message {
  readonly event_id: string;
  readonly body: Buffer;
  readonly traceparent: string | null;
}

export interface TakenDelivery {
  readonly id: number;
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly event: PendingDeliveries['event'];
  readonly event_created_at: Timestamp;
  readonly message: Message;
}

/**
 * Takes the given number of due deliveries of each endpoint that no other process has, oldest first. A delivery is due
 * only once the earlier ones of its subject are settled. Each organization gets at most one batch of bytes, whatever the size of
 * its bodies; its endpoints take turns.
 */
export async function take(db: Db, taking: Taking): Promise<TakenDelivery[]> {
  const rows = await db.transaction().execute(async (trx) => {
    await useIndexes(trx);
    return takeRows(trx, taking);
  });
  return withMessages(
    db,
    rows.toSorted((one, other) => one.id - other.id),
  );
}

async function takeRows(trx: Transaction<Database>, taking: Taking): Promise<TakenRow[]> {
  const { now, until, lease, portions } = taking;
  // Redundant, except for the planner, which would otherwise expect a large part of the table.
  const limit = portions.reduce((sum, { count }) => sum + count, 0);
  const { rows } = await sql<TakenRow>`
    with due as (
      select due.* from jsonb_to_recordset(${JSON.stringify(portions)}::jsonb)
        as portion(organization_id bigint, endpoint_id bigint, count integer)
      cross join lateral (
        select delivery_id, organization_id, endpoint_id, next_attempt_at, bytes from pending_deliveries as delivery
        where delivery.organization_id = portion.organization_id
          and delivery.endpoint_id = portion.endpoint_id
          and next_attempt_at <= ${now}
        order by next_attempt_at limit portion.count for no key update skip locked
      ) as due
      limit ${limit}
    ), ranked as (
      select *, row_number() over (partition by endpoint_id order by next_attempt_at, delivery_id) as place from due
    ), weighed as (
      select delivery_id, row_number() over turns as turn, sum(bytes) over turns as bytes from ranked
      window turns as (partition by organization_id order by place, delivery_id rows unbounded preceding)
    )
    update pending_deliveries as delivery set next_attempt_at = ${until}, lease = ${lease}::uuid
    -- An array, so that whatever the planner expects, each row is found by the key.
    where delivery.delivery_id = any(array(
      select delivery_id from weighed where weighed.bytes <= ${batchBytes} or weighed.turn = 1
    ))
    returning ${takenColumns}`.execute(trx);
  return rows;
}

export interface TakenRow extends Omit<TakenDelivery, 'message'> {
  readonly position: number;
}

/** The deliveries, in their order, with what is sent: of several endpoints the event is read once. */
export async function withMessages(db: Db, taken: readonly TakenRow[]): Promise<TakenDelivery[]> {
  if (taken.length === 0) return [];
  const keys = new Map(taken.map((row) => [keyOf(row), row]));
  const { from, to } = spanOf(taken);
  const events = [...keys.values()].map(({ organization_id, position, event_created_at }) => ({
    organization_id,
    position,
    created_at: event_created_at,
  }));
  const { rows } = await sql<EventRow>`
    select event.organization_id, event.position, event.id as event_id, event.body, event.traceparent
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as taken(
      organization_id bigint, position bigint, created_at timestamptz)
    join webhook_events as event using (organization_id, position, created_at)
    where event.created_at between ${from}::timestamptz and ${to}::timestamptz`.execute(db);
  return joined(taken, rows);
}

/** The deliveries with what is sent. An event is sent to all endpoints from the same memory. */
export function joined(taken: readonly TakenRow[], events: readonly EventRow[]): TakenDelivery[] {
  const messages = new Map(
    events.map(({ body, event_id, traceparent, ...key }) => [
      keyOf(key),
      { event_id, traceparent, body: Buffer.from(body) },
    ]),
  );
  return taken.flatMap(({ position, ...row }) => {
    const message = messages.get(keyOf({ ...row, position }));
    return message ? [{ ...row, message }] : [];
  });
}

interface EventKey {
  readonly organization_id: number;
  readonly position: number;
}

export interface EventRow extends EventKey, Omit<Message, 'body'> {
  readonly body: string;
}

const keyOf = ({ organization_id, position }: EventKey): string => `${organization_id}/${position}`;

/** Releases deliveries that were taken and not started. */
export const release = (db: Db, taken: readonly { id: number; lease: string }[], now: Timestamp) =>
  sql`
    update pending_deliveries as delivery set next_attempt_at = ${now}, lease = null
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as back(id bigint, lease uuid)
    where delivery.delivery_id = back.id and delivery.lease = back.lease`.execute(db);
