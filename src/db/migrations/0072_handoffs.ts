import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A call that goes on with the agent of another workflow.
    alter table run_transfers
      -- The workflow of the next agent, and the version that it is pinned to; null: the person is connected with somebody.
      add column to_workflow_id bigint,
      add column to_definition_id bigint,
      add column to_workflow_version integer,
      -- What the next agent is told; it goes with the transcript.
      add column handoff_briefing text check (length(handoff_briefing) between 1 and 500),
      drop constraint run_transfers_kind_check,
      add constraint run_transfers_kind_check check (kind in ('cold', 'warm', 'handoff')),
      add constraint run_transfers_handoff_check check (
        (kind = 'handoff') = (to_workflow_id is not null)
        and (to_workflow_id is null) = (to_definition_id is null)
        and (to_workflow_id is null) = (to_workflow_version is null)
        and (handoff_briefing is null or kind = 'handoff')
      ),
      add constraint run_transfers_definition_fk foreign key (organization_id, to_workflow_id, to_definition_id)
        references workflow_definitions (organization_id, workflow_id, id);
    create index run_transfers_to_workflow_idx on run_transfers (organization_id, to_workflow_id)
      where to_workflow_id is not null;

    -- The handoff by which the agent that has the run got it; null: the first agent has it.
    alter table workflow_runs add column handoff_id bigint;
  `.execute(db);
}
