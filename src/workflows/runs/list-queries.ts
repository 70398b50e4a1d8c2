import { type Selectable, sql } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import type { Timestamp } from '../../timestamp.ts';
import { shown } from './failure-rules.ts';
import { summaryColumns } from './read-queries.ts';

interface Owner {
  readonly organization_id: number;
  /** Absent: the runs of all workflows. */
  readonly workflow_id?: number;
}

/** The filters of a list of runs; timestamps are exact. */
interface RunFilters {
  readonly campaign_id?: number;
  readonly mode?: WorkflowRuns['mode'];
  readonly state?: Selectable<WorkflowRuns>['state'];
  readonly outcome?: NonNullable<WorkflowRuns['outcome']>;
  /** Inclusive. */
  readonly created_after?: Timestamp;
  /** Exclusive. */
  readonly created_before?: Timestamp;
}

export async function list(
  db: Db,
  { organization_id, workflow_id }: Owner,
  { created_after, created_before, ...query }: PageQuery & RunFilters,
) {
  const { campaign_id, mode, state, outcome } = query;
  const rows = await db
    .selectFrom('workflow_runs as run')
    .select(summaryColumns)
    .where('run.organization_id', '=', organization_id)
    .$if(workflow_id !== undefined, (rows) => rows.where('run.workflow_id', '=', workflow_id!))
    .$if(campaign_id !== undefined, (rows) => rows.where('run.campaign_id', '=', campaign_id!))
    .$if(mode !== undefined, (rows) => rows.where('run.mode', '=', mode!))
    .$if(state !== undefined, (rows) => rows.where('run.state', '=', state!))
    .$if(state !== undefined && state !== 'completed', (rows) =>
      rows.where('run.id', 'in', unfinished(organization_id)),
    )
    .$if(outcome !== undefined, (rows) => rows.where('run.outcome', '=', outcome!))
    .$if(created_after !== undefined, (rows) => rows.where('run.created_at', '>=', created_after!))
    .$if(created_before !== undefined, (rows) => rows.where('run.created_at', '<', created_before!))
    .$call(newestFirst(query, { column: 'run.id' }))
    .execute();
  return rows.map(shown);
}

/** The ids of calls in progress and of test runs, which are few among all runs. */
const unfinished = (organizationId: number) => sql<number>`(
  select run_id from live_calls where organization_id = ${organizationId}
  union all select id from workflow_runs where organization_id = ${organizationId} and mode = 'test'
)`;
