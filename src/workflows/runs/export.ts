import type { Reads } from '../../db/replica.ts';
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
 * The runs that match the filters, read while they are sent: no statement is open while the client reads, and each page
 * comes from the server that is fit then. A page that
 * finds nothing writes nothing, so whether somebody still reads is looked at before each.
 */
export async function* exported(
  reads: Reads,
  filters: RunsQuery,
  { format, signal }: Export,
): AsyncGenerator<string> {
  const { header, rows } = writers[format];
  if (header !== '') yield header;
  for (let cursor: string | null | undefined; cursor !== null && !signal.aborted;) {
    const at = cursor && { cursor };
    const page = await reads((db) => list(db, { ...filters, limit: runsAtOnce, ...at }));
    if (page.items.length > 0) yield rows(page.items);
    cursor = page.next_cursor;
  }
}
