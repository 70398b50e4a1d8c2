import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The receipts of erasures: what was removed of a person, who is known by a phone number, and how far it has come.
    create table erasures (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      -- An HMAC of the organization and the number, with a key of the service.
      number_hmac bytea not null,
      -- Null as soon as the erasure is completed.
      number_encrypted bytea,
      state text not null default 'in_progress' check (state in ('in_progress', 'completed')),
      -- What the next batch does, and where it goes on.
      step integer not null default 0,
      position jsonb,
      counts jsonb not null default '{}',
      -- When the next batch may begin: calls in progress are waited for.
      due_at timestamptz not null,
      user_id bigint,
      api_key_id bigint,
      created_at timestamptz not null,
      completed_at timestamptz,
      constraint erasures_user_fk foreign key (user_id, organization_id) references users (id, organization_id),
      constraint erasures_key_fk foreign key (api_key_id, organization_id) references api_keys (id, organization_id),
      constraint erasures_author_check check ((user_id is null) <> (api_key_id is null)),
      constraint erasures_completed_check check (
        (state = 'completed') = (completed_at is not null) and (state = 'completed') = (number_encrypted is null)
      )
    );
    create index erasures_organization_idx on erasures (organization_id, id desc);
    -- A person is erased once at a time.
    create unique index erasures_number_key on erasures (organization_id, number_hmac) where state = 'in_progress';
    create index erasures_due_idx on erasures (organization_id, id) where state = 'in_progress';

    -- From then on the run has no personal data, and takes none.
    alter table workflow_runs add column erased_at timestamptz;

    -- Whether the transaction belongs to an erasure in progress.
    create function is_erasing() returns boolean language sql stable as $$
      select exists (
        select from erasures
        where id = nullif(current_setting('privacy.erasure', true), '')::bigint and state = 'in_progress'
      )
    $$;
    create or replace function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if is_erasing() then
          return null;
        end if;
      elsif tg_op = 'DELETE' then
        if is_removing_events() then
          return null;
        end if;
      end if;
      raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
    end
    $$;
    -- An erasure changes what an event says, not that it happened.
    create function keep_event() returns trigger language plpgsql as $$
    declare
      -- What somebody wrote, and the generated column, which is computed later.
      erasable constant text[] := array['before', 'after', 'request_id', 'subject_id', 'subject_type'];
    begin
      if to_jsonb(new) - erasable <> to_jsonb(old) - erasable then
        raise exception 'an event is never changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end
    $$;
    create trigger audit_events_keep before update on audit_events for each row execute function keep_event();
    create or replace function refuse_consent_rewrite() returns trigger language plpgsql as $$
    begin
      if not is_erasing()
        and (old.revoked_at is not null or to_jsonb(new) - 'revoked_at' <> to_jsonb(old) - 'revoked_at') then
        raise exception 'a consent is never changed';
      end if;
      return new;
    end $$;

    -- Finds the calls that a person has placed in the simulated network.
    create index simulated_calls_from_number_idx on simulated_calls (from_number) where direction = 'inbound';
  `.execute(db);
}
