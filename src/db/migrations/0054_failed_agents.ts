import { type Kysely, sql } from 'kysely';

/** A call whose agent failed is completed, with the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs
      drop constraint workflow_runs_failure_check,
      add constraint workflow_runs_failure_check check (failure in (
        'refused', 'carrier_failure', 'connection_error', 'agent_failed', 'timed_out', 'no_callback',
        'do_not_call', 'no_prior_consent', 'approval_not_in_force', 'configuration_missing', 'outside_hours',
        'too_late', 'organization_suspended', 'restored_from_backup'
      )) not valid;
  `.execute(db);
}
