import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { firstBatch } from '../../db/batches.ts';
import type { Db } from '../../db/connect.ts';
import {
  cursorAt,
  isId,
  limitOf,
  maxInteger,
  type PageQuery,
  positionAfter,
  rowsFor,
} from '../../db/page.ts';
import { isTimestamp, parseTimestamp } from '../../timestamp.ts';
import { conditionsOf, liveOr, type RunFilters, saying } from './filter-queries.ts';
import { summarized } from './rules.ts';
import { summaryColumns } from './read-queries.ts';

export interface RunsQuery extends PageQuery, RunFilters {
  readonly sort?: 'created_at' | '-created_at' | 'duration_seconds' | '-duration_seconds';
  /** What a turn of the transcript contains, in any case. */
  readonly transcript?: string;
}

/** How many runs one page looks through, and how many transcripts it reads. */
export const maxLookedThrough = 10_000;
export const maxTranscripts = 2000;
const maxTranscriptBytes = 16 * 1024 * 1024;

interface Order {
  readonly key: 'created_at' | 'duration_seconds';
  readonly direction: 'asc' | 'desc';
}

/** The place of a run in the order: the value of its key, and its id. */
interface Position {
  readonly value: string | number | null;
  readonly id: number;
}

/** The runs that match every filter, as many as one page finds. */
export async function list(db: Db, query: RunsQuery) {
  const { sort = '-created_at' } = query;
  const conditions = conditionsOf(query, sort.endsWith('duration_seconds'));
  const { key, within, shown: filters, withLive } = conditions;
  const order: Order = { key, direction: sort.startsWith('-') ? 'desc' : 'asc' };
  const looked = (conditions: readonly RawBuilder<boolean>[]) =>
    db
      .selectFrom('workflow_runs as run')
      .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
      .$call(inOrder(order));
  const after = beyond(order, placeAfter(query, order));
  const isPartial = filters.length > 0 || query.transcript !== undefined;
  // Read first: what is added meanwhile is before the end of this page, and nothing is between it and the next.
  const end = isPartial
    ? await looked([...within, ...after])
        .select(['run.id', keyOf(order).as('value')])
        .offset(maxLookedThrough - 1)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const place = [...after, ...upTo(order, end)];
  const among = withLive ? [liveOr(query.organization_id, [...within, ...place])] : within;
  const matching = [...among, ...filters, ...place];
  if (query.transcript === undefined)
    return pageOf(query, order, {
      rows: await looked(matching).select(summaryColumns).limit(rowsFor(query)).execute(),
      end,
    });
  const weighed = await looked([...matching, sql<boolean>`run.transcript is not null`])
    .select(['run.id', 'run.content_bytes as bytes', keyOf(order).as('value')])
    .limit(maxTranscripts + 1)
    .execute();
  const read = firstBatch(weighed.slice(0, maxTranscripts), maxTranscriptBytes);
  const ids = read.map(({ id }) => id);
  const isRead = sql<boolean>`run.id = any(${ids}::bigint[])`;
  return pageOf(query, order, {
    rows: await looked([isRead, saying(query.transcript)])
      .select(summaryColumns)
      .limit(rowsFor(query))
      .execute(),
    end: read.length < weighed.length ? read.at(-1) : end,
  });
}

const keyOf = ({ key }: Order) => sql.ref<Position['value']>(`run.${key}`);

const inOrder =
  ({ key, direction }: Order) =>
  <DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>) =>
    rows.orderBy(sql.ref(`run.${key}`), direction).orderBy(sql.ref('run.id'), direction);

/** The conditions for the runs after a position. */
const beyond = (order: Order, position: Position | undefined) =>
  position ? compared(order, order.direction === 'desc' ? '<' : '>', position) : [];

/** The conditions for the runs up to a position, with the run there. */
const upTo = (order: Order, position: Position | undefined) =>
  position ? compared(order, order.direction === 'desc' ? '>=' : '<=', position) : [];

type Sign = '<' | '>' | '<=' | '>=';

/** The value is compared alone too: of a range between two pairs the planner does not know that it is narrow. */
function compared({ key }: Order, sign: Sign, { value, id }: Position): RawBuilder<boolean>[] {
  const is = sql.raw(sign);
  const column = sql.ref(`run.${key}`);
  const place = sql`${value}::${sql.raw(key === 'created_at' ? 'timestamptz' : 'integer')}`;
  return [
    sql`${column} ${sql.raw(sign[0] === '<' ? '<=' : '>=')} ${place}`,
    sql`(${column}, run.id) ${is} (${place}, ${id})`,
  ];
}

const placeAfter = (query: RunsQuery, order: Order) =>
  positionAfter(query, ([id, value]): Position | undefined => {
    const known = valueIn(value, order);
    return isId(id) && known !== undefined ? { value: known, id } : undefined;
  });

/** The value of a position as it was sent, undefined if it is none of this order. */
function valueIn(value: unknown, { key }: Order): Position['value'] | undefined {
  if (key === 'created_at')
    return typeof value === 'string' && isTimestamp(value) ? parseTimestamp(value) : undefined;
  const isDuration = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxInteger;
  return isDuration ? Number(value) : undefined;
}

interface Found<Row> {
  readonly rows: readonly Row[];
  /** The last run that was looked at, if there are more. */
  readonly end: Position | undefined;
}

type SummaryRow = Parameters<typeof summarized>[0] & {
  readonly id: number;
  readonly created_at: string;
  readonly duration_seconds: number | null;
};

function pageOf<Row extends SummaryRow>(query: RunsQuery, order: Order, { rows, end }: Found<Row>) {
  const items = rows.slice(0, limitOf(query));
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const next = last ? { id: last.id, value: last[order.key] } : end;
  return {
    items: items.map((row) => summarized(row)),
    next_cursor: cursorAt(next && [next.id, next.value]),
  };
}
