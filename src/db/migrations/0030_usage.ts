import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Rises whenever somebody submits usage or marks consent. What removes a run's content leaves it, and so what was
    -- counted of the run stays counted.
    alter table workflow_runs add column usage_revision integer not null default 0;

    -- What the runs of an organization that have ended add up to, by the day in UTC on which they were created and by all
    -- that reports group them by. The sums of these rows and of usage_changes are correct at every time; reading them costs
    -- the same however many runs were counted. Campaigns, configurations and workflows that were deleted stay.
    create table usage_counts (
      organization_id bigint not null references organizations on delete cascade,
      day date not null,
      workflow_id bigint not null,
      -- 0: none.
      campaign_id bigint not null,
      telephony_configuration_id bigint not null,
      outcome text not null
        check (outcome in ('completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown')),
      -- calls: with the seconds from answer to end as their value, -1 if nobody answered. consents: answered calls with
      -- consent. tests: test runs. The others: what runs reported, with the sum as their amount.
      measure text not null check (
        measure ~ '^(calls|consents|tests|seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3})$'
      ),
      value integer not null default 0,
      runs bigint not null,
      amount numeric not null default 0,
      primary key (
        organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value
      )
    ) with (fillfactor = 70);

    -- What is not added to usage_counts yet: rows are only inserted, so that nobody who ends a call waits for another. A
    -- sweep adds them.
    create table usage_changes (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations on delete cascade,
      day date not null,
      workflow_id bigint not null,
      campaign_id bigint not null,
      telephony_configuration_id bigint not null,
      outcome text not null
        check (outcome in ('completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown')),
      measure text not null check (
        measure ~ '^(calls|consents|tests|seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3})$'
      ),
      value integer not null default 0,
      runs bigint not null,
      amount numeric not null default 0
    ) with (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
    );
    create index usage_changes_organization_idx on usage_changes (organization_id, day);

    -- What a run that has ended adds. Usage in the free form of earlier releases has no details and is not counted.
    create function usage_of(mode text, duration integer, has_consent boolean, usage jsonb)
    returns table (measure text, value integer, runs bigint, amount numeric) language sql immutable as $$
      select 'calls', coalesce(duration, -1), 1::bigint, 0::numeric where mode not in ('test', 'text')
      union all
      select 'consents', 0, 1, 0 where duration is not null and has_consent
      union all
      select 'tests', 0, 1, 0 where mode in ('test', 'text')
      union all
      select unit, 0, 1, (usage ->> unit)::numeric from unnest(array['seconds', 'tokens', 'characters']) as unit
      where usage ? 'details' and usage ->> unit ~ '^[0-9]{1,15}$'
      union all
      select 'cost/' || (line ->> 'source') || '/' || (line ->> 'currency'), 0, 1, sum((line ->> 'amount')::numeric)
      from jsonb_array_elements(
        case when usage ? 'details' and jsonb_typeof(usage -> 'cost') = 'array' then usage -> 'cost' end
      ) as line
      where line ->> 'source' ~ '^[a-z_]{1,40}$' and line ->> 'currency' ~ '^[A-Z]{3}$'
        and line ->> 'amount' ~ '^[0-9]{1,9}(\\.[0-9]{1,9})?$'
      group by 1
    $$;

    create function count_run_usage() returns trigger language plpgsql as $$
    begin
      insert into usage_changes (
        organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value, runs, amount
      )
      select new.organization_id, (new.created_at at time zone 'UTC')::date, new.workflow_id,
        coalesce(new.campaign_id, 0), coalesce(new.telephony_configuration_id, 0), new.outcome,
        change.measure, change.value, sum(change.runs), sum(change.amount)
      from (
        select * from usage_of(new.mode, new.duration_seconds, new.has_consent, new.usage)
        union all
        select earlier.measure, earlier.value, -earlier.runs, -earlier.amount
        from usage_of(old.mode, old.duration_seconds, old.has_consent, old.usage) as earlier
        where old.state = 'completed'
      ) as change
      group by change.measure, change.value having sum(change.runs) <> 0 or sum(change.amount) <> 0;
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
