import type { Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { type Cause, recordChange } from '../../audit/actions.ts';
import type { Database } from '../../db/connect.ts';
import { audited } from '../audit.ts';
import * as tools from '../queries.ts';
import type { Step } from './import-rules.ts';
import type { Settings } from './reading.ts';

type Item = components['schemas']['McpImportItem'];
type Trx = Transaction<Database>;

interface Server {
  readonly organization_id: number;
  readonly server_url: string;
  readonly settings: Settings;
  readonly step: Step<tools.ToolRow>;
}

/** Does what becomes of a function, and says it. */
export async function take(
  trx: Trx,
  cause: Cause,
  { organization_id, server_url, settings, step }: Server,
): Promise<Item> {
  const { outcome } = step;
  if (outcome === 'skipped') {
    const { mcp_name, sha256 } = step.read;
    return { mcp_name, outcome, tool_id: null, tool_name: null, sha256, fault: step.fault };
  }
  if (outcome === 'created') {
    const { name, offer } = step;
    const { mcp_name, sha256 } = step.read;
    const { headers, secret_header, timeout_ms, secret_encrypted } = settings;
    const { description, arguments_schema, result_schema } = offer;
    const row = await tools.insert(trx, {
      organization_id,
      name,
      description,
      kind: 'mcp',
      method: 'POST',
      url_template: server_url,
      headers,
      arguments_schema,
      result_schema,
      timeout_ms,
      secret_header,
      secret_encrypted,
      mcp_name,
      mcp_sha256: sha256,
      mcp_status: 'accepted',
      created_at: cause.at,
      updated_at: cause.at,
    });
    const change = { organization_id, subject_id: row.id, before: null, after: audited(row) };
    await recordChange(trx, cause, { action: 'tool.imported', ...change });
    return { mcp_name, outcome, tool_id: row.id, tool_name: name, sha256, fault: null };
  }
  const { row: former, change, sha256, fault } = step;
  if (change) {
    const row = await tools.update(trx, former.id, { ...change, updated_at: cause.at });
    const found = { organization_id, subject_id: row.id, before: audited(former) };
    await recordChange(trx, cause, { action: 'tool.change_found', ...found, after: audited(row) });
  }
  const { id: tool_id, name: tool_name } = former;
  return { mcp_name: former.mcp_name ?? '', outcome, tool_id, tool_name, sha256, fault };
}

interface Kept {
  readonly organization_id: number;
  readonly rows: readonly tools.ToolRow[];
  readonly sealed: Buffer;
}

/** Gives all tools of a server another secret. */
export async function keepSecret(
  trx: Trx,
  cause: Cause,
  { organization_id, rows, sealed }: Kept,
): Promise<void> {
  for (const { id, has_secret, revision } of rows) {
    const changes = { secret_encrypted: sealed, updated_at: cause.at };
    const row = await tools.update(trx, id, changes);
    await recordChange(trx, cause, {
      action: 'tool.secret_rotated',
      organization_id,
      subject_id: id,
      before: { has_secret, revision },
      after: { has_secret: true, revision: row.revision },
    });
  }
}
