import type { components } from '../../generated/api.ts';
import { tagged } from '../http/etag.ts';
import type { ToolRow } from './queries.ts';
import { loadSchemas } from './schemas.ts';

/** A tool with its ETag. */
export const shown = async (row: ToolRow) => tagged(tool(row, await uncheckedOf(row)), row);

/** The places of both schemas that are left to the server of the tool. */
async function uncheckedOf({ arguments_schema, result_schema }: ToolRow): Promise<string[]> {
  const { uncheckedIn } = await loadSchemas();
  return Object.entries({ arguments_schema, ...(result_schema && { result_schema }) }).flatMap(
    ([member, schema]) => uncheckedIn(schema).map((place) => `${member}.${place}`),
  );
}

const tool = (row: ToolRow, unchecked: string[]): components['schemas']['Tool'] => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  method: row.method,
  url_template: row.url_template,
  headers: row.headers,
  arguments_schema: row.arguments_schema,
  result_schema: row.result_schema,
  unchecked,
  timeout_ms: row.timeout_ms,
  is_write: row.is_write,
  needs_approval: row.needs_approval,
  approval_timeout_seconds: row.approval_timeout_seconds,
  secret_header: row.secret_header,
  has_secret: row.has_secret,
  mcp_status: row.mcp_status,
  mcp_name: row.mcp_name,
  mcp_sha256: row.mcp_sha256,
  mcp_offer: row.mcp_offer,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
