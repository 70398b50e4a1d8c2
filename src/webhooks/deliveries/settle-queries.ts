import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { batchBytes } from '../../db/batches.ts';
import type { Timestamp } from '../../timestamp.ts';
import { keptAttempts, nextOfSettled } from './record-queries.ts';
import { spanOf } from './rules.ts';
import { isFree, type Leasing, takenColumns, type TakenRow } from './take-queries.ts';

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

/** Maximum length of an answer that is stored with its delivery, whose page has room for as much. */
const shortBytes = 100;

interface SettledDeliveries {
  readonly ids: ReadonlySet<number>;
  /** The next ones of their subjects, as far as they are taken at once. */
  readonly next: readonly TakenRow[];
}

/**
 * Records successful attempts, one of a delivery, and settles their deliveries without a wait for endpoints. The others
 * are left as they were: those whose endpoint is locked, failing or disabled, those that another process has taken
 * meanwhile, and those with the maximum number of stored attempts. A first attempt is stored with its delivery, which is
 * written anyway, unless its answer is long.
 */
export async function settleDelivered(
  trx: Transaction<Database>,
  delivered: readonly Delivered[],
  taking: Leasing,
): Promise<SettledDeliveries> {
  const { now } = taking;
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
      select removed.*, at, status, duration_ms, answer,
        number = 1 and coalesce(octet_length(answer), 0) <= ${shortBytes}::integer as is_first
      from jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb) as made(
        id bigint, at timestamptz, status integer, duration_ms integer, answer text)
      join removed using (id)
    ), updated as (
      update webhook_deliveries as delivery
      set state = 'delivered', attempt_count = settled.number, last_status = settled.status, settled_at = ${now},
        first_attempt_at = case when is_first then at else first_attempt_at end,
        first_status = case when is_first then status else first_status end,
        first_duration_ms = case when is_first then duration_ms else first_duration_ms end,
        first_answer = case when is_first then answer else first_answer end
      from settled
      where delivery.organization_id = settled.organization_id and delivery.id = settled.id
        and delivery.event_created_at = settled.event_created_at
        and delivery.event_created_at between ${from}::timestamptz and ${to}::timestamptz
    )
    select id, organization_id, subject, endpoint_id, event_created_at, number, is_first from settled`.execute(
    trx,
  );
  const apart = rows.filter(({ is_first }) => !is_first);
  if (apart.length > 0) await insertAttempts(trx, delivered, apart);
  const ofSubjects = rows.filter(({ subject }) => subject !== null);
  const next = ofSubjects.length > 0 ? await release(trx, ofSubjects, taking) : [];
  return { ids: new Set(rows.map(({ id }) => id)), next };
}

interface Settled {
  readonly id: number;
  readonly organization_id: number;
  readonly subject: number | null;
  readonly endpoint_id: number;
  readonly event_created_at: Timestamp;
  readonly number: number;
  readonly is_first: boolean;
}

/** Stores the attempts that their deliveries have no place for. */
async function insertAttempts(
  trx: Transaction<Database>,
  delivered: readonly Delivered[],
  settled: readonly Settled[],
): Promise<void> {
  const made = new Map(delivered.map((each) => [each.id, each]));
  const attempts = settled.map(({ id, organization_id, event_created_at, number }) => {
    const { at, status, duration_ms, answer } = made.get(id)!;
    return { organization_id, event_created_at, id, number, at, status, duration_ms, answer };
  });
  await sql`
    insert into webhook_attempts
      (organization_id, event_created_at, delivery_id, number, at, status, duration_ms, answer)
    select * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as attempt(
      organization_id bigint, event_created_at timestamptz, id bigint, number integer, at timestamptz, status integer,
      duration_ms integer, answer text)`.execute(trx);
}

/**
 * Makes the next delivery of each subject at its endpoint due, or takes it at once if nothing at the endpoint is due
 * before it. A statement of its own, which sees what was written before the deliveries were locked: who composes the next
 * delivery of a subject holds the one before until it is there.
 */
async function release(
  trx: Transaction<Database>,
  settled: readonly Settled[],
  { now, until, lease }: Leasing,
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow & { readonly lease: string | null }>`
    with settled as (
      select * from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled(
        id bigint, organization_id bigint, subject bigint, endpoint_id bigint)
    ), free as materialized (
      -- As when they are composed, asked once for each endpoint.
      select endpoint_id from (select distinct organization_id, endpoint_id from settled) as lane
      where ${isFree(sql.ref('lane'), now)}
    )
    update pending_deliveries as delivery
    set (next_attempt_at, lease) = (
      select case when is_taken then ${until}::timestamptz else ${now}::timestamptz end,
        case when is_taken then ${lease}::uuid end
      from (
        -- Those that are taken fit into a batch.
        select delivery.bytes::bigint * 100 <= ${batchBytes}::bigint
          and delivery.endpoint_id = any(array(select endpoint_id from free)) as is_taken
      ) as place
    )
    where delivery_id = any(array(${nextOfSettled}))
    returning ${takenColumns}, lease`.execute(trx);
  return rows.filter((row) => row.lease !== null);
}
