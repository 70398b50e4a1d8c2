import type { components } from '../../../generated/api.ts';
import { shownRefusal } from '../refusals.ts';
import type { ScheduledCallRow } from './queries.ts';

export const scheduledCall = (row: ScheduledCallRow): components['schemas']['ScheduledCall'] => ({
  id: row.id,
  workflow_id: row.workflow_id,
  to_number: row.to_number,
  from_number: row.from_number,
  telephony_configuration_id: row.telephony_configuration_id,
  timezone: row.timezone,
  initial_context: row.initial_context,
  scheduled_at: row.scheduled_at,
  status: row.state,
  waits_until: row.waits_until,
  run_id: row.run_id,
  callback_of_run_id: row.callback_of_run_id,
  refusal: row.refusal && shownRefusal(row.refusal),
  created_at: row.created_at,
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});

/** Neither the number, the external ID nor the context and metadata are kept for as long as the audit. */
export const audited = ({
  workflow_id,
  telephony_configuration_id,
  to_number,
  scheduled_at,
  initial_context,
  external_id,
  metadata,
}: ScheduledCallRow) => ({
  workflow_id,
  telephony_configuration_id,
  to_number_ending: to_number.slice(-4),
  scheduled_at,
  initial_context_members: Object.keys(initial_context).length,
  has_external_id: external_id !== null,
  metadata_members: Object.keys(metadata ?? {}).length,
});
