import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns
      -- The approval that the campaign was started or resumed with, if one was needed.
      add column approval_policy_id uuid,
      add constraint campaigns_approval_fk foreign key (approval_policy_id, organization_id)
        references approval_policies (id, organization_id),
      -- When the next call may be due; the dialer checks running campaigns whose time has come.
      add column wake_at timestamptz,
      -- A claim failed: no claim before.
      add column held_until timestamptz,
      -- It was canceled together with its calls in progress.
      add column hang_up_calls boolean not null default false,
      -- When the service starts it, and when it tries that next; null: it does not.
      add column start_at timestamptz,
      add column start_due_at timestamptz,
      -- Why it did not start it.
      add column start_refusal jsonb,
      -- Who scheduled the start.
      add column start_user_id bigint,
      add column start_api_key_id bigint,
      add constraint campaigns_start_user_fk foreign key (start_user_id, organization_id)
        references users (id, organization_id),
      add constraint campaigns_start_key_fk foreign key (start_api_key_id, organization_id)
        references api_keys (id, organization_id),
      add constraint campaigns_start_check check (
        (start_at is not null) = (start_due_at is not null or start_refusal is not null)
        and (start_due_at is null or start_refusal is null) and (start_at is null or state = 'created')
        and (start_at is not null) = (start_user_id is not null or start_api_key_id is not null)
        and (start_user_id is null or start_api_key_id is null)
      );
    create index campaigns_start_due_idx on campaigns (start_due_at) where start_due_at is not null;
    create index campaigns_start_organization_idx on campaigns (organization_id, id desc) where start_due_at is not null;
    create index campaigns_running_idx on campaigns (organization_id, id) where state = 'running';
    -- Canceled campaigns whose contacts are not all skipped or finished.
    create index campaigns_ending_idx on campaigns (id) where state = 'canceled' and completed_at is null;

    -- The time zones of a campaign's contacts, '' being the campaign's own. No pending contact of a zone has a row
    -- number below next_row, so the next ones are found without scanning finished ones.
    create table campaign_zones (
      organization_id bigint not null,
      campaign_id bigint not null,
      zone text not null,
      next_row integer not null default 0,
      -- How often contacts were given back: a claim that began before that does not move next_row.
      given_back integer not null default 0,
      constraint campaign_zones_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      primary key (campaign_id, zone)
    ) with (fillfactor = 50);
    insert into campaign_zones (organization_id, campaign_id, zone)
    select distinct organization_id, campaign_id, coalesce(timezone, '') from campaign_contacts;

    drop index campaign_contacts_state_idx;
    create index campaign_contacts_state_idx on campaign_contacts (campaign_id, state, row_number);
    create index campaign_contacts_pending_idx
      on campaign_contacts (campaign_id, coalesce(timezone, ''), row_number) where state = 'pending';
    create index campaign_contacts_waiting_idx
      on campaign_contacts (campaign_id, coalesce(timezone, ''), due_at) where state = 'waiting';

    -- The number of a campaign's contacts in each state is the sum of its shards. They are updated in the transaction
    -- that changes the contacts, so the sums are correct, and writers on different connections rarely wait for each
    -- other.
    create table campaign_contact_counts (
      organization_id bigint not null,
      campaign_id bigint not null,
      state text not null,
      outcome text not null,
      shard integer not null,
      contacts bigint not null,
      retries bigint not null,
      constraint campaign_contact_counts_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      primary key (campaign_id, state, outcome, shard)
    ) with (fillfactor = 50);
    insert into campaign_contact_counts
    select min(organization_id), campaign_id, state, coalesce(outcome, ''), 0, count(*), sum(retries_queued)
    from campaign_contacts group by 2, 3, 4;

    create function count_campaign_contacts() returns trigger language plpgsql as $$
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
        from removed join campaigns on campaigns.id = removed.campaign_id
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
    create trigger campaign_contacts_inserted after insert on campaign_contacts
      referencing new table as added for each statement execute function count_campaign_contacts();
    create trigger campaign_contacts_deleted after delete on campaign_contacts
      referencing old table as removed for each statement execute function count_campaign_contacts();
    create trigger campaign_contacts_updated after update on campaign_contacts
      referencing old table as removed new table as added for each statement execute function count_campaign_contacts();

    create table campaign_run_counts (
      organization_id bigint not null,
      campaign_id bigint not null,
      shard integer not null,
      runs bigint not null,
      constraint campaign_run_counts_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      primary key (campaign_id, shard)
    ) with (fillfactor = 50);
    insert into campaign_run_counts
    select min(organization_id), campaign_id, 0, count(*) from workflow_runs where campaign_id is not null group by 2;

    create or replace function count_workflow_runs() returns trigger language plpgsql as $$
    begin
      insert into workflow_run_counts as counted (organization_id, workflow_id, shard, runs)
      select min(organization_id), workflow_id, pg_backend_pid() % 16,
        case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed group by workflow_id order by workflow_id
      on conflict (workflow_id, shard) do update set runs = counted.runs + excluded.runs;
      insert into campaign_run_counts as counted (organization_id, campaign_id, shard, runs)
      select min(changed.organization_id), changed.campaign_id, pg_backend_pid() % 16,
        case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed join campaigns on campaigns.id = changed.campaign_id group by 2 order by 2
      on conflict (campaign_id, shard) do update set runs = counted.runs + excluded.runs;
      return null;
    end $$;

    -- For the circuit breaker: of many calls only the failures are read.
    create index workflow_runs_failed_idx on workflow_runs (campaign_id, ended_at)
      where campaign_id is not null and outcome in ('failed', 'unknown');
  `.execute(db);
}
