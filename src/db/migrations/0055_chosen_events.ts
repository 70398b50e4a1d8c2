import { type Kysely, sql } from 'kysely';

/** What is chosen is read once the choice is locked, and before the update: Citus refuses an update that calls a volatile function. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function choose_events() returns trigger language plpgsql as $$
    declare
      tenant bigint := coalesce(new.organization_id, old.organization_id);
      own text[];
      every text[];
    begin
      select recorded into own from event_choices where organization_id = tenant for no key update;
      every := chosen_events(tenant, own);
      update event_choices set chosen = every where organization_id = tenant;
      return null;
    end $$;
  `.execute(db);
}
