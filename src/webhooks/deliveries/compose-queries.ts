import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/**
 * Creates the deliveries of `call_ended` events to subscribed endpoints, due now. An endpoint that is being deleted
 * gets none. Deliveries of other events do not wait for the deletion: only the deletion of an endpoint conflicts with
 * its key lock.
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
 * Of these runs, those whose undelivered `call_ended` another transaction has locked. Locks the others', so that no
 * delivery is settled before the `call_analyzed` that depends on it exists.
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
 * Creates the deliveries of `call_analyzed` events. A delivery waits if the `call_ended` of its run, which is locked,
 * is not yet settled at the endpoint. An endpoint that is being deleted gets none.
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
