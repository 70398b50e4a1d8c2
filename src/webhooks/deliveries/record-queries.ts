import { type Selectable, sql, type Transaction } from 'kysely';
import type { WebhookDeliveries } from '../../../generated/database.ts';
import type { Database } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';
import { spanOf } from './rules.ts';

/** Maximum number of stored attempts per delivery; replays add to them without end. */
export const keptAttempts = 100;

/** A delivery that an attempt changes. */
export interface LockedDelivery {
  readonly id: number;
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly event_created_at: Timestamp;
  readonly state: Selectable<WebhookDeliveries>['state'];
  readonly lease: string | null;
  readonly tries: number;
  readonly attempt_count: number;
  readonly next_attempt_at: Timestamp | null;
  readonly settled_at: Timestamp | null;
}

type Key = Pick<LockedDelivery, 'id' | 'endpoint_id'>;

/** The deliveries that still exist, locked in a fixed order; their endpoints are locked already. */
export async function lockAll(
  trx: Transaction<Database>,
  keys: readonly Key[],
): Promise<LockedDelivery[]> {
  const pending = await trx
    .selectFrom('pending_deliveries')
    .select(['delivery_id as id', 'organization_id', 'endpoint_id', 'event_created_at'])
    .select(['lease', 'tries', 'attempt_count', 'next_attempt_at'])
    .where('delivery_id', '=', sql<number>`any(${keys.map(({ id }) => id)}::bigint[])`)
    .orderBy('delivery_id')
    .forUpdate()
    .execute();
  const found = new Set(pending.map(({ id }) => id));
  const settled = keys.filter(({ id }) => !found.has(id));
  return [
    ...pending.map((row) => ({ ...row, state: 'pending' as const, settled_at: null })),
    ...(settled.length > 0 ? await lockSettled(trx, settled) : []),
  ];
}

/** Deliveries that were settled while an attempt was in progress. Seldom: looks for each in every month. */
async function lockSettled(
  trx: Transaction<Database>,
  keys: readonly Key[],
): Promise<LockedDelivery[]> {
  const rows = await trx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin(
      sql<Key>`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)`.as<'key'>(
        sql`key (id bigint, endpoint_id bigint)`,
      ),
      (join) =>
        join
          .onRef('delivery.endpoint_id', '=', 'key.endpoint_id')
          .onRef('delivery.id', '=', 'key.id'),
    )
    .select(['delivery.id', 'delivery.organization_id', 'delivery.endpoint_id'])
    .select(['delivery.event_created_at', 'delivery.state', 'delivery.attempt_count'])
    .select('delivery.settled_at')
    .orderBy('delivery.id')
    .forNoKeyUpdate('delivery')
    .execute();
  return rows.map((row) => ({ ...row, lease: null, tries: 0, next_attempt_at: null }));
}

export interface Attempt {
  readonly delivery_id: number;
  readonly number: number;
  readonly at: Timestamp;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly answer: string | null;
  readonly error: string | null;
}

/** A delivery after its attempts, with the status of the last one. */
export interface AttemptedDelivery extends LockedDelivery {
  readonly last_status: number | null;
}

interface Settling {
  readonly rows: readonly AttemptedDelivery[];
  readonly attempts: readonly Attempt[];
  readonly now: Timestamp;
}

/**
 * Settles a batch in one statement: updates the deliveries, removes those that are settled from the pending ones,
 * inserts the attempts, deletes the oldest ones beyond the limit, and makes the deliveries due that waited for a settled
 * one of their subject.
 */
export function settleAll(trx: Transaction<Database>, { rows, attempts, now }: Settling) {
  const { from, to } = spanOf(rows);
  // Implied, and found by the key.
  const isKnown = sql`delivery.delivery_id = any(${rows.map(({ id }) => id)}::bigint[])`;
  return sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
        id bigint, organization_id bigint, event_created_at timestamptz, state text, lease uuid, tries integer,
        attempt_count integer, next_attempt_at timestamptz, last_status integer, settled_at timestamptz)
    ), updated as (
      update webhook_deliveries as delivery
      set state = made.state, attempt_count = made.attempt_count, last_status = made.last_status,
        settled_at = made.settled_at
      from made
      where delivery.organization_id = made.organization_id and delivery.id = made.id
        and delivery.event_created_at = made.event_created_at
        and delivery.event_created_at between ${from}::timestamptz and ${to}::timestamptz
      returning delivery.id, delivery.organization_id, delivery.event_created_at
    ), waiting as (
      update pending_deliveries as delivery
      set lease = made.lease, tries = made.tries, attempt_count = made.attempt_count,
        next_attempt_at = made.next_attempt_at
      from made where delivery.delivery_id = made.id and made.state = 'pending' and ${isKnown}
    ), settled as (
      delete from pending_deliveries as delivery using made
      where delivery.delivery_id = made.id and made.state <> 'pending' and ${isKnown}
      returning delivery.delivery_id as id, delivery.organization_id, delivery.subject, delivery.endpoint_id
    ), released as (
      update pending_deliveries as delivery set next_attempt_at = ${now}
      where delivery_id = any(array(${nextOfSettled}))
    ), attempt as (
      select updated.organization_id, updated.event_created_at, attempt.*
      from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as attempt(
        delivery_id bigint, number integer, at timestamptz, status integer, duration_ms integer, answer text, error text)
      join updated on updated.id = attempt.delivery_id
    ), dropped as (
      delete from webhook_attempts as old using attempt
      where old.organization_id = attempt.organization_id and old.delivery_id = attempt.delivery_id
        and old.event_created_at = attempt.event_created_at
        and old.event_created_at between ${from}::timestamptz and ${to}::timestamptz
        and old.number <= attempt.number - ${keptAttempts}::integer
    )
    insert into webhook_attempts
      (organization_id, event_created_at, delivery_id, number, at, status, duration_ms, answer, error)
    select organization_id, event_created_at, delivery_id, number, at, status, duration_ms, answer, error
    from attempt`.execute(trx);
}

/**
 * Whether a pending delivery is of a subject at an endpoint. Only the subject finds it: for the rest no index is used. The
 * planner expects a table that is usually empty to be empty, and would otherwise read the endpoint's whole backlog.
 */
export const isOf = (pending: string, other: string) => sql`
  ${sql.ref(`${pending}.subject`)} = ${sql.ref(`${other}.subject`)}
  and ${sql.ref(`${pending}.endpoint_id`)} is not distinct from ${sql.ref(`${other}.endpoint_id`)}
  and ${sql.ref(`${pending}.organization_id`)} is not distinct from ${sql.ref(`${other}.organization_id`)}`;

/** Of each of the rows of `settled` with a subject, the next delivery of the subject at its endpoint, if it waits. */
export const nextOfSettled = sql`
  select next.delivery_id from (
    select distinct organization_id, subject, endpoint_id from settled where subject is not null
  ) as ended cross join lateral (
    select delivery_id, next_attempt_at from pending_deliveries as later
    where ${isOf('later', 'ended')} and later.delivery_id <> all(array(select id from settled))
    order by later.position limit 1
  ) as next
  where next.next_attempt_at is null`;

interface Endpoint {
  readonly id: number;
  readonly organization_id: number;
}

/** Gives up all unsent deliveries of the endpoint, which is locked and disabled. */
export const giveUpAll = (trx: Transaction<Database>, endpoint: Endpoint, now: Timestamp) =>
  allowingLong(trx, () =>
    sql`
    with unsent as (
      select delivery_id from pending_deliveries
      where organization_id = ${endpoint.organization_id} and endpoint_id = ${endpoint.id}
      order by delivery_id for update
    ), given_up as (
      delete from pending_deliveries as pending using unsent where pending.delivery_id = unsent.delivery_id
      returning pending.delivery_id, pending.organization_id, pending.event_created_at
    )
    update webhook_deliveries as delivery set state = 'failed', settled_at = ${now}
    from given_up
    where delivery.organization_id = given_up.organization_id and delivery.id = given_up.delivery_id
      and delivery.event_created_at = given_up.event_created_at`.execute(trx),
  );
