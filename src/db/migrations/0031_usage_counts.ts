import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Counts the runs that there are. Nobody waits for this statement: what runs add meanwhile is kept in usage_changes by
    -- the triggers that the migration before has committed. All that this statement sees there is removed, since it also
    -- sees it in the runs.
    with seen as (delete from usage_changes)
    insert into usage_counts (
      organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value, runs, amount
    )
    select run.organization_id, (run.created_at at time zone 'UTC')::date, run.workflow_id,
      coalesce(run.campaign_id, 0), coalesce(run.telephony_configuration_id, 0), run.outcome,
      part.measure, part.value, sum(part.runs), sum(part.amount)
    from workflow_runs as run
      cross join lateral usage_of(run.mode, run.duration_seconds, run.has_consent, run.usage) as part
    where run.state = 'completed'
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
}
