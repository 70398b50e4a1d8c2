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
 * The id after which the page starts; undefined for the first page. Throws the validation error for an invalid cursor;
 * `max` is the largest id that the column holds.
 */
export function idAfter(
  query: PageQuery,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const id = decode(query.cursor);
  if (id === undefined) return id;
  if (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= max) return id;
  throw foreign(query.cursor);
}

/** The same for UUID ids. */
export function uuidAfter(query: PageQuery): string | undefined {
  const id = decode(query.cursor);
  if (id === undefined || (typeof id === 'string' && uuid.test(id))) return id;
  throw foreign(query.cursor);
}

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

/** Builds a page from rows, newest first, that were read with the limit `rowsFor`; shows the rows as they are without a view. */
export function pageOf<Row extends WithId>(rows: readonly Row[], query: PageQuery): Page<Row>;
export function pageOf<Row extends WithId, T>(
  rows: readonly Row[],
  query: PageQuery,
  view: (row: Row) => T,
): Page<T>;
export function pageOf<Row extends WithId, T>(
  rows: readonly Row[],
  query: PageQuery,
  view?: (row: Row) => T,
): Page<Row | T> {
  const shown = rows.slice(0, limitOf(query));
  return pageUpTo<Row, Row | T>(shown, rows.length > shown.length, view ?? ((row) => row));
}

/** Builds a page from all rows when it is known whether there are more. The cursor holds the last row's position. */
export function pageUpTo<Row extends WithId, T>(
  rows: readonly Row[],
  hasMore: boolean,
  view: (row: Row) => T,
  position: (row: Row) => readonly unknown[] = ({ id }) => [id],
): Page<T> {
  const last = rows.at(-1);
  return {
    items: rows.map((row) => view(row)),
    next_cursor: hasMore && last ? encode(position(last)) : null,
  };
}

/** The cursor that holds a position. */
export const encode = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

function decode(cursor: string | undefined): unknown {
  if (cursor === undefined) return undefined;
  const [id] = parsed(cursor);
  return id ?? null;
}

/** What a cursor holds; empty for one that holds nothing of ours. */
export function parsed(cursor: string): unknown[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(position) ? position : [];
  } catch {
    return [];
  }
}

export const foreign = (cursor: string | undefined): Error =>
  invalid(
    ['query', 'cursor'],
    'The cursor is invalid. Send the next_cursor of an earlier page, unchanged.',
    cursor,
  );
