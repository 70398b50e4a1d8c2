import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { msBetween, type Timestamp } from '../../timestamp.ts';

/** The running campaigns of an organization, those with the fewest calls in progress first. */
export async function ofOrganization(
  db: Db,
  organizationId: number,
  now: Timestamp,
): Promise<{ id: number; calls: number }[]> {
  const { rows } = await sql<{ id: number; calls: number }>`
    select campaign.id, live.calls from campaigns as campaign
    cross join lateral (
      select coalesce(sum(contacts), 0)::bigint as calls from campaign_contact_counts
      where campaign_id = campaign.id and state = 'dialing'
    ) as live
    where campaign.organization_id = ${organizationId} and campaign.state = 'running'
      and (campaign.held_until is null or campaign.held_until <= ${now})
    order by live.calls, campaign.id`.execute(db);
  return rows;
}

/** At most so many organizations are woken by one turn of the sweep. */
const batch = 500;

/** Organizations whose running campaigns may have a call to place, those that waited longest first. */
export async function toWake(db: Db, now: Timestamp): Promise<number[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select('organization_id')
    .where('state', '=', 'running')
    .where((campaign) =>
      campaign.or([campaign('wake_at', 'is', null), campaign('wake_at', '<=', now)]),
    )
    .groupBy('organization_id')
    .orderBy(({ fn }) => fn.min('wake_at'))
    .limit(batch)
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}

/** Has the organization's running campaigns looked at now; one that is locked, by the wake-up that follows. */
export const setWoken = (trx: Transaction<Database>, organizationId: number, now: Timestamp) =>
  sql`
    update campaigns set wake_at = ${now} where id = any(array(
      select id from campaigns where organization_id = ${organizationId} and state = 'running' and wake_at > ${now}
      order by id for no key update skip locked
    ))`.execute(trx);

/** Whether the campaign is running, locked or not. */
export async function isRunning(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return found !== undefined;
}

/** No claim before the time, if the campaign is running and nobody has locked it. */
export async function setHeldUntil(
  trx: Transaction<Database>,
  id: number,
  until: Timestamp,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set({ held_until: until, wake_at: until })
    .where('id', '=', (campaign) =>
      campaign
        .selectFrom('campaigns')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'running')
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Maximum number of running campaigns in a round: those whose next round is due first. */
const campaignsLookedAt = 1000;

/** For how many seconds the oldest due retry of a running campaign waits; 0 if none is due. One index lookup per zone. */
export async function oldestRetrySeconds(db: Db, now: Timestamp): Promise<number> {
  const { rows } = await sql<{ due_at: Timestamp | null }>`
    select min(contact.due_at) as due_at from (
      select id from campaigns where state = 'running'
      order by wake_at nulls first limit ${campaignsLookedAt}
    ) as campaign
    join campaign_zones as zone on zone.campaign_id = campaign.id
    cross join lateral (
      select due_at from campaign_contacts
      where campaign_id = campaign.id and state = 'waiting' and coalesce(timezone, '') = zone.zone
        and due_at <= ${now}
      order by due_at limit 1
    ) as contact`.execute(db);
  const oldest = rows[0]?.due_at ?? now;
  return msBetween(oldest, now) / 1000;
}

/** How many running campaigns wait because a claim failed. */
export async function countHeld(db: Db, now: Timestamp): Promise<number> {
  const { held } = await db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('state', '=', 'running')
    .where('held_until', '>', now)
    .executeTakeFirstOrThrow();
  return held;
}

/** Running campaigns after a given one. */
export const after = (db: Db, id: number) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('state', '=', 'running')
    .where('id', '>', id)
    .orderBy('id')
    .limit(batch)
    .execute();
