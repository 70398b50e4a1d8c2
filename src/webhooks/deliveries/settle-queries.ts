import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { keptAttempts, nextOfSettled } from './record-queries.ts';
import { spanOf } from './rules.ts';

/** A successful attempt. */
interface Delivered {
  readonly id: number;
  readonly endpoint_id: number;
  readonly event_created_at: Timestamp;
  readonly lease: string;
  readonly at: Timestamp;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly answer: string | null;
}

/**
 * Records successful attempts, one of a delivery, and settles their deliveries, in one statement and without a wait for
 * endpoints. Returns the ids of the deliveries that were settled. The others are left as they were: those whose endpoint
 * is locked, failing or disabled, those that another process has taken meanwhile, and those with the maximum number of
 * stored attempts.
 */
export async function settleDelivered(
  trx: Transaction<Database>,
  delivered: readonly Delivered[],
  now: Timestamp,
): Promise<ReadonlySet<number>> {
  const endpointIds = [...new Set(delivered.map(({ endpoint_id }) => endpoint_id))];
  const leases = [...new Set(delivered.map(({ lease }) => lease))];
  const { from, to } = spanOf(delivered);
  const { rows } = await sql<{ id: number }>`
    with healthy as (
      select id from webhook_endpoints
      where id = any(${endpointIds}::bigint[]) and status = 'enabled' and failing_since is null
      order by id for no key update skip locked
    ), removed as (
      delete from pending_deliveries
      where delivery_id = any(${delivered.map(({ id }) => id)}::bigint[]) and lease = any(${leases}::uuid[])
        -- A sum, so that the key alone finds it.
        and endpoint_id + 0 = any(array(select id from healthy)) and attempt_count < ${keptAttempts}::integer
      returning delivery_id as id, organization_id, endpoint_id, subject, event_created_at, attempt_count + 1 as number
    ), settled as (
      select removed.*, at, status, duration_ms, answer
      from jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb) as made(
        id bigint, at timestamptz, status integer, duration_ms integer, answer text)
      join removed using (id)
    ), updated as (
      update webhook_deliveries as delivery
      set state = 'delivered', attempt_count = settled.number, last_status = settled.status, settled_at = ${now}
      from settled
      where delivery.organization_id = settled.organization_id and delivery.id = settled.id
        and delivery.event_created_at = settled.event_created_at
        and delivery.event_created_at between ${from}::timestamptz and ${to}::timestamptz
    ), released as (
      update pending_deliveries set next_attempt_at = ${now}
      where delivery_id = any(array(${nextOfSettled}))
    ), attempt as (
      insert into webhook_attempts
        (organization_id, event_created_at, delivery_id, number, at, status, duration_ms, answer)
      select organization_id, event_created_at, id, number, at, status, duration_ms, answer from settled
    )
    select id from settled`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
