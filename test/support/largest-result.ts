import type { Db } from '../../src/db/connect.ts';

/** A database that records the bytes of the largest result of a statement. */
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
