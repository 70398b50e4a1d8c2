import { type Kysely, sql } from 'kysely';

const consumed = 'seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3}';

/** Usage counts the transfers of calls that end from now on; no release before this one transfers calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- transfers: those that connected somebody, with the sum of their seconds as amount.
    alter table usage_changes
      drop constraint usage_changes_measure_check,
      add constraint usage_changes_measure_check check (
        measure ~ ${sql.lit(`^(calls|consents|tests|transfers|${consumed})$`)}
      ) not valid;
    alter table usage_counts
      drop constraint usage_counts_measure_check,
      add constraint usage_counts_measure_check check (
        measure ~ ${sql.lit(`^(outcome/[a-z_]{1,20}|connected|consents|tests|transfers|${consumed})$`)}
      ) not valid;

    create function count_run_transfers() returns trigger language plpgsql as $$
    declare
      one record;
      transfers integer := 0;
      seconds bigint := 0;
    begin
      -- Locked, so that what is being bridged meanwhile is seen as it will be. Nothing is bridged after the end. Not those
      -- that have failed: who rings the fallback of one has it locked, and waits for the run.
      for one in
        select status, bridged_at from run_transfers
        where organization_id = new.organization_id and run_id = new.id and kind in ('cold', 'warm')
          and status not in ('failed', 'canceled')
        for no key update
      loop
        if one.status = 'bridged' then
          transfers := transfers + 1;
          seconds := seconds + greatest(floor(date_part('epoch', new.ended_at - one.bridged_at)), 0);
        end if;
      end loop;
      if transfers > 0 then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, runs, amount
        ) values (
          new.organization_id, (new.created_at at time zone 'UTC')::date, new.workflow_id,
          coalesce(new.campaign_id, new.counted_campaign_id, 0),
          coalesce(new.telephony_configuration_id, new.counted_configuration_id, 0), new.outcome, 'transfers', transfers,
          seconds
        );
      end if;
      return null;
    end $$;
    -- Only answered calls are transferred.
    create trigger workflow_runs_transfers_counted after update on workflow_runs
      for each row when (
        new.state = 'completed' and old.state <> 'completed' and new.duration_seconds is not null
      ) execute function count_run_transfers();
  `.execute(db);
}
