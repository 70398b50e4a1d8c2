import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The planner expects no rows of a table that is empty most of the time, and all indexes to find them equally well. So
    -- each has columns of its own, and no query can read an endpoint's backlog for one delivery. A subject implies its
    -- organization; that a delivery is pending once is said by its key.
    alter table pending_deliveries drop constraint pending_deliveries_event_key;
    create index pending_deliveries_subject_idx on pending_deliveries (subject, position);
    drop index pending_deliveries_lane_idx;
    create index pending_deliveries_due_idx on pending_deliveries (organization_id, endpoint_id, next_attempt_at);

    -- Nearly every delivery is updated once, soon and together with its neighbours: with room for all of them on their
    -- page, no index gets an entry for it.
    do $$
    declare
      month regclass;
    begin
      for month in select inhrelid::regclass from pg_inherits where inhparent = 'webhook_deliveries'::regclass loop
        execute format('alter table %s set (fillfactor = 55)', month);
      end loop;
    end $$`.execute(db);
}
