import { type Kysely, sql } from 'kysely';

/** Finds due work by organization and endpoint, so that a long backlog of one does not delay others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index webhook_deliveries_lane_idx
      on webhook_deliveries (organization_id, endpoint_id, next_attempt_at, id)
      where state = 'pending' and next_attempt_at is not null;
    drop index webhook_deliveries_due_idx;
    create index webhook_events_share_idx on webhook_events (event, organization_id, due_at, id)
      where body is null;
  `.execute(db);
}
