import type { Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LookUp } from './queries.ts';

interface TokenTimes extends Pick<LookUp, 'demo'> {
  /** After when a run must have ended, if it has. */
  readonly endedAfter: Timestamp;
  /** After when a test run must have been created that has not ended. */
  readonly testCreatedAfter: Timestamp;
}

/** Whether the organization has the run, and its token is neither revoked nor too old. */
export async function acceptsToken(
  db: Db,
  run: { readonly organization_id: number; readonly run_id: number },
  { endedAfter, testCreatedAfter, demo }: TokenTimes,
): Promise<boolean> {
  const found = await db
    .selectFrom('workflow_runs as run')
    .innerJoin('organizations', 'organizations.id', 'run.organization_id')
    .select('run.id')
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
  return found !== undefined;
}
