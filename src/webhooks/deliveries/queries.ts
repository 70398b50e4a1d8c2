import { sql, type Transaction } from 'kysely';
import type { WebhookDeliveries } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { batchBytes } from '../../db/batches.ts';
import { allowingLong } from '../../db/time-limits.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Portion } from './scheduler.ts';

const columns = [
  'id',
  'endpoint_id',
  'event_id',
  'event',
  'run_id',
  'state',
  'attempt_count',
  'last_status',
  'next_attempt_at',
  'created_at',
  'settled_at',
] as const;

interface DeliveryFilter extends PageQuery {
  readonly endpoint_id?: number;
  readonly event?: WebhookDeliveries['event'];
  readonly state?: 'pending' | 'delivered' | 'failed';
  readonly run_id?: number;
}

export function list(db: Db, organizationId: number, query: DeliveryFilter) {
  const { endpoint_id, event, state, run_id } = query;
  return db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(endpoint_id !== undefined, (rows) => rows.where('endpoint_id', '=', endpoint_id!))
    .$if(event !== undefined, (rows) => rows.where('event', '=', event!))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state!))
    .$if(run_id !== undefined, (rows) => rows.where('run_id', '=', run_id!))
    .$call(newestFirst(query))
    .execute();
}

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Webhook delivery', 'delivery_id'));

export const bodyOf = (db: Db, eventId: string) =>
  db
    .selectFrom('webhook_events')
    .select('body')
    .where('id', '=', eventId)
    .$narrowType<{ body: string }>()
    .executeTakeFirstOrThrow();

/** The attempts that are kept, the oldest first. */
export const listAttempts = (db: Db, deliveryId: number) =>
  db
    .selectFrom('webhook_attempts')
    .select(['number', 'at', 'status', 'duration_ms', 'answer', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();

/** So many attempts of a delivery are kept; replays add to them without end. */
const keptAttempts = 100;

/**
 * Makes the deliveries of `call_ended` events to the endpoints that want them, due at once. An endpoint that is being
 * deleted gets none, and the events of others do not wait for that: only a deletion conflicts with its key.
 */
export const insertEnded = (
  trx: Transaction<Database>,
  eventIds: readonly string[],
  now: Timestamp,
) =>
  sql`
    insert into webhook_deliveries
      (organization_id, endpoint_id, event_id, run_id, event, next_attempt_at, created_at)
    select event.organization_id, endpoint.id, event.id, event.run_id, event.event, ${now}, ${now}
    from webhook_events as event
    join webhook_endpoints as endpoint on endpoint.organization_id = event.organization_id
      and endpoint.status = 'enabled' and event.event = any(endpoint.events)
    where event.id = any(${eventIds}::uuid[])
    order by event.due_at, event.id, endpoint.id
    for key share of endpoint skip locked`.execute(trx);

/**
 * Of some runs those with a `call_ended` on its way that somebody else holds; the others' are locked, so that none is
 * settled unseen.
 */
export async function lockEnded(
  trx: Transaction<Database>,
  runIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ run_id: number }>`
    with locked as (
      select id from webhook_deliveries
      where event = 'call_ended' and state = 'pending' and run_id = any(${runIds}::bigint[])
      order by id for share skip locked
    )
    select distinct run_id from webhook_deliveries
    where event = 'call_ended' and state = 'pending' and run_id = any(${runIds}::bigint[])
      and id not in (select id from locked)`.execute(trx);
  return new Set(rows.map(({ run_id }) => run_id));
}

/**
 * Makes the deliveries of `call_analyzed` events. One whose `call_ended` is still on its way to the endpoint, which is
 * locked, waits for it. An endpoint that is being deleted gets none.
 */
export async function insertAnalyzed(
  trx: Transaction<Database>,
  eventIds: readonly string[],
  now: Timestamp,
): Promise<void> {
  await sql`
    insert into webhook_deliveries
      (organization_id, endpoint_id, event_id, run_id, event, next_attempt_at, created_at)
    select event.organization_id, endpoint.id, event.id, event.run_id, event.event,
      case when not exists (
        select from webhook_deliveries as ended
        where ended.run_id = event.run_id and ended.endpoint_id = endpoint.id
          and ended.event = 'call_ended' and ended.state = 'pending'
      ) then ${now}::timestamptz end, ${now}
    from webhook_events as event
    join webhook_endpoints as endpoint on endpoint.organization_id = event.organization_id
      and endpoint.status = 'enabled' and event.event = any(endpoint.events)
    where event.id = any(${eventIds}::uuid[])
    order by event.due_at, event.id, endpoint.id
    for key share of endpoint skip locked`.execute(trx);
}

/** An endpoint that has something to be sent, and when the first of it is due. */
export interface Lane {
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly next_attempt_at: Timestamp;
}

export const beginning = { organization_id: 0, endpoint_id: 0 };
export const lanesAtOnce = 500;

/**
 * The endpoints after one that have something to be sent, in the order of their organizations. Each costs a look at its
 * first entry in the index, however much it has.
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

interface Taking {
  readonly now: Timestamp;
  /** Until when nobody else may take them. */
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
}

/**
 * Takes so many deliveries of each endpoint that are due and that nobody else has, the oldest first; for `call_analyzed`
 * being due means that its `call_ended` is settled. No organization gets more than a batch of bytes at once, large bodies or small;
 * its endpoints take turns.
 */
export async function take(db: Db, taking: Taking): Promise<TakenDelivery[]> {
  const { now, until, lease, portions } = taking;
  // Says nothing new but to the planner, who would otherwise expect a large part of the table.
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
    select taken.*, event.body from taken join webhook_events as event on event.id = taken.event_id
    order by taken.id`.execute(db);
  return rows;
}

/** Gives back what was taken and not begun. */
export const giveBack = (db: Db, taken: readonly { id: number; lease: string }[], now: Timestamp) =>
  sql`
    update webhook_deliveries as delivery set next_attempt_at = ${now}, lease = null
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as back(id bigint, lease uuid)
    where delivery.id = back.id and delivery.lease = back.lease and delivery.state = 'pending'`.execute(
    db,
  );

/** Those that are still there, locked in one order; their endpoints are locked already. */
export const lockAll = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'endpoint_id',
      'state',
      'lease',
      'tries',
      'attempt_count',
      'next_attempt_at',
      'last_status',
      'settled_at',
    ])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export type LockedDelivery = Awaited<ReturnType<typeof lockAll>>[number];

export const updateAll = (trx: Transaction<Database>, rows: readonly LockedDelivery[]) =>
  sql`
    update webhook_deliveries as delivery
    set state = made.state, lease = made.lease, tries = made.tries, attempt_count = made.attempt_count,
      next_attempt_at = made.next_attempt_at, last_status = made.last_status, settled_at = made.settled_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
      id bigint, state text, lease uuid, tries integer, attempt_count integer, next_attempt_at timestamptz,
      last_status integer, settled_at timestamptz)
    where delivery.id = made.id`.execute(trx);

export interface Attempt {
  readonly delivery_id: number;
  readonly number: number;
  readonly at: Timestamp;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly answer: string | null;
  readonly error: string | null;
}

/** Writes the attempts down, and drops those that are too old to be kept. */
export const insertAttempts = (trx: Transaction<Database>, attempts: readonly Attempt[]) =>
  sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as made(
        delivery_id bigint, number integer, at timestamptz, status integer, duration_ms integer, answer text, error text)
    ), dropped as (
      delete from webhook_attempts as old using made
      where old.delivery_id = made.delivery_id and old.number <= made.number - ${keptAttempts}::integer
    )
    insert into webhook_attempts (delivery_id, number, at, status, duration_ms, answer, error)
    select * from made`.execute(trx);

/** Lets the `call_analyzed` go that waited for these, which are settled. */
export const releaseAfter = (
  trx: Transaction<Database>,
  settledIds: readonly number[],
  now: Timestamp,
) =>
  sql`
    update webhook_deliveries as analyzed set next_attempt_at = ${now}
    from webhook_deliveries as ended
    where ended.id = any(${settledIds}::bigint[]) and ended.event = 'call_ended'
      and analyzed.run_id = ended.run_id and analyzed.endpoint_id = ended.endpoint_id
      and analyzed.event = 'call_analyzed' and analyzed.state = 'pending' and analyzed.next_attempt_at is null`.execute(
    trx,
  );

/** Gives up everything that was still to be sent to the endpoints, which are locked and disabled. */
export const giveUpAll = (
  trx: Transaction<Database>,
  endpointIds: readonly number[],
  now: Timestamp,
) =>
  allowingLong(trx, () =>
    sql`
    with given_up as (
      select id from webhook_deliveries
      where endpoint_id = any(${endpointIds}::bigint[]) and state = 'pending'
      order by id for no key update
    )
    update webhook_deliveries as delivery
    set state = 'failed', next_attempt_at = null, lease = null, settled_at = ${now}
    from given_up where delivery.id = given_up.id`.execute(trx),
  );

const anew = (now: Timestamp) =>
  ({ state: 'pending', next_attempt_at: now, lease: null, tries: 0, settled_at: null }) as const;

/** Makes a delivery due again; its endpoint is locked. */
export async function replay(trx: Transaction<Database>, id: number, now: Timestamp) {
  const { endpoint_id, run_id } = await trx
    .updateTable('webhook_deliveries')
    .set(anew(now))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await hold(trx, endpoint_id, run_id);
  return trx
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

interface Since {
  readonly endpoint_id: number;
  readonly organization_id: number;
  readonly created_after: Timestamp;
  readonly now: Timestamp;
}

/** Makes deliveries of all events since a timestamp due, new and existing ones; the endpoint is locked. */
export const replaySince = (trx: Transaction<Database>, since: Since): Promise<number> =>
  allowingLong(trx, () => makeDueSince(trx, since));

async function makeDueSince(trx: Transaction<Database>, replayed: Since): Promise<number> {
  const { endpoint_id, organization_id, created_after, now } = replayed;
  await sql`
    select delivery.id from webhook_deliveries as delivery
    join webhook_events as event on event.id = delivery.event_id
    where delivery.endpoint_id = ${endpoint_id}
      and event.organization_id = ${organization_id} and event.composed_at >= ${created_after}
    order by delivery.id for no key update of delivery`.execute(trx);
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries
      (organization_id, endpoint_id, event_id, run_id, event, next_attempt_at, created_at)
    select event.organization_id, endpoint.id, event.id, event.run_id, event.event, ${now}, ${now}
    from webhook_events as event
    join webhook_endpoints as endpoint on endpoint.id = ${endpoint_id} and event.event = any(endpoint.events)
    where event.organization_id = ${organization_id} and event.composed_at >= ${created_after}
    order by event.composed_at, event.id
    on conflict (run_id, endpoint_id, event) do update
    set state = 'pending', next_attempt_at = ${now}, lease = null, tries = 0, settled_at = null`.execute(
    trx,
  );
  await hold(trx, endpoint_id);
  return Number(numAffectedRows ?? 0n);
}

/** Lets each `call_analyzed` of the endpoint, or of one run, wait whose `call_ended` is to be sent again. */
const hold = (trx: Transaction<Database>, endpointId: number, runId: number | null = null) =>
  sql`
    update webhook_deliveries as analyzed set next_attempt_at = null
    from webhook_deliveries as ended
    where analyzed.endpoint_id = ${endpointId} and analyzed.event = 'call_analyzed'
      and (${runId}::bigint is null or analyzed.run_id = ${runId})
      and analyzed.state = 'pending' and analyzed.lease is null and analyzed.next_attempt_at is not null
      and ended.endpoint_id = analyzed.endpoint_id and ended.run_id = analyzed.run_id
      and ended.event = 'call_ended' and ended.state = 'pending'`.execute(trx);

export type DeliveryRow = Awaited<ReturnType<typeof get>>;
