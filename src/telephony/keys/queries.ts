import type { Db } from '../../db/connect.ts';
import { holderColumns, type Key } from '../../workflows/runs/read-queries.ts';

/** The run with what sending keys in its call needs; undefined if the organization has no such run. */
export const find = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('telephony_configurations as configuration', (join) =>
      join
        .onRef('configuration.id', '=', 'run.telephony_configuration_id')
        .onRef('configuration.organization_id', '=', 'run.organization_id'),
    )
    .select([
      'run.mode',
      'run.state',
      'run.outcome',
      'run.started_at',
      'run.carrier_call_id',
      'configuration.provider',
      'configuration.credentials_encrypted',
    ])
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirst();
