import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';

interface Runs {
  readonly organization_id: number;
  /** They have ended and are locked. */
  readonly ids: readonly number[];
}

interface RemovedEvents {
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Removes the events of runs, with their deliveries and attempts, whether they were sent or not. The pending ones come
 * first: whoever composes one of them has it locked, so that the composed event is seen by the statement after that.
 */
export async function removeEventsOf(
  trx: Transaction<Database>,
  { organization_id, ids }: Runs,
): Promise<RemovedEvents> {
  const runs = sql`${[...ids]}::bigint[]`;
  await sql`delete from pending_events where run_id = any(${runs})`.execute(trx);
  const { rows: composed } = await sql<{ position: number; created_at: string }>`
    select position, created_at from webhook_events
    where organization_id = ${organization_id} and run_id = any(${runs})
    order by position for update`.execute(trx);
  if (composed.length === 0) return { events: 0, deliveries: 0 };
  await sql`
    delete from pending_deliveries where subject = any(${runs}) and organization_id = ${organization_id}`.execute(
    trx,
  );
  const positions = sql`${composed.map(({ position }) => position)}::bigint[]`;
  const { rows } = await sql<{ deliveries: number }>`
    select count(*) as deliveries from webhook_deliveries
    where organization_id = ${organization_id} and position = any(${positions})`.execute(trx);
  // Deliveries and attempts follow.
  await sql`
    delete from webhook_events where organization_id = ${organization_id} and position = any(${positions})`.execute(
    trx,
  );
  return { events: composed.length, deliveries: rows[0]?.deliveries ?? 0 };
}

/** The events of runs with their bodies, and to which endpoints they were delivered. */
export async function exportedEvents(
  db: Db,
  { organization_id, ids }: Runs,
  leftOut: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ value: Record<string, unknown> }>`
    select to_jsonb(found) - ${[...leftOut]}::text[] || jsonb_build_object(
      'deliveries', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'endpoint_id', endpoint_id, 'state', state, 'settled_at', settled_at
        )), '[]') from webhook_deliveries as delivery
        where delivery.organization_id = found.organization_id and delivery.position = found.position
          and delivery.event_created_at = found.created_at
      )
    ) as value from webhook_events as found
    where organization_id = ${organization_id} and run_id = any(${[...ids]}::bigint[]) order by position`.execute(
    db,
  );
  return rows.map(({ value }) => value);
}
