import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';

/** How many events one transaction removes at most. */
const eventBatch = 500;

/**
 * Removes the next events of an organization that are older, in their order, with their deliveries and attempts; stops at
 * the first with a pending delivery. Returns of how many events, and whether these were all.
 */
export async function removeOldEvents(
  trx: Transaction<Database>,
  organizationId: number,
  before: Timestamp,
): Promise<{ removed: number; isDone: boolean }> {
  const { rows } = await sql<{ position: number; is_old: boolean }>`
    select position, created_at < ${before} as is_old from webhook_events
    where organization_id = ${organizationId} order by position limit ${eventBatch}`.execute(trx);
  const young = rows.findIndex(({ is_old }) => !is_old);
  const old = (young < 0 ? rows : rows.slice(0, young)).map(({ position }) => position);
  if (old.length === 0) return { removed: 0, isDone: true };
  // Both locked, so that nobody replays one meanwhile: events first, in their order, as everywhere.
  await sql`
    select from webhook_events
    where organization_id = ${organizationId} and position = any(${old}::bigint[])
    order by position for update`.execute(trx);
  const deliveries = await sql<{ position: number; state: string }>`
    select position, state from webhook_deliveries
    where organization_id = ${organizationId} and position = any(${old}::bigint[]) for update`.execute(
    trx,
  );
  const pending = deliveries.rows.filter(({ state }) => state === 'pending');
  const first = Math.min(...pending.map(({ position }) => position));
  const due = old.filter((position) => position < first);
  await sql`
    delete from webhook_events
    where organization_id = ${organizationId} and position = any(${due}::bigint[])`.execute(trx);
  return { removed: due.length, isDone: due.length < eventBatch };
}
