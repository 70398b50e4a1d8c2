import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs
      -- Rises whenever somebody submits usage or marks consent. What removes a run's content leaves it, and so what was
      -- counted of the run stays counted.
      add column usage_revision integer not null default 0,
      -- Whether the usage that was counted is no longer stored, so that it cannot be taken back: none is counted again.
      add column usage_was_removed boolean not null default false,
      -- The campaign and configuration as which it was counted, once they were deleted.
      add column counted_campaign_id bigint,
      add column counted_configuration_id bigint;

    create function keep_counted_groups() returns trigger language plpgsql as $$
    begin
      if new.campaign_id is null then
        new.counted_campaign_id := coalesce(old.campaign_id, old.counted_campaign_id);
      end if;
      if new.telephony_configuration_id is null then
        new.counted_configuration_id := coalesce(old.telephony_configuration_id, old.counted_configuration_id);
      end if;
      return new;
    end $$;
    -- Only the updates that name these columns, as few do, pay for it.
    create trigger workflow_runs_counted_groups before update of campaign_id, telephony_configuration_id
      on workflow_runs for each row execute function keep_counted_groups();

    -- What the runs of an organization that have ended add up to, for each day in UTC and for each month, by all that
    -- reports group them by. The sums of these rows and of usage_changes are correct at every time. Their number depends
    -- on days and groups alone, not on the runs. Campaigns, configurations and workflows that were deleted stay.
    create table usage_counts (
      organization_id bigint not null references organizations on delete cascade,
      dimension text collate "C" not null
        check (dimension in ('all', 'workflow', 'campaign', 'configuration', 'outcome')),
      is_month boolean not null,
      first_day date not null,
      -- The id of the group; 0: none. The place of an outcome, counted from the last.
      key bigint not null,
      -- outcome/: calls that ended so. connected: answered calls, with the sum of their seconds as amount. consents:
      -- answered calls with consent. tests: test runs. The others: what runs reported, with the sum as amount.
      measure text collate "C" not null check (
        measure ~ '^(outcome/[a-z_]{1,20}|connected|consents|tests|seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3})$'
      ),
      runs bigint not null,
      amount numeric not null default 0,
      -- Of answered calls: pairs of four bytes each, a duration in seconds and how many calls lasted so long.
      durations bytea,
      primary key (organization_id, dimension, is_month, first_day, key, measure)
    ) with (fillfactor = 70);
    -- Numbers that hardly become smaller when they are compressed.
    alter table usage_counts alter column durations set storage external;

    -- What is not added to usage_counts yet: rows are only inserted, so that nobody who ends a call waits for another. A
    -- sweep adds them.
    create table usage_changes (
      organization_id bigint not null references organizations on delete cascade,
      id bigint not null generated always as identity,
      day date not null,
      workflow_id bigint not null,
      campaign_id bigint not null,
      telephony_configuration_id bigint not null,
      outcome text not null
        check (outcome in ('completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown')),
      -- calls: with the seconds from answer to end as their value, null if nobody answered.
      measure text not null check (
        measure ~ '^(calls|consents|tests|seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3})$'
      ),
      value integer,
      runs bigint not null,
      amount numeric not null default 0,
      primary key (organization_id, id)
    ) with (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
    );

    -- The groups that a run counts in.
    create function usage_groups(
      day date, workflow_id bigint, campaign_id bigint, telephony_configuration_id bigint, outcome text
    ) returns table (dimension text, is_month boolean, first_day date, key bigint) language sql immutable as $$
      select part.dimension, span.is_month, span.first_day, part.key
      from (values
        ('all', 0), ('workflow', $2), ('campaign', $3), ('configuration', $4), ('outcome', array_position(
          array['unknown', 'canceled', 'failed', 'voicemail', 'no_answer', 'busy', 'completed'], $5
        ))
      ) as part (dimension, key)
      cross join (values (false, $1), (true, date_trunc('month', $1::timestamp)::date)) as span (is_month, first_day)
    $$;

    -- What a change adds to the measures of usage_counts; seconds of those that were answered.
    create function usage_measures(measure text, value integer, outcome text, runs bigint, amount numeric)
    returns table (counted text, seconds integer, runs bigint, amount numeric) language sql immutable as $$
      select 'outcome/' || $3, null::integer, $4, 0::numeric where $1 = 'calls'
      union all
      select 'connected', $2, $4, $4::numeric * $2 where $1 = 'calls' and $2 is not null
      union all
      select $1, null, $4, $5 where $1 <> 'calls'
    $$;

    create function add_durations(one bytea, other bytea) returns bytea language sql immutable as $$
      -- Materialized, so that they are not joined again for each byte.
      with whole as materialized (select $1 || $2 as pairs)
      select string_agg(int4send(seconds) || int4send(calls), ''::bytea order by seconds)
      from (
        select get_byte(pairs, at) << 24 | get_byte(pairs, at + 1) << 16 | get_byte(pairs, at + 2) << 8
            | get_byte(pairs, at + 3) as seconds,
          sum(get_byte(pairs, at + 4) << 24 | get_byte(pairs, at + 5) << 16 | get_byte(pairs, at + 6) << 8
            | get_byte(pairs, at + 7))::integer as calls
        from whole, generate_series(0, octet_length(pairs) - 8, 8) as at
        group by 1
      ) as added
    $$;

    -- What a run reported to have consumed. Usage in the free form of earlier releases has no details and is not counted.
    create function usage_of(usage jsonb)
    returns table (measure text, runs bigint, amount numeric) language sql immutable as $$
      select unit, 1::bigint, (usage ->> unit)::numeric from unnest(array['seconds', 'tokens', 'characters']) as unit
      where usage ? 'details' and usage ->> unit ~ '^[0-9]{1,15}$'
      union all
      select 'cost/' || (line ->> 'source') || '/' || (line ->> 'currency'), 1, sum((line ->> 'amount')::numeric)
      from jsonb_array_elements(
        case when usage ? 'details' and jsonb_typeof(usage -> 'cost') = 'array' then usage -> 'cost' end
      ) as line
      where line ->> 'source' ~ '^[a-z_]{1,40}$' and line ->> 'currency' ~ '^[A-Z]{3}$'
        and line ->> 'amount' ~ '^[0-9]{1,9}(\\.[0-9]{1,9})?$'
      group by 1
    $$;

    create function count_run_usage() returns trigger language plpgsql as $$
    declare
      was_over boolean := coalesce(old.state = 'completed', false);
      day date := (new.created_at at time zone 'UTC')::date;
      campaign bigint := coalesce(new.campaign_id, new.counted_campaign_id, 0);
      configuration bigint := coalesce(
        new.telephony_configuration_id, new.counted_configuration_id, 0
      );
      consents integer := 0;
    begin
      if not was_over then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value, runs
        ) values (
          new.organization_id, day, new.workflow_id, campaign, configuration, new.outcome,
          case when new.mode in ('test', 'text') then 'tests' else 'calls' end, new.duration_seconds, 1
        );
      end if;
      if new.duration_seconds is not null then
        consents := new.has_consent::integer - (was_over and old.has_consent)::integer;
      end if;
      if consents <> 0 then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, runs
        ) values (
          new.organization_id, day, new.workflow_id, campaign, configuration, new.outcome, 'consents', consents
        );
      end if;
      if not new.usage_was_removed and (new.usage is not null or was_over and old.usage is not null) then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, runs, amount
        )
        select new.organization_id, day, new.workflow_id, campaign, configuration, new.outcome,
          change.measure, sum(change.runs), sum(change.amount)
        from (
          select * from usage_of(new.usage)
          union all
          select earlier.measure, -earlier.runs, -earlier.amount from usage_of(old.usage) as earlier where was_over
        ) as change
        group by change.measure having sum(change.runs) <> 0 or sum(change.amount) <> 0;
      end if;
      return null;
    end $$;
    create trigger workflow_runs_usage_inserted after insert on workflow_runs
      for each row when (new.state = 'completed') execute function count_run_usage();
    -- Of the updates of a run in progress only its end is looked at.
    create trigger workflow_runs_usage_updated after update on workflow_runs
      for each row when (
        new.state = 'completed' and (old.state <> 'completed' or old.usage_revision <> new.usage_revision)
      ) execute function count_run_usage();
  `.execute(db);
}
