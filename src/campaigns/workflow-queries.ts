import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/** The kinds of objects that use a workflow: the first of each is looked for. */
export async function usesOf(
  trx: Transaction<Database>,
  organizationId: number,
  workflowId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from (values
      (1, 'runs', exists (
        select from workflow_runs where organization_id = ${organizationId} and workflow_id = ${workflowId})
        or exists (
        select from run_transfers where organization_id = ${organizationId} and to_workflow_id = ${workflowId})),
      (2, 'campaigns', exists (select from campaigns where workflow_id = ${workflowId})),
      (3, 'scheduled_calls', exists (
        select from scheduled_calls where workflow_id = ${workflowId} and state in ('scheduled', 'initiated'))),
      (4, 'phone_numbers', exists (select from phone_numbers where inbound_workflow_id = ${workflowId}))
    ) as used (place, kind, is_used) where is_used order by place`.execute(trx);
  return rows.map(({ kind }) => kind);
}
