import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { permitted } from '../db/permits.ts';
import type { Timestamp } from '../timestamp.ts';

/** How many events one transaction removes at most. */
const eventBatch = 500;

/** Removes the next events of an organization that are older, in their order; returns how many, and whether all are gone. */
export async function removeOldEvents(
  trx: Transaction<Database>,
  organizationId: number,
  before: Timestamp,
): Promise<{ removed: number; isDone: boolean }> {
  const { numAffectedRows = 0n } = await permitted(trx, null, () =>
    sql`
    with next as (
      select id, created_at from audit_events where organization_id = ${organizationId}
      order by id limit ${eventBatch}
    )
    delete from audit_events using next
    where audit_events.id = next.id and audit_events.created_at = next.created_at
      and next.created_at < ${before}`.execute(trx),
  );
  const removed = Number(numAffectedRows);
  return { removed, isDone: removed < eventBatch };
}
