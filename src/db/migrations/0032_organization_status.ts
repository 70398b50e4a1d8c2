import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A suspended organization places no call and its callers are refused.
    alter table organizations
      add column suspended_at timestamptz,
      add column suspension_reason text check (length(suspension_reason) between 1 and 500),
      -- Whether its calls in progress are to be hung up; false once all of them are.
      add column hang_up_calls boolean not null default false,
      add constraint organizations_suspension_check check ((suspended_at is null) = (suspension_reason is null));
    create index organizations_suspended_idx on organizations (id) where suspended_at is not null;
    create index organizations_hang_up_idx on organizations (id) where hang_up_calls;

    -- One more value each. Not validated: every row obeys the narrower constraint that it replaces, and nobody waits
    -- while a large table is read.
    alter table workflow_runs drop constraint workflow_runs_failure_check;
    alter table workflow_runs add constraint workflow_runs_failure_check check (failure in (
      'refused', 'carrier_failure', 'connection_error', 'timed_out', 'no_callback',
      'do_not_call', 'no_prior_consent', 'approval_not_in_force', 'configuration_missing', 'outside_hours',
      'too_late', 'organization_suspended', 'restored_from_backup'
    )) not valid;
    alter table inbound_calls drop constraint inbound_calls_rejection_check;
    alter table inbound_calls add constraint inbound_calls_rejection_check check (rejection in (
      'unknown_number', 'no_inbound_workflow', 'workflow_archived', 'workflow_not_published', 'no_agent_runtime',
      'no_free_slot', 'organization_suspended'
    )) not valid;
  `.execute(db);
}
