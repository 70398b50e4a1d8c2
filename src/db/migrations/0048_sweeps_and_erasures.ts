import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- When each sweep runs next, and who runs it until then. Processes of 0.2.0 run all sweeps by themselves beside it. A row
    -- is updated some times a minute, so it finds room for its next version on its page.
    create table sweeps (
      name text primary key,
      every_ms integer not null,
      holder uuid,
      due_at timestamptz not null default clock_timestamp(),
      failures integer not null default 0
    ) with (fillfactor = 25);
    comment on column sweeps.due_at is 'By the clock of the database. Until then the holder runs it, after that anybody.';
    comment on column sweeps.failures is 'How often in a row it has failed.';

    -- A row permits its own transaction to change what is kept from all others, and is deleted by it. Those of an erasure
    -- change audit events and consents, the others remove audit events.
    create table permitted_changes (
      id bigint generated always as identity primary key,
      erasure_id bigint
    );

    -- Processes of 0.2.0 name the transaction in a setting.
    create or replace function is_removing_events() returns boolean language plpgsql as $$
    begin
      return coalesce(current_setting('audit.removing', true) = pg_current_xact_id()::text, false) or exists (
        select from permitted_changes where erasure_id is null and xmin = pg_current_xact_id()::xid
      );
    end $$;

    create or replace function is_erasing() returns boolean language plpgsql stable as $$
    begin
      return exists (
        select from erasures where state = 'in_progress' and id = coalesce(
          nullif(current_setting('privacy.erasure', true), '')::bigint,
          (select erasure_id from permitted_changes where erasure_id is not null and xmin = pg_current_xact_id()::xid)
        )
      );
    end $$;
  `.execute(db);
}
