import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { Timestamp } from '../../timestamp.ts';

/** Maximum number of stored attempts per delivery; replays add to them without end. */
const keptAttempts = 100;

/** The deliveries that still exist, locked in a fixed order; their endpoints are locked already. */
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

export interface Attempt {
  readonly delivery_id: number;
  readonly number: number;
  readonly at: Timestamp;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly answer: string | null;
  readonly error: string | null;
}

interface Settling {
  /** The deliveries after their attempts, which are locked. */
  readonly rows: readonly LockedDelivery[];
  readonly attempts: readonly Attempt[];
  readonly now: Timestamp;
}

/**
 * Settles a batch in one statement: updates the deliveries, inserts the attempts, deletes the oldest ones beyond the
 * limit, and makes the `call_analyzed` deliveries due that waited for a settled `call_ended`.
 */
export const settleAll = (trx: Transaction<Database>, { rows, attempts, now }: Settling) =>
  sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(
        id bigint, state text, lease uuid, tries integer, attempt_count integer, next_attempt_at timestamptz,
        last_status integer, settled_at timestamptz)
    ), updated as (
      update webhook_deliveries as delivery
      set state = made.state, lease = made.lease, tries = made.tries, attempt_count = made.attempt_count,
        next_attempt_at = made.next_attempt_at, last_status = made.last_status, settled_at = made.settled_at
      from made where delivery.id = made.id
      returning delivery.id, delivery.organization_id, delivery.run_id, delivery.endpoint_id, delivery.event,
        delivery.state
    ), attempt as (
      select * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as attempt(
        delivery_id bigint, number integer, at timestamptz, status integer, duration_ms integer, answer text, error text)
    ), dropped as (
      delete from webhook_attempts as old using attempt
      where old.delivery_id = attempt.delivery_id and old.number <= attempt.number - ${keptAttempts}::integer
    ), released as (
      update webhook_deliveries as analyzed set next_attempt_at = ${now}
      from updated as ended
      where ended.event = 'call_ended' and ended.state <> 'pending'
        and analyzed.run_id = ended.run_id and analyzed.endpoint_id = ended.endpoint_id
        and analyzed.event = 'call_analyzed' and analyzed.state = 'pending' and analyzed.next_attempt_at is null
    )
    insert into webhook_attempts
      (organization_id, delivery_id, number, at, status, duration_ms, answer, error)
    select updated.organization_id, attempt.* from attempt join updated on updated.id = attempt.delivery_id`.execute(
    trx,
  );

/** Gives up all unsent deliveries of the endpoints, which are locked and disabled. */
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
