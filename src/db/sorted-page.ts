import { type SelectQueryBuilder, sql } from 'kysely';
import { foreign, limitOf, type Page, type PageQuery, pageUpTo, parsed, rowsFor } from './page.ts';

export interface SortedQuery extends PageQuery {
  readonly sort?: 'created_at' | '-created_at' | 'name' | '-name';
}

const defaultSort = '-created_at';

/**
 * Sorts a query by name or by creation time, which is the order of ids, and takes the rows of the page plus one: for
 * `$call`. Throws the validation error for a cursor of a list with another order.
 */
export const sorted =
  (query: SortedQuery, { id: idColumn, name: nameColumn }: Record<'id' | 'name', string>) =>
  <DB, TB extends keyof DB, Row>(
    rows: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row> => {
    const { sort = defaultSort } = query;
    const [id, name] = [sql.ref(idColumn), sql.ref(nameColumn)];
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    const beyond = direction === 'desc' ? sql`<` : sql`>`;
    const byName = sort.endsWith('name');
    const after = positionAfter(query, sort);
    return rows
      .$if(after !== undefined && !byName, (rest) =>
        rest.where(sql<boolean>`${id} ${beyond} ${after?.id}`),
      )
      .$if(after !== undefined && byName, (rest) =>
        rest.where(sql<boolean>`(${name}, ${id}) ${beyond} (${after?.name}, ${after?.id})`),
      )
      .$if(byName, (rest) => rest.orderBy(name, direction))
      .orderBy(id, direction)
      .limit(rowsFor(query));
  };

function positionAfter(
  query: SortedQuery,
  sort: string,
): { readonly id: number; readonly name: string } | undefined {
  if (query.cursor === undefined) return undefined;
  const [id, own = defaultSort, name = ''] = parsed(query.cursor);
  const isId = typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
  // PostgreSQL text cannot contain NUL.
  if (isId && own === sort && typeof name === 'string' && !name.includes('\0')) return { id, name };
  throw foreign(query.cursor);
}

/** Builds a page from rows that `sorted` has read. */
export function sortedPage<Row extends { readonly id: number; readonly name: string }, T>(
  rows: readonly Row[],
  query: SortedQuery,
  view: (row: Row) => T,
): Page<T> {
  const { sort = defaultSort } = query;
  const shown = rows.slice(0, limitOf(query));
  return pageUpTo(shown, rows.length > shown.length, view, ({ id, name }) => {
    if (sort === defaultSort) return [id];
    return sort.endsWith('name') ? [id, sort, name] : [id, sort];
  });
}
