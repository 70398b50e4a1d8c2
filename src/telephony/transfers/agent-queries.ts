import type { Db } from '../../db/connect.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { unfinishedStates } from './queries.ts';

/** The agent's part of what a carrier is told of a call, as its run has it, and whether somebody else is rung for it. */
export const agentOf = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .leftJoin('run_transfers as held', (join) =>
      join
        .onRef('held.id', '=', 'run.handoff_id')
        .onRef('held.organization_id', '=', 'run.organization_id'),
    )
    .select(['run.handoff_id', 'run.state'])
    .select((eb) => [
      eb.fn.coalesce('held.to_workflow_id', 'run.workflow_id').as('workflow_id'),
      eb.fn.coalesce('held.to_workflow_version', 'version.version_number').as('workflow_version'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('run_transfers as transfer')
            .select('transfer.id')
            .whereRef('transfer.run_id', '=', 'run.id')
            .whereRef('transfer.organization_id', '=', 'run.organization_id')
            .where((transfer) =>
              transfer.or([
                transfer('transfer.fallback_at', 'is not', null),
                transfer('transfer.status', 'in', unfinishedStates),
              ]),
            ),
        )
        .as('is_ringing_next'),
    )
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirst();
