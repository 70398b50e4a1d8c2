import { type SelectQueryBuilder, sql } from 'kysely';
import { invalid } from '../errors.ts';

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const defaultLimit = 50;

/** How many rows to read for a page: one extra shows whether there is a next page. */
export const rowsFor = (query: PageQuery): number => limitOf(query) + 1;

export const limitOf = (query: PageQuery): number => query.limit ?? defaultLimit;

/** The largest number that an `integer` column holds. */
export const maxInteger = 2 ** 31 - 1;

/**
 * The position after which the page starts; undefined for the first page. `read` takes what the cursor holds and gives
 * undefined for what is no position of this list: then it throws the validation error.
 */
export function positionAfter<Position>(
  { cursor }: PageQuery,
  read: (held: readonly unknown[]) => Position | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = read(heldBy(cursor));
  if (position !== undefined) return position;
  throw foreign(cursor);
}

/** The id after which the page starts; `max` is the largest id that the column holds. */
export const idAfter = (
  query: PageQuery,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined => positionAfter(query, ([id]) => (isId(id, max) ? id : undefined));

/** The same for UUID ids. */
export const uuidAfter = (query: PageQuery): string | undefined =>
  positionAfter(query, ([id]) => (typeof id === 'string' && uuid.test(id) ? id : undefined));

export const isId = (id: unknown, max: number = Number.MAX_SAFE_INTEGER): id is number =>
  typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= max;

/**
 * Sorts a query newest first and takes the rows of the page, one more than it shows: for `$call`. `after` is the id after
 * which the page starts.
 */
export const newestFirst =
  (query: PageQuery, { column = 'id', after = idAfter(query) }: Position = {}) =>
  <DB, TB extends keyof DB, Row>(
    rows: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row> => {
    const id = sql.ref(column);
    const rest = after === undefined ? rows : rows.where(sql<boolean>`${id} < ${after}`);
    return rest.orderBy(id, 'desc').limit(rowsFor(query));
  };

interface Position {
  /** The column of the id. */
  readonly column?: string;
  readonly after?: number | string | undefined;
}

interface WithId {
  readonly id: number | string;
}

/**
 * Builds a page from rows that were read with the limit `rowsFor`; shows the rows as they are without a view. The cursor
 * holds the last row's position, which is its id without `position`.
 */
export function pageOf<Row extends WithId>(rows: readonly Row[], query: PageQuery): Page<Row>;
export function pageOf<Row extends WithId, T>(
  rows: readonly Row[],
  query: PageQuery,
  view: (row: Row) => T,
): Page<T>;
export function pageOf<Row, T>(
  rows: readonly Row[],
  query: PageQuery,
  view: (row: Row) => T,
  position: (row: Row) => readonly unknown[],
): Page<T>;
export function pageOf(
  rows: readonly WithId[],
  query: PageQuery,
  view: (row: WithId) => unknown = (row) => row,
  position: (row: WithId) => readonly unknown[] = ({ id }) => [id],
): Page<unknown> {
  const shown = rows.slice(0, limitOf(query));
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map((row) => view(row)), next_cursor: cursorAt(last && position(last)) };
}

/** The cursor of the page after a position; null without one. */
export const cursorAt = (position: readonly unknown[] | undefined): string | null =>
  position ? Buffer.from(JSON.stringify(position)).toString('base64url') : null;

function heldBy(cursor: string): readonly unknown[] {
  try {
    const held: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(held) ? held : [];
  } catch {
    return [];
  }
}

/** The validation error for a cursor that does not continue the list. */
export const foreign = (cursor: string): Error =>
  invalid(
    ['query', 'cursor'],
    'The cursor is invalid here: it is none, or it continues another list or one with other filters. Send the next_cursor of an earlier page, unchanged, with the path and the parameters that gave it; only limit may differ. Without a cursor the list begins again.',
    cursor,
  );
