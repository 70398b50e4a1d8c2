import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Timestamp } from '../timestamp.ts';
import { sha256Of } from '../tools/mcp-tools/definitions.ts';
import * as tools from '../tools/queries.ts';
import { sealSecret } from '../tools/secrets.ts';
import type { DemoAccounts } from './accounts.ts';

const search = {
  name: 'search_articles',
  description: 'Searches the articles of the knowledge base.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for.', maxLength: 200 } },
    required: ['query'],
  },
  outputSchema: null,
};

/** A function of an MCP server that nobody has. */
export async function seedMcpTool(
  trx: Transaction<Database>,
  {
    organization_id,
    secrets,
  }: Pick<DemoAccounts, 'organization_id'> & { readonly secrets: Secrets },
  created_at: Timestamp,
): Promise<void> {
  await tools.insert(trx, {
    organization_id,
    name: search.name,
    description: search.description,
    kind: 'mcp',
    method: 'POST',
    url_template: 'https://kb.example.com/mcp',
    arguments_schema: search.inputSchema,
    secret_encrypted: sealSecret(
      secrets,
      organization_id,
      'Bearer 0000000000000000000000000000f00d',
    ),
    mcp_name: search.name,
    mcp_sha256: sha256Of(search),
    mcp_status: 'accepted',
    created_at,
    updated_at: created_at,
  });
}
