import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Counts the runs that there are. Nobody waits for this statement: what runs add meanwhile is kept in usage_changes by
    -- the triggers that the migration before has committed. All that this statement sees there is removed, since it also
    -- sees it in the runs.
    with seen as (delete from usage_changes), change as (
      select organization_id, (created_at at time zone 'UTC')::date as day, workflow_id,
        coalesce(campaign_id, 0) as campaign_id, coalesce(telephony_configuration_id, 0) as telephony_configuration_id,
        outcome, part.measure, part.value, sum(part.runs)::bigint as runs, sum(part.amount) as amount
      from workflow_runs as run
        cross join lateral (
          select case when run.mode in ('test', 'text') then 'tests' else 'calls' end as measure,
            run.duration_seconds as value, 1 as runs, 0 as amount
          union all
          select 'consents', null, 1, 0 where run.duration_seconds is not null and run.has_consent
          union all
          select measure, null, runs, amount from usage_of(run.usage) where run.usage is not null
        ) as part
      where run.state = 'completed'
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), fact as (
      select change.organization_id, part.*, fact.counted, fact.seconds, sum(fact.runs) as runs,
        sum(fact.amount) as amount
      from change
        cross join lateral usage_measures(measure, value, outcome, runs, amount) as fact
        cross join lateral usage_groups(
          day, workflow_id, campaign_id, telephony_configuration_id, outcome
        ) as part
      group by 1, 2, 3, 4, 5, 6, 7
    )
    insert into usage_counts (
      organization_id, dimension, is_month, first_day, key, measure, runs, amount, durations
    )
    select organization_id, dimension, is_month, first_day, key, counted, sum(runs), sum(amount),
      string_agg(int4send(seconds) || int4send(runs::integer), ''::bytea order by seconds)
    from fact
    group by 1, 2, 3, 4, 5, 6`.execute(db);
}
