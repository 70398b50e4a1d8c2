import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';
import { positionAt } from '../events/list-queries.ts';
import { type DeliveryRow, get } from './queries.ts';
import { isOf } from './record-queries.ts';

/** Makes a delivery due again; its endpoint is locked. Throws if the event is removed meanwhile. */
export async function replay(
  trx: Transaction<Database>,
  { id, organization_id, position, event_created_at }: DeliveryRow,
  now: Timestamp,
): Promise<DeliveryRow> {
  // Whoever removes the event locks it first, and then what is pending.
  await sql`
    select from webhook_events
    where organization_id = ${organization_id} and position = ${position} and created_at = ${event_created_at}
    for key share`.execute(trx);
  const { rows } = await sql<{ endpoint_id: number; subject: number | null }>`
    with delivery as (
      update webhook_deliveries set state = 'pending', settled_at = null
      where organization_id = ${organization_id} and id = ${id} and event_created_at = ${event_created_at}
      returning *
    ), due as (
      select delivery.*, octet_length(body) as bytes
      from delivery join webhook_events as composed using (organization_id, position)
      where composed.created_at = ${event_created_at}
    )
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, position, subject, event, event_created_at, bytes, attempt_count,
       next_attempt_at)
    select id, organization_id, endpoint_id, position, ${subject}, event, event_created_at, bytes, attempt_count, ${now}
    from due
    on conflict (delivery_id) do update set ${dueAgain}
    returning endpoint_id, subject`.execute(trx);
  const [replayed] = rows;
  if (replayed && replayed.subject !== null)
    await lockForChange(trx, { ...replayed, organization_id });
  return get(trx, organization_id, id);
}

const subject = sql`coalesce(due.run_id, -due.campaign_id)`;
const dueAgain = sql`next_attempt_at = excluded.next_attempt_at, lease = null, tries = 0`;

interface Since {
  readonly endpoint_id: number;
  readonly organization_id: number;
  readonly created_after: Timestamp;
  readonly now: Timestamp;
}

/** Makes the deliveries of all events since a timestamp due, and creates missing ones; the endpoint is locked. */
export const replaySince = (trx: Transaction<Database>, since: Since): Promise<number> =>
  allowingLong(trx, () => makeDueSince(trx, since));

async function makeDueSince(trx: Transaction<Database>, replayed: Since): Promise<number> {
  const { endpoint_id, organization_id, created_after, now } = replayed;
  const first = (await positionAt(trx, organization_id, created_after)) ?? Number.MAX_SAFE_INTEGER;
  // Nobody removes one of them from here on, and in this order they are locked everywhere. A later event is sent anyway.
  const { rows } = await sql<{ last_position: number }>`
    with event as (
      select position from webhook_events
      where organization_id = ${organization_id} and position >= ${first}
      order by position for key share
    ) select coalesce(max(position), 0) as last_position from event`.execute(trx);
  const last = rows[0]?.last_position ?? 0;
  await sql`
    select delivery_id from pending_deliveries
    where organization_id = ${organization_id} and endpoint_id = ${endpoint_id}
    order by delivery_id for no key update`.execute(trx);
  const event = sql`event as (
    select event.* from webhook_events as event
    join webhook_endpoints as endpoint on endpoint.id = ${endpoint_id} and event.event = any(endpoint.events)
    where event.organization_id = ${organization_id} and event.position >= ${first}
      and event.position <= ${last}
  )`;
  await sql`
    with ${event}
    insert into webhook_deliveries
      (organization_id, endpoint_id, event_id, position, run_id, campaign_id, event, event_created_at, created_at)
    select organization_id, ${endpoint_id}::bigint, id, position, run_id, campaign_id, event, created_at, ${now}
    from event order by position
    on conflict (organization_id, position, endpoint_id, event_created_at)
      do update set state = 'pending', settled_at = null`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    with ${event}, due as (
      select delivery.*, octet_length(event.body) as bytes
      from event join webhook_deliveries as delivery using (organization_id, position)
      where delivery.endpoint_id = ${endpoint_id} and delivery.event_created_at = event.created_at
    )
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, position, subject, event, event_created_at, bytes, attempt_count,
       next_attempt_at)
    select id, organization_id, endpoint_id, position, ${subject}, event, event_created_at, bytes, attempt_count, ${now}
    from due
    on conflict (delivery_id) do update set ${dueAgain}`.execute(trx);
  await lockForChange(trx, { organization_id, endpoint_id, subject: null });
  return Number(numAffectedRows);
}

interface Held {
  readonly organization_id: number;
  readonly endpoint_id: number;
  /** Null: all. */
  readonly subject: number | null;
}

/** Makes each delivery of the endpoint, or of one subject, wait for the earlier ones of its subject. */
const lockForChange = (
  trx: Transaction<Database>,
  { organization_id, endpoint_id, subject: only }: Held,
) =>
  sql`
    update pending_deliveries as later set next_attempt_at = null
    where later.organization_id = ${organization_id} and later.endpoint_id = ${endpoint_id}
      and (${only}::bigint is null or later.subject = ${only})
      and later.lease is null and later.next_attempt_at is not null
      and exists (
        select from pending_deliveries as earlier
        where ${isOf('earlier', 'later')} and earlier.position < later.position
      )`.execute(trx);
