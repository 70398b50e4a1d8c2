import type { components } from '../../../generated/api.ts';
import { csv } from '../../http/csv.ts';
import { cellOf } from '../../http/csv-rules.ts';

type Run = components['schemas']['WorkflowRunSummary'];
export type Format = components['schemas']['RunExportFormat'];

interface Writer {
  readonly type: string;
  readonly header: string;
  readonly rows: (runs: readonly Run[]) => string;
}

/** The columns of the table, in their order. */
const columns: Readonly<Record<string, (run: Run) => unknown>> = {
  id: (run) => run.id,
  workflow_id: (run) => run.workflow_id,
  definition_id: (run) => run.definition_id,
  version_number: (run) => run.version_number,
  workflow_version: (run) => run.workflow_version,
  name: (run) => run.name,
  mode: (run) => run.mode,
  state: (run) => run.state,
  outcome: (run) => run.outcome,
  call_disposition: (run) => run.call_disposition,
  to_number: (run) => run.to_number,
  from_number: (run) => run.from_number,
  telephony_configuration_id: (run) => run.telephony_configuration_id,
  campaign_id: (run) => run.campaign_id,
  contact_id: (run) => run.contact_id,
  recording_url: (run) => run.recording_url,
  created_at: (run) => run.created_at,
  queued_at: (run) => run.queued_at,
  placed_at: (run) => run.placed_at,
  started_at: (run) => run.started_at,
  answered_at: (run) => run.answered_at,
  ended_at: (run) => run.ended_at,
  duration_seconds: (run) => run.duration_seconds,
  attempt_number: (run) => run.attempt_number,
  answered_by: (run) => run.answered_by,
  carrier_call_id: (run) => run.carrier_call_id,
  failure_code: (run) => run.failure?.code,
  failure_message: (run) => run.failure?.message,
  carrier_code: (run) => run.failure?.carrier_code,
  message_left_at: (run) => run.message_left_at,
  external_id: (run) => run.external_id,
  phase: (run) => run.phase,
  workflow_name: (run) => run.workflow_name,
};

/** How runs are written in each format. */
export const writers: Readonly<Record<Format, Writer>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    header: csv([Object.keys(columns)]),
    rows: (runs) =>
      csv(runs.map((run) => Object.values(columns).map((valueOf) => cellOf(valueOf(run))))),
  },
  jsonl: {
    type: 'application/jsonl',
    header: '',
    rows: (runs) => runs.map((run) => `${JSON.stringify(run)}\n`).join(''),
  },
};
