import type { components } from '../../generated/api.ts';
import type { WorkflowRow } from './queries.ts';

export const workflow = (row: WorkflowRow): components['schemas']['Workflow'] => ({
  id: row.id,
  workflow_uuid: row.workflow_uuid,
  name: row.name,
  status: row.status,
  created_at: row.created_at,
  workflow_definition: row.workflow_definition,
  current_definition_id: row.current_definition_id,
  version_number: row.version_number,
  version_status: row.version_status,
  template_context_variables: row.template_context_variables,
  workflow_configurations: row.workflow_configurations,
  call_disposition_codes: { disposition_codes: row.disposition_codes },
  total_runs: row.total_runs,
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});
