import { csv } from '../../http/csv.ts';
import type { Reads } from '../../db/replica.ts';
import { batchesOf } from '../../db/batches.ts';
import { attempts, weighAttempts, type AttemptRow } from './queries.ts';
import { cellOf, defused } from '../../http/csv-rules.ts';
import { msBetween } from '../../timestamp.ts';
import { cellIn, metadataKey } from '../sources/client-data-rules.ts';

/** The report's own columns of an attempt, which precede those of the uploaded file. */
const ownColumns: Readonly<Record<string, (row: AttemptRow) => unknown>> = {
  run_id: (row) => row.id,
  row_number: (row) => row.row_number,
  phone_number: (row) => row.to_number,
  attempt: (row) => row.attempt,
  state: (row) => row.state,
  outcome: (row) => row.outcome,
  call_disposition: (row) => row.call_disposition,
  from_number: (row) => row.from_number,
  workflow_version: (row) => row.version_number,
  created_at: (row) => row.created_at,
  started_at: (row) => row.started_at,
  ended_at: (row) => row.ended_at,
  duration_seconds: (row) =>
    row.started_at && row.ended_at && msBetween(row.started_at, row.ended_at) / 1000,
  consent_given: (row) => row.consent_given,
  consent_ts: (row) => row.consent_ts,
  call_summary: (row) => row.call_summary,
  recording_url: (row) => row.recording_url,
  external_id: (row) => row.external_id ?? cellIn(row, 'external_id'),
};

/** The columns of the uploaded file that do not clash with the report's own. */
const known: ReadonlySet<string> = new Set(['phone_number', 'timezone', 'external_id']);
const contextColumns = (columns: readonly string[]): readonly string[] =>
  columns.filter((column) => !known.has(column));

const reportHeader = (context: readonly string[]): string[] =>
  [...Object.keys(ownColumns), ...context.map(headingOf)].map(defused);

const headingOf = (column: string): string =>
  metadataKey(column) === undefined ? `initial_context.${column}` : column;

const reportRow = (row: AttemptRow, context: readonly string[]): string[] => [
  ...Object.values(ownColumns).map((valueOf) => cellOf(valueOf(row))),
  ...context.map((column) => cellOf(cellIn(row, column))),
];

/**
 * How many attempts one statement measures. They are read in batches, and no statement is open while the client reads.
 */
const attemptsAtOnce = 1000;

/** A CSV file with a row for each attempt of the caller's campaign, read while it is sent. */
export async function* report(
  reads: Reads,
  campaign: { readonly organization_id: number; readonly campaign_id: number },
  sourceColumns: readonly string[],
): AsyncGenerator<string> {
  const context = contextColumns(sourceColumns);
  yield csv([reportHeader(context)]);
  for (let after: Parameters<typeof weighAttempts>[1]['after']; ;) {
    const range = { ...campaign, after, limit: attemptsAtOnce };
    const weighed = await reads((db) => weighAttempts(db, range));
    for (const batch of batchesOf(weighed)) {
      const ids = batch.map(({ id }) => id);
      const rows = await reads((db) => attempts(db, ids));
      yield csv(rows.map((row) => reportRow(row, context)));
    }
    const last = weighed.at(-1);
    if (!last || weighed.length < attemptsAtOnce) return;
    after = last;
  }
}
