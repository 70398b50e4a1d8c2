import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import { later, type Timestamp } from '../timestamp.ts';
import * as tools from '../tools/queries.ts';
import * as executions from '../tools/tool-executions/queries.ts';
import { sealSecret } from '../tools/secrets.ts';
import { lastNumber } from '../workflows/instructions/queries.ts';
import type { DemoAccounts } from './accounts.ts';
import { sha256Of } from '../tools/mcp-tools/definitions.ts';

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
async function seedMcpTool(
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

const dayMs = 24 * 60 * 60 * 1000;

/** How many calls have looked something up. */
const calls = 2;

/**
 * Tools at servers that nobody has: a look-up, which the published reminder names, a change that a person has to accept, and a function
 * of an MCP server; and what they and a built-in tool answered in the latest calls.
 */
export async function seedTools(
  trx: Transaction<Database>,
  { organization_id, user_id, secrets }: DemoAccounts & { readonly secrets: Secrets },
  now: Timestamp,
): Promise<void> {
  const created_at = later(now, -19 * dayMs);
  const { id } = await tools.insert(trx, {
    organization_id,
    name: 'find_appointments',
    description: 'Finds the appointments of a customer, on one day or all that are to come.',
    kind: 'http',
    method: 'GET',
    url_template: 'https://crm.example.com/customers/{customer_id}/appointments?day={day}',
    headers: [{ name: 'Accept-Language', value: 'en' }],
    arguments_schema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', description: "The customer's number.", maxLength: 20 },
        day: {
          type: 'string',
          description: 'The day, as 2026-01-31; left out for all.',
          maxLength: 10,
        },
      },
      required: ['customer_id'],
      additionalProperties: false,
    },
    result_schema: {
      type: 'object',
      properties: { appointments: { type: 'array', items: { type: 'object' } } },
      required: ['appointments'],
    },
    is_write: false,
    secret_header: 'X-Api-Key',
    secret_encrypted: sealSecret(secrets, organization_id, '0000000000000000000000000000c0de'),
    created_at,
    updated_at: created_at,
  });
  const tool = await tools.getPinnable(trx, organization_id, id);
  const versions = await trx
    .updateTable('workflow_definitions')
    .set({ tools: JSON.stringify([tool]) })
    .where('organization_id', '=', organization_id)
    .where('published_at', 'is not', null)
    .where(sql<boolean>`workflow_definition @> ${JSON.stringify({ tools: [tool.name] })}::jsonb`)
    .returning('id')
    .execute();
  const runs = await trx
    .selectFrom('workflow_runs')
    .select(['id', 'started_at'])
    .where('organization_id', '=', organization_id)
    .where(
      'definition_id',
      'in',
      versions.map((version) => version.id),
    )
    .where('mode', 'not in', ['test', 'text'])
    .where('started_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(calls)
    .$narrowType<{ started_at: Timestamp }>()
    .execute();
  for (const [index, { id: run_id, started_at }] of runs.entries()) {
    await trx
      .insertInto('tool_executions')
      .values({
        organization_id,
        run_id,
        tool_id: id,
        tool_name: tool.name,
        tool_revision: tool.revision,
        call_id: `call_471${index + 1}`,
        arguments: JSON.stringify({ customer_id: `C-104${index + 2}` }),
        is_write: false,
        status: 'succeeded',
        http_status: 200,
        result: JSON.stringify({ appointments: [{ day: '2026-06-15', with: 'The front desk' }] }),
        duration_ms: 84,
        deadline_at: later(started_at, 15_000),
        created_at: later(started_at, 5000),
        settled_at: later(started_at, 5084),
      })
      .execute();
    await executions.begin(trx, {
      organization_id,
      run_id,
      tool_id: null,
      tool_name: 'submit_result',
      tool_revision: null,
      call_id: `call_472${index + 1}`,
      arguments: JSON.stringify({ gathered_context: { confirmed: true } }),
      is_write: true,
      status: 'succeeded',
      result: JSON.stringify({ is_stored: true }),
      duration_ms: 6,
      deadline_at: later(started_at, 50_000),
      created_at: later(started_at, 30_000),
      settled_at: later(started_at, 30_006),
    });
  }
  const [latest] = runs;
  if (latest) await seedDecision(trx, { organization_id, user_id }, { ...latest, created_at });
  await seedMcpTool(trx, { organization_id, secrets }, later(created_at, 900_000));
}

interface Latest {
  readonly id: number;
  readonly started_at: Timestamp;
  readonly created_at: Timestamp;
}

/** A change that a person has to accept, and one call of it, which the demo user declined. */
async function seedDecision(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  { id: run_id, started_at, created_at }: Latest,
): Promise<void> {
  const tool = await tools.insert(trx, {
    organization_id,
    name: 'move_appointment',
    description: 'Moves the appointment of a customer to another day.',
    kind: 'http',
    method: 'POST',
    url_template: 'https://crm.example.com/customers/{customer_id}/appointments',
    arguments_schema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', description: "The customer's number.", maxLength: 20 },
        day: { type: 'string', description: 'The new day, as 2026-01-31.', maxLength: 10 },
      },
      required: ['customer_id', 'day'],
      additionalProperties: false,
    },
    needs_approval: true,
    created_at,
    updated_at: created_at,
  });
  const decided_at = later(started_at, 14_000);
  await trx
    .insertInto('tool_executions')
    .values({
      organization_id,
      run_id,
      tool_id: tool.id,
      tool_name: tool.name,
      tool_revision: tool.revision,
      call_id: 'call_4714',
      arguments: JSON.stringify({ customer_id: 'C-1042', day: '2026-06-16' }),
      is_write: true,
      status: 'failed',
      error_code: 'approval_declined',
      approval_expires_at: later(started_at, 128_000),
      deadline_at: later(started_at, 128_000),
      decision: 'declined',
      decision_reason: 'The doctor is away that week.',
      decision_number: (await lastNumber(trx, { organization_id, run_id })) + 1,
      decided_by: user_id,
      decided_at,
      created_at: later(started_at, 8000),
      settled_at: decided_at,
    })
    .execute();
}
