import { type Kysely, sql } from 'kysely';

/** Tables in which clients store what they like, with the columns that hold it. */
const contents = {
  workflow_definitions: ['workflow_definition'],
  workflows: ['template_context_variables', 'workflow_configurations', 'metadata'],
  workflow_runs: ['metadata'],
  workflow_test_cases: ['initial_context', 'turns'],
  scheduled_calls: ['initial_context', 'metadata'],
  campaigns: ['metadata'],
  campaign_contacts: ['initial_context', 'metadata'],
  approval_policies: ['metadata'],
  voice_profiles: ['metadata'],
  generations: ['text', 'instruct'],
  idempotent_answers: ['answer_encrypted'],
} as const;

/** The bytes of a row as text. Runs have those of their other content stored. */
function bytesOf(table: string, columns: readonly string[], row: string): string {
  const text = table === 'idempotent_answers' ? '' : '::text';
  return [
    ...(table === 'workflow_runs' ? [`${row}.content_bytes`] : []),
    ...columns.map((column) => `coalesce(octet_length(${row}.${column}${text}), 0)`),
  ].join(' + ');
}

const countingOf = (table: string, columns: readonly string[]): string => `
  create or replace function count_content_of_${table}() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    if tg_op = 'UPDATE' then
      insert into content_changes (organization_id, bytes)
      values (new.organization_id, ${bytesOf(table, columns, 'new')} - (${bytesOf(table, columns, 'old')}));
    else
      for one in
        select organization_id, sum(case tg_op when 'INSERT' then 1 else -1 end * (${bytesOf(table, columns, 'changed')})) as bytes
        from changed group by organization_id having sum(${bytesOf(table, columns, 'changed')}) <> 0
      loop
        insert into content_changes (organization_id, bytes) values (one.organization_id, one.bytes);
      end loop;
    end if;
    return null;
  end $$;`;

/**
 * No statement of a trigger reads the rows of its statement and another table at once, which Citus cannot run, and functions
 * that triggers call and that use tables are in PL/pgSQL.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const byKey = sql`language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off`;
  await sql`
    ${sql.raw(
      Object.entries(contents)
        .map(([table, columns]) => countingOf(table, columns))
        .join('\n'),
    )}

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

    create or replace function refuse_rows_without_source() returns trigger language plpgsql as $$
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

    create or replace function refuse_deliveries_without_endpoint() returns trigger ${byKey} as $$
    declare
      one record;
    begin
      for one in select distinct organization_id, endpoint_id from added loop
        perform from webhook_endpoints
        where id = one.endpoint_id and organization_id = one.organization_id
        for key share;
        if not found then
          raise exception '% has rows without an endpoint of their organization', tg_table_name
            using errcode = 'foreign_key_violation', constraint = tg_table_name || '_endpoint_fk';
        end if;
      end loop;
      return null;
    end $$;

    create or replace function refuse_deliveries_without_event() returns trigger ${byKey} as $$
    declare
      owners bigint[];
      positions bigint[];
      moments timestamptz[];
      first timestamptz;
      last timestamptz;
    begin
      select array_agg(organization_id), array_agg(position), array_agg(event_created_at), min(event_created_at),
        max(event_created_at)
      into owners, positions, moments, first, last
      from (select distinct organization_id, position, event_created_at from added) as added;
      -- Nobody else sees the events of this transaction, which are nearly all. The others are locked.
      if exists (
        select from unnest(owners, positions, moments) as added (organization_id, position, event_created_at)
        where (
          select event.xmin from webhook_events as event
          where event.organization_id = added.organization_id and event.position = added.position
            and event.created_at = added.event_created_at and event.created_at between first and last
        ) is distinct from pg_current_xact_id()::xid
      ) and exists (
        select from unnest(owners, positions, moments) as added (organization_id, position, event_created_at)
        left join lateral (
          select event.id from webhook_events as event
          where event.organization_id = added.organization_id and event.position = added.position
            and event.created_at = added.event_created_at and event.created_at between first and last
          for key share
        ) as event on true
        having not bool_and(event.id is not null)
      ) then
        raise exception '% has rows without an event of their organization', tg_table_name
          using errcode = 'foreign_key_violation', constraint = tg_table_name || '_event_fk';
      end if;
      return null;
    end $$;

    create or replace function add_usage(organization bigint, quota text, amount bigint) returns void
    language plpgsql as $$
    #variable_conflict use_column
    begin
      if $3 <> 0 then
        insert into organization_usage as usage (organization_id, quota, used) values ($1, $2, $3)
        on conflict (organization_id, quota) do update set used = usage.used + excluded.used;
      end if;
    end $$;

    create or replace function chosen_events(tenant bigint, recorded text[]) returns text[] language plpgsql as $$
    begin
      return array(
        select event from unnest(recorded) as event
        union
        select event from webhook_endpoints, unnest(events) as event
        where organization_id = tenant and status = 'enabled'
          and event in ('call_queued', 'call_ringing', 'call_answered')
        order by event
      );
    end $$;

    create or replace function is_erasing() returns boolean language plpgsql stable as $$
    begin
      return exists (
        select from erasures
        where id = nullif(current_setting('privacy.erasure', true), '')::bigint and state = 'in_progress'
      );
    end $$;
  `.execute(db);
}
