import { createHash } from 'node:crypto';
import type { Members } from '../audit/rules.ts';
import type { ToolRow } from './queries.ts';

/**
 * The tool as the audit trail stores it. A query or a header may have a secret, so a digest shows that they changed; of
 * schemas too, which are large.
 */
export const audited = (row: ToolRow): Members => ({
  name: row.name,
  description: row.description,
  kind: row.kind,
  method: row.method,
  url: row.url_template.split('?')[0],
  query_sha256: digestOf(row.url_template.split('?').slice(1)),
  header_names: row.headers.map(({ name }) => name),
  headers_sha256: digestOf(row.headers),
  schemas_sha256: digestOf([row.arguments_schema, row.result_schema]),
  timeout_ms: row.timeout_ms,
  is_write: row.is_write,
  needs_approval: row.needs_approval,
  approval_timeout_seconds: row.approval_timeout_seconds,
  secret_header: row.secret_header,
  has_secret: row.has_secret,
  mcp_status: row.mcp_status,
  mcp_name: row.mcp_name,
  mcp_sha256: row.mcp_sha256,
  mcp_offer_sha256: row.mcp_offer?.sha256 ?? null,
  revision: row.revision,
});

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
