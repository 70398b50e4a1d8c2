import { type Kysely, sql } from 'kysely';

/**
 * Workflows can be deleted: what refers to a workflow or to its versions is found by an index. No key is checked again
 * for rows that exist, since the key before it says the same of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_definitions
      add constraint workflow_definitions_tenant_key unique (organization_id, workflow_id, id);
    -- With the columns of an index on runs, which is the only large table here.
    alter table workflow_runs
      drop constraint workflow_runs_definition_fk,
      add constraint workflow_runs_definition_fk foreign key (organization_id, workflow_id, definition_id)
        references workflow_definitions (organization_id, workflow_id, id) not valid;
    alter table workflows
      drop constraint workflows_current_definition_fk,
      add constraint workflows_current_definition_fk foreign key (id, current_definition_id)
        references workflow_definitions (workflow_id, id) deferrable initially deferred not valid;
    -- Those that were canceled or refused go with their workflow.
    alter table scheduled_calls
      drop constraint scheduled_calls_workflow_fk,
      add constraint scheduled_calls_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id) on delete cascade not valid;
    create index scheduled_calls_workflow_idx on scheduled_calls (workflow_id);
  `.execute(db);
}
