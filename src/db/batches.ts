/** Maximum total size of rows that are in memory together, in bytes of their text. */
export const batchBytes = 4 * 1024 * 1024;

interface Weighed {
  readonly bytes: number;
}

/** The first rows that fit into a batch; always at least one, since a single row is bounded by itself. */
export function firstBatch<Row extends Weighed>(
  rows: readonly Row[],
  maxBytes: number = batchBytes,
): readonly Row[] {
  let held = 0;
  const end = rows.findIndex(({ bytes }, index) => {
    held += bytes;
    return held > maxBytes && index > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Yields all rows, batch by batch. */
export function* batchesOf<Row extends Weighed>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let rest = rows; rest.length > 0;) {
    const batch = firstBatch(rest);
    yield batch;
    rest = rest.slice(batch.length);
  }
}
