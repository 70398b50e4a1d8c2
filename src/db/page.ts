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

/** How many rows to read for a page: one more than it shows tells whether there is another. */
export const rowsFor = (query: PageQuery): number => limitOf(query) + 1;

export const limitOf = (query: PageQuery): number => query.limit ?? defaultLimit;

/** The id after which the page begins, undefined for the first page; throws the validation error for a cursor not ours. */
export function idAfter(query: PageQuery): number | undefined {
  const id = decode(query.cursor);
  if (id === undefined || (typeof id === 'number' && Number.isSafeInteger(id) && id > 0)) return id;
  throw foreign(query.cursor);
}

/** The same where ids are UUIDs. */
export function uuidAfter(query: PageQuery): string | undefined {
  const id = decode(query.cursor);
  if (id === undefined || (typeof id === 'string' && uuid.test(id))) return id;
  throw foreign(query.cursor);
}

/** Makes a page of rows, newest first, that were read with `rowsFor` as limit. */
export function pageOf<Row extends { id: number | string }, T>(
  rows: readonly Row[],
  query: PageQuery,
  view: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limitOf(query));
  return pageUpTo(shown, rows.length > shown.length, view);
}

/** Makes a page of all the rows; whether there are more is known already. */
export function pageUpTo<Row extends { id: number | string }, T>(
  rows: readonly Row[],
  hasMore: boolean,
  view: (row: Row) => T,
): Page<T> {
  const last = rows.at(-1);
  return {
    items: rows.map((row) => view(row)),
    next_cursor: hasMore && last ? encode(last.id) : null,
  };
}

const encode = (id: number | string): string =>
  Buffer.from(JSON.stringify([id])).toString('base64url');

function decode(cursor: string | undefined): unknown {
  if (cursor === undefined) return undefined;
  try {
    const [id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return id ?? null;
  } catch {
    return null;
  }
}

const foreign = (cursor: string | undefined): Error =>
  invalid(['query', 'cursor'], 'Send the next_cursor of an earlier page, unchanged.', cursor);
