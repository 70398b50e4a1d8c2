import { batchesOf } from '../../db/batches.ts';
import type { Reads } from '../../db/replica.ts';
import { csv } from '../../http/csv.ts';
import { cellIn } from './client-data-rules.ts';
import { rowsBetween, type StoredRow, type StoredSource, weighRows } from './stored-queries.ts';

/** How many rows one statement measures. No statement is open while the client reads. */
const rowsAtOnce = 1000;

/**
 * The source's rows as a CSV file, read while it is sent. Throws if rows are missing, since the source was deleted
 * meanwhile: a file that is cut off must not look complete.
 */
export async function* fileOf(
  reads: Reads,
  { id, columns, total_rows }: StoredSource,
): AsyncGenerator<string> {
  yield csv([columns]);
  let left = total_rows;
  for (let after = 0; ;) {
    const from = after;
    const weighed = await reads((db) => weighRows(db, id, from, rowsAtOnce));
    for (const batch of batchesOf(weighed)) {
      const range = { from: batch[0]!.row_number, to: batch.at(-1)!.row_number };
      const rows = await reads((db) => rowsBetween(db, id, range));
      left -= rows.length;
      yield csv(rows.map((row) => columns.map((column) => cellOf(row, column))));
    }
    const last = weighed.at(-1);
    if (!last || weighed.length < rowsAtOnce) break;
    after = last.row_number;
  }
  if (left > 0) throw new Error(`Source ${id} lost ${left} rows while it was read.`);
}

function cellOf(row: StoredRow, column: string): string {
  if (column === 'phone_number') return row.phone_number;
  if (column === 'timezone') return row.timezone ?? '';
  const value = cellIn(row, column);
  if (value === undefined) return (column === 'external_id' && row.external_id) || '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
