import { type Kysely, sql } from 'kysely';

/** The ends of calls that one statement writes are one change of usage for each of their groups, in place of one a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_usage_of_runs() returns trigger language plpgsql as $$
    declare
      made jsonb;
    begin
      -- Most updates end nothing.
      if not exists (select from changed where state = 'completed') then
        return null;
      end if;
      select jsonb_agg(added) into made from (
        select run.organization_id, (run.created_at at time zone 'UTC')::date as day, run.workflow_id,
          coalesce(run.campaign_id, run.counted_campaign_id, 0) as campaign_id,
          coalesce(run.telephony_configuration_id, run.counted_configuration_id, 0) as telephony_configuration_id,
          run.outcome, fact.measure, fact.value, sum(fact.runs) as runs, sum(fact.amount) as amount
        from changed as run join former using (id)
        cross join lateral (
          select case when run.mode in ('test', 'text') then 'tests' else 'calls' end as measure,
            run.duration_seconds as value, 1::bigint as runs, 0::numeric as amount
          where former.state <> 'completed'
          union all
          select 'consents', null,
            run.has_consent::integer - (former.state = 'completed' and former.has_consent)::integer, 0
          where run.duration_seconds is not null
          union all
          select measure, null, runs, amount from usage_of(run.usage)
          where run.usage is not null and not run.usage_was_removed
          union all
          select measure, null, -runs, -amount from usage_of(former.usage)
          where former.usage is not null and former.state = 'completed' and not run.usage_was_removed
        ) as fact
        where run.state = 'completed'
          and (former.state <> 'completed' or former.usage_revision <> run.usage_revision)
        group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(fact.runs) <> 0 or sum(fact.amount) <> 0
      ) as added;
      if made is not null then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value, runs, amount
        )
        select added.* from jsonb_to_recordset(made) as added (
          organization_id bigint, day date, workflow_id bigint, campaign_id bigint, telephony_configuration_id bigint,
          outcome text, measure text, value integer, runs bigint, amount numeric
        );
      end if;
      return null;
    end $$;
    drop trigger workflow_runs_usage_updated on workflow_runs;
    create trigger workflow_runs_usage_updated after update on workflow_runs
      referencing old table as former new table as changed
      for each statement execute function count_usage_of_runs();
  `.execute(db);
}
