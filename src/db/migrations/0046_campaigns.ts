import { type Kysely, sql } from 'kysely';

/**
 * Campaigns copy their source step by step, and sources have the type of the file that was uploaded: those before are `csv`
 * all, and processes of 0.2.0 write no other. No statement of a trigger reads the rows of its statement and another table
 * at once, which Citus cannot run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaign_sources
      drop constraint campaign_sources_source_type_check,
      add constraint campaign_sources_source_type_check check (source_type in ('csv', 'json', 'ndjson'));
    alter table campaigns
      drop constraint campaigns_source_type_check,
      add constraint campaigns_source_type_check check (source_type in ('csv', 'json', 'ndjson')),
      -- How far a started campaign has copied its source. Null: whole, as with campaigns that processes of 0.2.0 start.
      add column copied_to_row integer,
      add column uncopied_rows integer;
    -- The sweep that wakes campaigns reads those that are due, however many are running.
    create index campaigns_wake_idx on campaigns (wake_at) where state = 'running';
    create index campaigns_copying_idx on campaigns (id) where copied_to_row is not null;

    -- Rows of sources are compared with their source once for each statement that adds some: a foreign key does it for each
    -- row, which took half of the time of an upload. Who adds rows has locked their source.
    create function refuse_rows_without_source() returns trigger language plpgsql as $$
    declare
      one record;
    begin
      for one in select distinct source_id, organization_id from added loop
        if not exists (
          select from campaign_sources where id = one.source_id and organization_id = one.organization_id
        ) then
          raise exception 'rows of campaign_source_rows have no source of their organization'
            using errcode = 'foreign_key_violation', constraint = 'campaign_source_rows_source_fk';
        end if;
      end loop;
      return null;
    end $$;
    create trigger campaign_source_rows_source after insert on campaign_source_rows
      referencing new table as added for each statement execute function refuse_rows_without_source();
    alter table campaign_source_rows drop constraint campaign_source_rows_source_fk;

    -- Contacts that are copied from a source count in a shard of their own. A step of copying writes its count before it
    -- locks the campaign, a claim locks the campaign first: if both used one shard, they would deadlock.
    create or replace function count_campaign_contacts() returns trigger language plpgsql as $$
    declare
      shard_of_session constant integer := pg_backend_pid() % 16;
      owners bigint[];
      campaign_ids bigint[];
      states text[];
      outcomes text[];
      shards integer[];
      numbers bigint[];
      repeats bigint[];
      counting bigint[];
    begin
      if tg_op = 'INSERT' then
        select array_agg(organization_id), array_agg(campaign_id), array_agg(state), array_agg(outcome), array_agg(shard),
          array_agg(contacts), array_agg(retries)
        into owners, campaign_ids, states, outcomes, shards, numbers, repeats
        from (
          select min(organization_id) as organization_id, campaign_id, state, coalesce(outcome, '') as outcome,
            case when added_at is null then 16 else shard_of_session end as shard, count(*) as contacts,
            sum(retries_queued) as retries
          from added group by 2, 3, 4, 5 order by 2, 3, 4, 5
        ) as grouped;
      elsif tg_op = 'DELETE' then
        select array_agg(organization_id), array_agg(campaign_id), array_agg(state), array_agg(outcome),
          array_agg(shard_of_session), array_agg(contacts), array_agg(retries)
        into owners, campaign_ids, states, outcomes, shards, numbers, repeats
        from (
          select min(organization_id) as organization_id, campaign_id, state, coalesce(outcome, '') as outcome,
            -count(*) as contacts, -sum(retries_queued) as retries
          from removed group by 2, 3, 4 order by 2, 3, 4
        ) as grouped;
        counting := array(select id from campaigns where id = any(campaign_ids) and contacts_removed_at is null);
      else
        select array_agg(organization_id), array_agg(campaign_id), array_agg(state), array_agg(outcome),
          array_agg(shard_of_session), array_agg(contacts), array_agg(retries)
        into owners, campaign_ids, states, outcomes, shards, numbers, repeats
        from (
          select min(organization_id) as organization_id, campaign_id, state, outcome, sum(contacts) as contacts,
            sum(retries) as retries
          from (
            select organization_id, campaign_id, state, coalesce(outcome, '') as outcome, 1 as contacts,
              retries_queued as retries
            from added
            union all
            select organization_id, campaign_id, state, coalesce(outcome, ''), -1, -retries_queued from removed
          ) as changes
          group by 2, 3, 4 having sum(contacts) <> 0 or sum(retries) <> 0 order by 2, 3, 4
        ) as grouped;
      end if;
      if campaign_ids is not null then
        insert into campaign_contact_counts as counted
          (organization_id, campaign_id, state, outcome, shard, contacts, retries)
        select change.*
        from unnest(owners, campaign_ids, states, outcomes, shards, numbers, repeats)
          as change (organization_id, campaign_id, state, outcome, shard, contacts, retries)
        where counting is null or change.campaign_id = any(counting)
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      end if;
      return null;
    end $$;

    create or replace function count_workflow_runs() returns trigger language plpgsql as $$
    declare
      shard_of_session constant integer := pg_backend_pid() % 16;
      sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
      owners bigint[];
      counted_ids bigint[];
      numbers bigint[];
      existing bigint[];
    begin
      select array_agg(organization_id order by id), array_agg(id order by id), array_agg(sign * number order by id)
      into owners, counted_ids, numbers
      from (
        select min(organization_id) as organization_id, workflow_id as id, count(*) as number
        from changed group by workflow_id
      ) as grouped;
      insert into workflow_run_counts as counted (organization_id, workflow_id, shard, runs)
      select organization_id, id, shard_of_session, number
      from unnest(owners, counted_ids, numbers) as change (organization_id, id, number)
      on conflict (workflow_id, shard) do update set runs = counted.runs + excluded.runs;
      select array_agg(organization_id order by id), array_agg(id order by id), array_agg(sign * number order by id)
      into owners, counted_ids, numbers
      from (
        select min(organization_id) as organization_id, campaign_id as id, count(*) as number
        from changed where campaign_id is not null group by campaign_id
      ) as grouped;
      if owners is not null then
        existing := array(select id from campaigns where id = any(counted_ids));
        insert into campaign_run_counts as counted (organization_id, campaign_id, shard, runs)
        select organization_id, id, shard_of_session, number
        from unnest(owners, counted_ids, numbers) as change (organization_id, id, number)
        where id = any(existing)
        on conflict (campaign_id, shard) do update set runs = counted.runs + excluded.runs;
      end if;
      return null;
    end $$;
  `.execute(db);
}
