import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_events
      drop constraint audit_events_actor_kind_check,
      drop constraint audit_events_actor_check,
      add constraint audit_events_actor_kind_check
        check (actor_kind in ('user', 'api_key', 'run_token', 'carrier', 'anonymous', 'system')),
      add constraint audit_events_actor_check
        check ((actor_kind in ('user', 'api_key', 'run_token')) = (actor_id is not null)),
      -- The rules keep each side below 4 KiB; this also binds writers that bypass them.
      add constraint audit_events_size_check
        check (octet_length(before::text) <= 16384 and octet_length(after::text) <= 16384);

    alter table consent_marks add column consent_source text not null
      generated always as (case when marked_by is null then 'carrier' else 'user' end) stored;
  `.execute(db);
}
