import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** In the words of an index, so that only failures are read. */
const failed = sql<boolean>`outcome in ('failed', 'unknown')`;

/** Failures since a timestamp, and all calls since then, counted up to `enough`. */
export async function outcomesSince(
  db: Db,
  { campaign_id, since }: { readonly campaign_id: number; readonly since: Timestamp },
  enough: (failures: number) => number,
): Promise<{ failures: number; total: number }> {
  const { failures } = await db
    .selectFrom('workflow_runs')
    .where('campaign_id', '=', campaign_id)
    .where(failed)
    .where('ended_at', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('failures'))
    .executeTakeFirstOrThrow();
  if (failures === 0) return { failures, total: 0 };
  const { total } = await db
    .selectFrom((calls) =>
      calls
        .selectFrom('workflow_runs')
        .where('campaign_id', '=', campaign_id)
        .where('ended_at', '>=', since)
        .select('campaign_id')
        .limit(enough(failures) + 1)
        .as('calls'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { failures, total };
}

/** The newest failures since a timestamp, for the log. */
export const recentFailures = (db: Db, campaignId: number, since: Timestamp) =>
  db
    .selectFrom('workflow_runs')
    .where('campaign_id', '=', campaignId)
    .where(failed)
    .where('ended_at', '>=', since)
    .select(['id as run_id', 'to_number', 'outcome', 'failure', 'ended_at'])
    .orderBy('ended_at', 'desc')
    .limit(20)
    .execute();
