import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** At most so many rows are taken by one turn of a sweep. */
const batch = 200;

/** Calls whose worker did not begin to place them in time. */
export async function expiredLeases(db: Db, now: Timestamp) {
  return db
    .selectFrom('live_calls')
    .select(['run_id', 'organization_id'])
    .where('state', '=', 'claimed')
    .where('lease_until', '<=', now)
    .orderBy('run_id')
    .limit(batch)
    .execute();
}

/** Queued single calls that no job took, or whose pause is over. */
export const dueCalls = (db: Db, now: Timestamp) =>
  db
    .selectFrom('live_calls')
    .select(['run_id', 'organization_id'])
    .where('state', '=', 'queued')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('run_id')
    .limit(batch)
    .execute();

/** Queued single calls that wait for nothing. */
export const newCalls = (db: Db) =>
  db
    .selectFrom('live_calls')
    .select('run_id')
    .where('state', '=', 'queued')
    .where('campaign_id', 'is', null)
    .where('deferrals', '=', 0)
    .orderBy('run_id')
    .limit(batch)
    .execute();

/** Single calls that were not placed before their deadline. Those of campaigns return when their lease ends. */
export const neverPlaced = (db: Db, now: Timestamp) =>
  db
    .selectFrom('live_calls')
    .select(['run_id', 'organization_id'])
    .where('state', 'in', ['queued', 'claimed'])
    .where('campaign_id', 'is', null)
    .where('deadline_at', '<=', now)
    .orderBy('run_id')
    .limit(batch)
    .execute();

/** Calls after a given one that nobody began to place: those of campaigns, or single ones. */
export const unplacedAfter = (db: Db, runId: number, of: 'campaigns' | 'single calls') =>
  db
    .selectFrom('live_calls')
    .select(['run_id', 'organization_id'])
    .where('state', 'in', ['queued', 'claimed'])
    .where('campaign_id', of === 'campaigns' ? 'is not' : 'is', null)
    .where('run_id', '>', runId)
    .orderBy('run_id')
    .limit(batch)
    .execute();
