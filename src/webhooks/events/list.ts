import { firstBatch } from '../../db/batches.ts';
import type { Db } from '../../db/connect.ts';
import { cursorAt, idAfter, limitOf, type PageQuery } from '../../db/page.ts';
import type { Timestamp } from '../../timestamp.ts';
import * as events from './list-queries.ts';

interface EventsQuery extends events.EventFilters, PageQuery {
  readonly sequence?: number;
  readonly created_after?: Timestamp;
  readonly created_before?: Timestamp;
}

interface EventPage {
  readonly rows: readonly events.EventRow[];
  readonly next_cursor: string | null;
}

/**
 * A page of the organization's events, newest first. It may be shorter than the limit, or empty, although there are more:
 * it looks through a bounded number of events, and is bounded in bytes.
 */
export async function list(db: Db, organizationId: number, query: EventsQuery): Promise<EventPage> {
  const { created_after, created_before, sequence } = query;
  const at = (time: Timestamp) => events.positionAt(db, organizationId, time);
  const first =
    created_after === undefined
      ? await events.firstPosition(db, organizationId)
      : await at(created_after);
  if (first === undefined) return { rows: [], next_cursor: null };
  const oldest = Math.max(first, sequence ?? 0);
  const before = created_before === undefined ? undefined : await at(created_before);
  const newest = Math.min(
    (idAfter(query) ?? Infinity) - 1,
    (before ?? Infinity) - 1,
    sequence ?? Infinity,
    await events.lastPosition(db, organizationId),
  );
  const from = Math.max(oldest, newest - events.windowOf(query) + 1);
  const limit = limitOf(query);
  const found = await events.find(db, organizationId, {
    filters: query,
    from,
    to: newest,
    limit: limit + 1,
    newestFirst: true,
  });
  const rows = await events.read(db, organizationId, firstBatch(found.slice(0, limit)));
  // Beyond the last row that is shown, or else beyond the positions that were looked through.
  const isCut = rows.length < found.length;
  const next = isCut ? (rows.at(-1)?.position ?? from) : from;
  const isMore = isCut || next > oldest;
  return { rows, next_cursor: cursorAt(isMore ? [next] : undefined) };
}
