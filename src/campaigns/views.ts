import type { components } from '../../generated/api.ts';
import { JsonText } from '../http/json.ts';
import { shownRefusal } from '../telephony/refusals.ts';
import type { CampaignRow } from './queries.ts';
import { noSchedule } from './rules.ts';

type Campaign = Required<components['schemas']['Campaign']>;

/** All properties, including those that the contract does not require. The logs are those that the database has written. */
export const campaign = (
  row: CampaignRow,
): Omit<Campaign, 'logs'> & { readonly logs: JsonText<Campaign['logs']> } => ({
  id: row.id,
  name: row.name,
  workflow_id: row.workflow_id,
  workflow_name: row.workflow_name,
  state: row.state,
  source_type: row.source_type,
  source_id: row.source_id,
  total_rows: row.total_rows,
  processed_rows: row.processed_rows,
  failed_rows: row.failed_rows,
  created_at: row.created_at,
  started_at: row.started_at,
  completed_at: row.completed_at,
  start_at: row.start_at,
  start_refusal: row.start_refusal && shownRefusal(row.start_refusal),
  retry_config: row.retry_config,
  max_concurrency: row.max_concurrency,
  require_prior_consent: row.require_prior_consent,
  machine_detection: row.machine_detection,
  schedule_config: row.schedule_config ?? noSchedule,
  circuit_breaker: row.circuit_breaker,
  executed_count: row.executed_count,
  total_queued_count: row.total_queued_count,
  parent_campaign_id: row.parent_campaign_id,
  redialed_campaign_id: row.redialed_campaign_id,
  telephony_configuration_id: row.telephony_configuration_id,
  telephony_configuration_name: row.telephony_configuration_name,
  logs: new JsonText(row.logs),
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});
