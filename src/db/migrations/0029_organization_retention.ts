import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- After how many days what goes; null: it is kept. Without a row everything is.
    create table organization_retention (
      organization_id bigint primary key references organizations,
      transcripts_days integer check (transcripts_days between 1 and 36500),
      contexts_days integer check (contexts_days between 1 and 36500),
      contacts_days integer check (contacts_days between 1 and 36500),
      events_days integer check (events_days between 1 and 36500),
      audit_days integer check (audit_days between 90 and 36500),
      revision bigint not null default 0,
      -- Null: it is not set.
      updated_at timestamptz
    );

    -- What is removed of an organization, how far that has come, and when it goes on.
    create table retention_work (
      organization_id bigint not null references organizations,
      kind text not null check (kind in ('transcripts', 'contexts', 'usage', 'contacts', 'events', 'audit')),
      due_at timestamptz not null,
      -- The order in which the due ones take turns.
      turn bigint not null default 0,
      -- The last run that was passed, for kinds that walk over runs.
      passed_at timestamptz not null default '1970-01-01T00:00:00Z',
      passed_id bigint not null default 0,
      -- How much was removed on a day of which the audit event is not written yet.
      day date,
      removed bigint not null default 0,
      primary key (organization_id, kind)
    ) with (fillfactor = 50);
    create index retention_work_due_idx on retention_work (due_at);
    create sequence retention_turns;

    -- Since then the contacts of a campaign that is over are removed. They still count in its progress and report.
    alter table campaigns add column contacts_removed_at timestamptz;
    create or replace function count_campaign_contacts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into campaign_contact_counts as counted
        select min(organization_id), campaign_id, state, coalesce(outcome, ''), pg_backend_pid() % 16,
          count(*), sum(retries_queued)
        from added group by 2, 3, 4 order by 2, 3, 4
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      elsif tg_op = 'DELETE' then
        insert into campaign_contact_counts as counted
        select min(removed.organization_id), removed.campaign_id, removed.state, coalesce(removed.outcome, ''),
          pg_backend_pid() % 16, -count(*), -sum(removed.retries_queued)
        from removed join campaigns on campaigns.id = removed.campaign_id and campaigns.contacts_removed_at is null
        group by 2, 3, 4 order by 2, 3, 4
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      else
        insert into campaign_contact_counts as counted
        select min(organization_id), campaign_id, state, outcome, pg_backend_pid() % 16, sum(contacts), sum(retries)
        from (
          select organization_id, campaign_id, state, coalesce(outcome, '') as outcome, 1 as contacts,
            retries_queued as retries
          from added
          union all
          select organization_id, campaign_id, state, coalesce(outcome, ''), -1, -retries_queued from removed
        ) as changes
        group by 2, 3, 4 having sum(contacts) <> 0 or sum(retries) <> 0 order by 2, 3, 4
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      end if;
      return null;
    end $$;

    -- A removed contact leaves its calls. Valid for the rows that exist, as the key before it was.
    alter table workflow_runs
      drop constraint workflow_runs_contact_id_fkey,
      add constraint workflow_runs_contact_id_fkey foreign key (contact_id)
        references campaign_contacts on delete set null not valid;

    -- Events are removed by a transaction that names itself, and by nobody else: a setting that was made elsewhere names
    -- another one.
    create function is_removing_events() returns boolean language sql volatile as $$
      select coalesce(current_setting('audit.removing', true) = pg_current_xact_id()::text, false)
    $$;
    create or replace function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if is_removing_events() then
          return null;
        end if;
      end if;
      raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
    end
    $$;
  `.execute(db);
}
