import { later, type Timestamp } from '../timestamp.ts';
import { sha256Of } from '../tools/mcp-tools/definitions.ts';
import * as tools from '../tools/queries.ts';
import { sealSecret } from '../tools/secrets.ts';
import * as executions from '../tools/tool-executions/queries.ts';
import { lastNumber } from '../workflows/instructions/queries.ts';
import type { Demo } from './requests.ts';

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
  { app, trx, organization_id }: Demo,
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
      app.secrets,
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

/** What a tool, a built-in one and one that a person has to accept answered in the latest calls of the reminder. */
export async function seedToolCalls(demo: Demo): Promise<void> {
  await seedMcpTool(demo, demo.timeOf('-18d'));
  for (const [index, name] of ['call to Ada', 'call to Leo'].entries())
    await seedLookUp(demo, index, await answeredCall(demo, name));
  await seedDecision(demo, await answeredCall(demo, 'call to Ada'));
}

interface AnsweredCall {
  readonly run_id: number;
  readonly organization_id: number;
  readonly started_at: Timestamp;
}

const answeredCall = ({ trx, idOf }: Demo, name: string): Promise<AnsweredCall> =>
  trx
    .selectFrom('workflow_runs')
    .select(['id as run_id', 'organization_id', 'started_at'])
    .where('id', '=', idOf(name))
    .$narrowType<{ started_at: Timestamp }>()
    .executeTakeFirstOrThrow();

async function seedLookUp(
  { trx, idOf }: Demo,
  index: number,
  { started_at, ...run }: AnsweredCall,
): Promise<void> {
  const succeeded = { ...run, status: 'succeeded' } as const;
  await executions.begin(trx, {
    ...succeeded,
    tool_id: idOf('find_appointments'),
    tool_name: 'find_appointments',
    tool_revision: 1,
    call_id: `call_471${index + 1}`,
    arguments: JSON.stringify({ customer_id: `C-104${index + 2}` }),
    is_write: false,
    http_status: 200,
    result: JSON.stringify({ appointments: [{ day: '2026-06-15', with: 'The front desk' }] }),
    duration_ms: 84,
    deadline_at: later(started_at, 15_000),
    created_at: later(started_at, 5000),
    settled_at: later(started_at, 5084),
  });
  await executions.begin(trx, {
    ...succeeded,
    tool_id: null,
    tool_name: 'submit_result',
    tool_revision: null,
    call_id: `call_472${index + 1}`,
    arguments: JSON.stringify({ gathered_context: { confirmed: true } }),
    is_write: true,
    result: JSON.stringify({ is_stored: true }),
    duration_ms: 6,
    deadline_at: later(started_at, 50_000),
    created_at: later(started_at, 30_000),
    settled_at: later(started_at, 30_006),
  });
}

/** One call of a change that a person has to accept, which the demo user declined. */
async function seedDecision(
  { trx, user_id, idOf }: Demo,
  { started_at, ...run }: AnsweredCall,
): Promise<void> {
  const decided_at = later(started_at, 14_000);
  const expires_at = later(started_at, 128_000);
  await executions.begin(trx, {
    ...run,
    tool_id: idOf('move_appointment'),
    tool_name: 'move_appointment',
    tool_revision: 1,
    call_id: 'call_4714',
    arguments: JSON.stringify({ customer_id: 'C-1042', day: '2026-06-16' }),
    is_write: true,
    status: 'failed',
    error_code: 'approval_declined',
    approval_expires_at: expires_at,
    deadline_at: expires_at,
    decision: 'declined',
    decision_reason: 'The doctor is away that week.',
    decision_number: (await lastNumber(trx, run)) + 1,
    decided_by: user_id,
    decided_at,
    created_at: later(started_at, 8000),
    settled_at: decided_at,
  });
}
