import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';
import { columns } from './queries.ts';

const pendingAgain = (now: Timestamp) =>
  ({ state: 'pending', next_attempt_at: now, lease: null, tries: 0, settled_at: null }) as const;

/** Makes a delivery due again; its endpoint is locked. */
export async function replay(trx: Transaction<Database>, id: number, now: Timestamp) {
  const { endpoint_id, run_id } = await trx
    .updateTable('webhook_deliveries')
    .set(pendingAgain(now))
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

/** Makes the deliveries of all events since a timestamp due, and creates missing ones; the endpoint is locked. */
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

/** Makes each `call_analyzed` of the endpoint, or of one run, wait for the `call_ended` that is sent again. */
const hold = (trx: Transaction<Database>, endpointId: number, runId: number | null = null) =>
  sql`
    update webhook_deliveries as analyzed set next_attempt_at = null
    from webhook_deliveries as ended
    where analyzed.endpoint_id = ${endpointId} and analyzed.event = 'call_analyzed'
      and (${runId}::bigint is null or analyzed.run_id = ${runId})
      and analyzed.state = 'pending' and analyzed.lease is null and analyzed.next_attempt_at is not null
      and ended.endpoint_id = analyzed.endpoint_id and ended.run_id = analyzed.run_id
      and ended.event = 'call_ended' and ended.state = 'pending'`.execute(trx);
