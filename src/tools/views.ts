import type { components } from '../../generated/api.ts';
import type { ToolRow } from './queries.ts';

export const tool = (row: ToolRow): components['schemas']['Tool'] => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  method: row.method,
  url_template: row.url_template,
  headers: row.headers,
  arguments_schema: row.arguments_schema,
  result_schema: row.result_schema,
  timeout_ms: row.timeout_ms,
  is_write: row.is_write,
  needs_approval: row.needs_approval,
  approval_timeout_seconds: row.approval_timeout_seconds,
  secret_header: row.secret_header,
  has_secret: row.has_secret,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
