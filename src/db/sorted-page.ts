import { type SelectQueryBuilder, sql } from 'kysely';
import { isId, type Page, type PageQuery, pageOf, positionAfter, rowsFor } from './page.ts';

export interface SortedQuery extends PageQuery {
  readonly sort?: 'created_at' | '-created_at' | 'name' | '-name';
}

const defaultSort = '-created_at';

/**
 * Sorts a query by name or by creation time, which is the order of ids, and takes the rows of the page plus one: for
 * `$call`.
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
    const after = placeAfter(query);
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

const placeAfter = (query: SortedQuery) =>
  positionAfter(query, ([id, name = '']) => {
    // PostgreSQL text cannot contain NUL.
    const isName = typeof name === 'string' && !name.includes('\0');
    return isId(id) && isName ? { id, name } : undefined;
  });

/** Builds a page from rows that `sorted` has read. */
export function sortedPage<Row extends { readonly id: number; readonly name: string }, T>(
  rows: readonly Row[],
  query: SortedQuery,
  view: (row: Row) => T,
): Page<T> {
  const isByName = query.sort?.endsWith('name') === true;
  return pageOf(rows, query, view, ({ id, name }) => (isByName ? [id, name] : [id]));
}
