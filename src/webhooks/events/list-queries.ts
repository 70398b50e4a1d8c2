import { sql } from 'kysely';
import type { WebhookEvents } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** What a list or a stream of events can be narrowed down to. */
export interface EventFilters {
  readonly type?: WebhookEvents['event'];
  readonly run_id?: number;
  readonly campaign_id?: number;
}

/** How many positions are looked through at most for filters that no index serves and that can match little. */
const window = 10_000;

export const windowOf = ({ type, run_id, campaign_id }: EventFilters): number =>
  run_id === undefined && (type !== undefined || campaign_id !== undefined) ? window : Infinity;

/** A range of positions, both ends included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Reading extends Range {
  readonly filters: EventFilters;
  readonly limit: number;
  readonly newestFirst: boolean;
}

/** The last position of the organization's events; 0 before the first. */
export async function lastPosition(db: Db, organizationId: number): Promise<number> {
  const row = await db
    .selectFrom('event_positions')
    .select('last_position')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.last_position ?? 0;
}

/** How many positions are left out after a backup: more than can have been lost. */
const leftOut = 1_000_000;

/** Leaves out the positions of events that the backup may lack: clients may have seen them. */
export const leaveOutLostPositions = (db: Db) =>
  db
    .updateTable('event_positions')
    .set((eb) => ({ last_position: eb('last_position', '+', leftOut) }))
    .execute();

/** The first position that is kept; undefined if there is none. */
export async function firstPosition(db: Db, organizationId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .select('position')
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/**
 * The first position that was composed at the time or later; undefined if there is none. No index has the time: it never
 * decreases from one position to the next, so each step halves the range of positions in which it is looked for.
 */
export async function positionAt(
  db: Db,
  organizationId: number,
  at: Timestamp,
): Promise<number | undefined> {
  const own = sql`webhook_events where organization_id = ${organizationId}::bigint`;
  const { rows } = await sql<{ position: number }>`
    with recursive range as (
      select (select position from ${own} order by position limit 1) as low,
        (select position + 1 from ${own} order by position desc limit 1) as high
      union all
      select case when is_before then position + 1 else low end, case when is_before then high else half end
      from range
      cross join lateral (select low + (high - low) / 2 as half) as middle
      cross join lateral (
        select position, composed_at < ${at}::timestamptz as is_before
        from ${own} and position >= half order by position limit 1
      ) as found
      where low < high
    )
    select position from ${own} and position >= (select low from range where low = high)
    order by position limit 1`.execute(db);
  return rows[0]?.position;
}

/**
 * The events of a range that match the filters, without their bodies. Those of a run are found by an index; of other
 * filters the range is at most `windowOf` long.
 */
export const find = (
  db: Db,
  organizationId: number,
  { filters, from, to, limit, newestFirst }: Reading,
) => {
  const { type, run_id, campaign_id } = filters;
  return db
    .selectFrom('webhook_events')
    .select(['position', 'created_at'])
    .select(sql<number>`octet_length(body)`.as('bytes'))
    .where('organization_id', '=', organizationId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .$if(type !== undefined, (rows) => rows.where('event', '=', type!))
    .$if(run_id !== undefined, (rows) => rows.where('run_id', '=', run_id!))
    .$if(campaign_id !== undefined, (rows) => rows.where('campaign_id', '=', campaign_id!))
    .orderBy('position', newestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute();
};

type Found = Awaited<ReturnType<typeof find>>[number];

/** Found events with their bodies, in the same order, without those that no longer exist. */
export async function read(
  db: Db,
  organizationId: number,
  rows: readonly Found[],
): Promise<EventRow[]> {
  const times = rows.map(({ created_at }) => created_at).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const events = await withBodies(db)
    .where('organization_id', '=', organizationId)
    .where('position', '=', sql<number>`any(${rows.map(({ position }) => position)}::bigint[])`)
    .where('created_at', '>=', first)
    .where('created_at', '<=', last)
    .execute();
  const known = new Map(events.map((event) => [event.position, event]));
  // A month may be dropped in between.
  return rows.flatMap(({ position }) => known.get(position) ?? []);
}

const withBodies = (db: Db) =>
  db
    .selectFrom('webhook_events')
    .select(['position', 'id', 'event', 'run_id', 'campaign_id', 'body', 'composed_at']);

export type EventRow = Awaited<ReturnType<ReturnType<typeof withBodies>['execute']>>[number];
