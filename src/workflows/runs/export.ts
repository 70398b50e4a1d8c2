import type { Db } from '../../db/connect.ts';
import { type Format, writers } from './export-formats.ts';
import { list, type RunsQuery } from './list-queries.ts';

/** How many runs are read and written together. */
const runsAtOnce = 500;

interface Export {
  readonly format: Format;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

/**
 * The runs that match the filters, read while they are sent: no statement is open while the client reads. A page that
 * finds nothing writes nothing, so whether somebody still reads is looked at before each.
 */
export async function* exported(
  db: Db,
  filters: RunsQuery,
  { format, signal }: Export,
): AsyncGenerator<string> {
  const { header, rows } = writers[format];
  if (header !== '') yield header;
  for (let cursor: string | null | undefined; cursor !== null && !signal.aborted;) {
    const page = await list(db, { ...filters, limit: runsAtOnce, ...(cursor && { cursor }) });
    if (page.items.length > 0) yield rows(page.items);
    cursor = page.next_cursor;
  }
}
