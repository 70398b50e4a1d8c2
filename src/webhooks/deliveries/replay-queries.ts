import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type DeliveryRow, get } from './queries.ts';

/** Makes a delivery due again; its endpoint is locked. */
export async function replay(
  trx: Transaction<Database>,
  { id, organization_id, event_created_at }: DeliveryRow,
  now: Timestamp,
): Promise<DeliveryRow> {
  const { rows } = await sql<{ endpoint_id: number; run_id: number }>`
    with delivery as (
      update webhook_deliveries set state = 'pending', settled_at = null
      where organization_id = ${organization_id} and id = ${id} and event_created_at = ${event_created_at}
      returning *
    )
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, run_id, event, event_created_at, bytes, attempt_count, next_attempt_at)
    select delivery.id, organization_id, endpoint_id, run_id, event, event_created_at, octet_length(body), attempt_count,
      ${now}
    from delivery join webhook_events as composed using (organization_id, run_id, event)
    where composed.created_at = ${event_created_at}
    on conflict (delivery_id) do update set ${againNow(now)}
    returning endpoint_id, run_id`.execute(trx);
  const [replayed] = rows;
  if (replayed) await hold(trx, replayed.endpoint_id, replayed.run_id);
  return get(trx, organization_id, id);
}

const againNow = (now: Timestamp) => sql`next_attempt_at = ${now}, lease = null, tries = 0`;

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
  await sql`
    select delivery_id from pending_deliveries
    where organization_id = ${organization_id} and endpoint_id = ${endpoint_id}
    order by delivery_id for no key update`.execute(trx);
  const { numAffectedRows } = await sql`
    with event as (
      select event.*, octet_length(event.body) as bytes from webhook_events as event
      join webhook_endpoints as endpoint on endpoint.id = ${endpoint_id} and event.event = any(endpoint.events)
      where event.organization_id = ${organization_id} and event.composed_at >= ${created_after}
    ), delivery as (
      insert into webhook_deliveries
        (organization_id, endpoint_id, event_id, run_id, event, event_created_at, created_at)
      select organization_id, ${endpoint_id}::bigint, id, run_id, event, created_at, ${now} from event
      order by composed_at, run_id, event desc
      on conflict (run_id, endpoint_id, event, event_created_at) do update set state = 'pending', settled_at = null
      returning *
    )
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, run_id, event, event_created_at, bytes, attempt_count, next_attempt_at)
    select delivery.id, organization_id, delivery.endpoint_id, run_id, event, event_created_at, bytes, attempt_count,
      ${now}
    from delivery join event using (organization_id, run_id, event)
    on conflict (delivery_id) do update set ${againNow(now)}`.execute(trx);
  await hold(trx, endpoint_id);
  return Number(numAffectedRows ?? 0n);
}

/** Makes each `call_analyzed` of the endpoint, or of one run, wait for the `call_ended` that is sent again. */
const hold = (trx: Transaction<Database>, endpointId: number, runId: number | null = null) =>
  sql`
    update pending_deliveries as analyzed set next_attempt_at = null
    from pending_deliveries as ended
    where analyzed.endpoint_id = ${endpointId} and analyzed.event = 'call_analyzed'
      and (${runId}::bigint is null or analyzed.run_id = ${runId})
      and analyzed.lease is null and analyzed.next_attempt_at is not null
      and ended.endpoint_id = analyzed.endpoint_id and ended.run_id = analyzed.run_id
      and ended.event = 'call_ended'`.execute(trx);
