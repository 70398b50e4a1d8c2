import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LookUp } from './queries.ts';

interface TokenTimes extends Pick<LookUp, 'demo'> {
  /** After when a run must have ended, if it has. */
  readonly endedAfter: Timestamp;
  /** After when a test run must have been created that has not ended. */
  readonly testCreatedAfter: Timestamp;
}

interface AcceptedToken {
  /** Whether the workflow's settings let the run's agent act on its call. */
  readonly is_acting: boolean;
}

/** What a run's token may do; undefined if the organization has no such run, or its token is revoked or too old. */
export const findToken = (
  db: Db,
  run: { readonly organization_id: number; readonly run_id: number },
  { endedAfter, testCreatedAfter, demo }: TokenTimes,
): Promise<AcceptedToken | undefined> =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin('organizations', 'organizations.id', 'run.organization_id')
    .innerJoin('workflows', (join) =>
      join
        .onRef('workflows.id', '=', 'run.workflow_id')
        .onRef('workflows.organization_id', '=', 'run.organization_id'),
    )
    .select(
      sql<boolean>`workflows.workflow_configurations @> '{"run_token_scopes": ["run:act"]}'`.as(
        'is_acting',
      ),
    )
    .where('run.id', '=', run.run_id)
    .where('run.organization_id', '=', run.organization_id)
    .where('run.token_revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('run.ended_at', '>', endedAfter),
        eb.and([
          eb('run.ended_at', 'is', null),
          eb.or([
            eb('run.mode', 'in', ['ad_hoc', 'campaign', 'inbound']),
            eb('run.created_at', '>', testCreatedAfter),
          ]),
        ]),
      ]),
    )
    .$if(!demo, (runs) => runs.where('organizations.is_demo', '=', false))
    .executeTakeFirst();
