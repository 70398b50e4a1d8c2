import { sql, type Transaction } from 'kysely';
import type { PendingEvents } from '../../../generated/database.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

interface Composed {
  readonly run_id: number;
  readonly body: string;
}

/**
 * Of these runs, those whose undelivered `call_ended` another transaction has locked. Locks the others', so that no
 * delivery is settled before the `call_analyzed` that depends on it exists.
 */
export async function lockEnded(
  trx: Transaction<Database>,
  runIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ run_id: number }>`
    with locked as (
      select delivery_id from pending_deliveries
      where event = 'call_ended' and run_id = any(${runIds}::bigint[])
      order by delivery_id for share skip locked
    )
    select distinct run_id from pending_deliveries
    where event = 'call_ended' and run_id = any(${runIds}::bigint[])
      and delivery_id not in (select delivery_id from locked)`.execute(trx);
  return new Set(rows.map(({ run_id }) => run_id));
}

/**
 * Turns pending events into composed ones, each with a delivery to the subscribed endpoints, in one statement. An
 * endpoint that is being deleted gets none. Other events do not wait for the deletion: only the deletion of an endpoint
 * conflicts with its key lock. The delivery of a `call_analyzed` waits if the `call_ended` of its run, which is locked,
 * is not yet settled at the endpoint. A second event of a kind of a run is dropped.
 */
export const insertComposed = (
  trx: Transaction<Database>,
  event: PendingEvents['event'],
  composed: readonly Composed[],
  now: Timestamp,
) =>
  sql`
    with taken as (
      delete from pending_events as pending
      using jsonb_to_recordset(${JSON.stringify(composed)}::jsonb) as made(run_id bigint, body text)
      where pending.run_id = made.run_id and pending.event = ${event}
      returning pending.*, made.body
    ), event as (
      insert into webhook_events (organization_id, run_id, event, id, body, traceparent, created_at, composed_at)
      select organization_id, run_id, event, id, body, traceparent, created_at, ${now} from taken
      on conflict (organization_id, run_id, event, created_at) do nothing
      returning *
    ), target as (
      select event.*, endpoint.id as endpoint_id
      from event join taken using (organization_id, run_id)
      join webhook_endpoints as endpoint on endpoint.organization_id = event.organization_id
        and endpoint.status = 'enabled' and event.event = any(endpoint.events)
      order by taken.due_at, event.run_id, endpoint.id
      for key share of endpoint skip locked
    ), delivery as (
      insert into webhook_deliveries
        (organization_id, endpoint_id, event_id, run_id, event, event_created_at, created_at)
      select organization_id, endpoint_id, id, run_id, event, created_at, ${now} from target
      returning *
    )
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, run_id, event, event_created_at, bytes, next_attempt_at)
    select delivery.id, delivery.organization_id, delivery.endpoint_id, delivery.run_id, delivery.event,
      delivery.event_created_at, octet_length(event.body),
      case when delivery.event = 'call_ended' or not exists (
        select from pending_deliveries as ended
        where ended.run_id = delivery.run_id and ended.endpoint_id = delivery.endpoint_id
          and ended.event = 'call_ended'
      ) then ${now}::timestamptz end
    from delivery join event using (organization_id, run_id)`.execute(trx);
