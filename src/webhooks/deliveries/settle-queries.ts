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
 * Records successful attempts, one of a delivery, and settles their deliveries without a wait for endpoints. Returns the ids of the deliveries that were settled. The others are left as they were: those whose endpoint
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
  const { rows } = await sql<Settled>`
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
    ), attempt as (
      insert into webhook_attempts
        (organization_id, event_created_at, delivery_id, number, at, status, duration_ms, answer)
      select organization_id, event_created_at, id, number, at, status, duration_ms, answer from settled
    )
    select id, organization_id, subject, endpoint_id from settled`.execute(trx);
  const ofSubjects = rows.filter(({ subject }) => subject !== null);
  if (ofSubjects.length > 0) await release(trx, ofSubjects, now);
  return new Set(rows.map(({ id }) => id));
}

interface Settled {
  readonly id: number;
  readonly organization_id: number;
  readonly subject: number | null;
  readonly endpoint_id: number;
}

/**
 * Makes the next delivery of each subject at its endpoint due. A statement of its own, which sees what was written before
 * the deliveries were locked: who composes the next delivery of a subject holds the one before until it is there.
 */
const release = (trx: Transaction<Database>, rows: readonly Settled[], now: Timestamp) =>
  sql`
    with settled as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled(
        id bigint, organization_id bigint, subject bigint, endpoint_id bigint)
    )
    update pending_deliveries set next_attempt_at = ${now}
    where delivery_id = any(array(${nextOfSettled}))`.execute(trx);
