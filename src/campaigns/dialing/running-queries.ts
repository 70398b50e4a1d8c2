import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';

/** The running campaigns of an organization, those with the fewest calls in progress first. */
export async function ofOrganization(db: Db, organizationId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select campaign.id from campaigns as campaign
    left join lateral (
      select count(*) as calls from workflow_runs
      where campaign_id = campaign.id and state <> 'completed'
    ) as live on true
    where campaign.organization_id = ${organizationId} and campaign.state = 'running'
    order by live.calls, campaign.id`.execute(db);
  return rows;
}

/** Organizations whose running campaigns may have a call to place, or all with a running campaign. */
export const toWake = (db: Db, now: Timestamp | undefined) =>
  db
    .selectFrom('campaigns')
    .select('organization_id')
    .distinct()
    .where('state', '=', 'running')
    .$if(now !== undefined, (rows) => rows.where('wake_at', '<=', now!))
    .execute();

/** After this time a request to a carrier has been answered, or its process has crashed. */
const placingMs = 15_000;

/** How many calls of a campaign are being placed at a carrier now. */
export async function countPlacing(db: Db, campaignId: number, now: Timestamp): Promise<number> {
  const { calls } = await db
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'initialized')
    .where('placing_at', '>', later(now, -placingMs))
    .executeTakeFirstOrThrow();
  return calls;
}
