import type { Db } from '../../db/connect.ts';

/** Whose agents a run has, or had. */
export interface Agents {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Null: the first agent has it. */
  readonly handoff_id: number | null;
}

/** The settings of the workflow that the run began with, and of the one whose agent has it. */
export async function configurationsOfAgents(
  db: Db,
  { organization_id, workflow_id, handoff_id }: Agents,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('workflows')
    .select('workflow_configurations')
    .where('organization_id', '=', organization_id)
    .where((eb) =>
      eb.or([
        eb('id', '=', workflow_id),
        ...(handoff_id === null
          ? []
          : [
              eb(
                'id',
                'in',
                eb
                  .selectFrom('run_transfers')
                  .select('to_workflow_id')
                  .where('run_transfers.organization_id', '=', organization_id)
                  .where('run_transfers.id', '=', handoff_id),
              ),
            ]),
      ]),
    )
    .execute();
  return rows.map(({ workflow_configurations }) => workflow_configurations);
}
