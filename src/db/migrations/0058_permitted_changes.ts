import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
