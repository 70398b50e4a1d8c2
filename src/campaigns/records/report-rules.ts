import { cellOf, defused } from '../../http/csv-rules.ts';
import { msBetween } from '../../timestamp.ts';
import type { AttemptRow } from './queries.ts';

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
};

/** The columns of the uploaded file that do not clash with the report's own. */
const known: ReadonlySet<string> = new Set(['phone_number', 'timezone']);
export const contextColumns = (columns: readonly string[]): readonly string[] =>
  columns.filter((column) => !known.has(column));

export const reportHeader = (context: readonly string[]): string[] =>
  [...Object.keys(ownColumns), ...context.map((column) => `initial_context.${column}`)].map(
    defused,
  );

export const reportRow = (row: AttemptRow, context: readonly string[]): string[] => [
  ...Object.values(ownColumns).map((valueOf) => cellOf(valueOf(row))),
  ...context.map((column) => cellOf(memberOf(row.initial_context, column))),
];

/** Only own members of the context: a column may be called `constructor`. */
const memberOf = (context: Record<string, unknown> | null, name: string): unknown =>
  context && Object.hasOwn(context, name) ? context[name] : null;
