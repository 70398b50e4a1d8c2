import type { Db } from '../../src/db/connect.ts';

/** The database, noting the bytes of the largest result that a statement had. */
export function measured(db: Db): { readonly db: Db; readonly largest: () => number } {
  let bytes = 0;
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        bytes = Math.max(bytes, JSON.stringify(result.rows).length);
        return result;
      },
    }),
    largest: () => bytes,
  };
}
