import { v7 as uuid } from 'uuid';
import { colleague } from '../../scripts/chaos/agents.ts';
import { newApiKey, prefixOf } from '../../src/auth/credentials.ts';
import { defaultScopes } from '../../src/auth/rules.ts';
import type { ApiKeyCaller, SessionCaller } from '../../src/caller.ts';
import type { Db } from '../../src/db/connect.ts';
import type { Secrets } from '../../src/db/secrets.ts';
import { sealCredentials } from '../../src/telephony/credentials.ts';
import { type Timestamp, timestampOf } from '../../src/timestamp.ts';
import type { Embedded } from './embedded.ts';
import type { Plan } from './plan.ts';
import { destination } from './transfers.ts';

interface AgentWorkflow {
  readonly workflow_id: number;
  /** Whose agent its destination `colleague` is. */
  readonly to_workflow_id: number;
}

/** An organization that may call, before anything happens. */
export interface Tenant {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Whose agents hand calls to each other. */
  readonly agents: readonly [AgentWorkflow, AgentWorkflow];
  readonly configuration_id: number;
  readonly session: SessionCaller;
  /** A key that needs an approval for each call and each start of a campaign. */
  readonly connector: ApiKeyCaller;
  /** The sources of the planned campaigns and their numbers. */
  readonly sources: readonly { readonly id: string; readonly numbers: readonly string[] }[];
}

export const connector_name = 'crm';
export const workflowName = 'Reminder';
const agentNames = ['Questions', 'Bills'] as const;

/** The settings of a workflow whose agent may act on its calls, and hand them to that of another. */
export const settingsOf = (toWorkflowId: number | undefined) => ({
  max_call_duration_seconds: 600,
  run_token_scopes: ['run:act'],
  transfer_destinations: [
    destination,
    ...(toWorkflowId === undefined ? [] : [{ name: colleague, workflow_id: toWorkflowId }]),
  ],
});

export const numberOf = (campaign: number, contact: number): string =>
  `+1202555010${campaign * 5 + contact}`;

/** Their cap is never reached: what is counted for it must be right, whatever happens. */
const callerNumbers = ['+12025550191', '+12025550192'];

interface Given {
  readonly plan: Plan;
  readonly secrets: Secrets;
  readonly now: number;
}

export async function createTenant(
  { db }: Embedded,
  { plan, secrets, now }: Given,
): Promise<Tenant> {
  const created_at = timestampOf(new Date(now));
  const { id: organization_id } = await db
    .insertInto('organizations')
    .values({ name: 'North', created_at, concurrent_call_limit: plan.call_limit })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: user_id } = await db
    .insertInto('users')
    .values({
      organization_id,
      email: 'user@example.com',
      password_hash: 'none',
      role: 'owner',
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: api_key_id } = await db
    .insertInto('api_keys')
    .values({
      organization_id,
      name: 'Connector',
      prefix: prefixOf(newApiKey(0)),
      key_hash: Buffer.alloc(32),
      connector_name,
      scopes: defaultScopes(connector_name),
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const publish = (name: string, settings: object) =>
    publishWorkflow(db, { organization_id, name, settings, created_at });
  const workflow_id = await publish(workflowName, {
    max_call_duration_seconds: 60,
    transfer_destinations: [destination],
  });
  const [first, second] = [
    await publish(agentNames[0], settingsOf(undefined)),
    await publish(agentNames[1], settingsOf(undefined)),
  ];
  const agents: Tenant['agents'] = [
    { workflow_id: first, to_workflow_id: second },
    { workflow_id: second, to_workflow_id: first },
  ];
  for (const agent of agents)
    await db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify(settingsOf(agent.to_workflow_id)) })
      .where('id', '=', agent.workflow_id)
      .execute();
  const { id: configuration_id } = await db
    .insertInto('telephony_configurations')
    .values({
      organization_id,
      name: 'Simulated network',
      provider: 'simulated',
      is_default_outbound: true,
      credentials_encrypted: sealCredentials(secrets, organization_id, {}),
      calls_per_second: plan.calls_per_second,
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('phone_numbers')
    .values(
      callerNumbers.map((phone_number) => ({
        organization_id,
        telephony_configuration_id: configuration_id,
        phone_number,
        in_pool: true,
        daily_cap: 10_000,
        created_at,
      })),
    )
    .execute();
  const sources = plan.campaigns.map(({ contacts }, campaign) => ({
    id: uuid(),
    numbers: Array.from({ length: contacts }, (_, contact) => numberOf(campaign, contact)),
  }));
  for (const { id, numbers } of sources) {
    await db
      .insertInto('campaign_sources')
      .values({ id, organization_id, total_rows: numbers.length, columns: '[]', created_at })
      .execute();
    await db
      .insertInto('campaign_source_rows')
      .values(
        numbers.map((phone_number, index) => ({
          source_id: id,
          organization_id,
          row_number: index + 1,
          phone_number,
          initial_context: '{}',
        })),
      )
      .execute();
  }
  return {
    organization_id,
    workflow_id,
    agents,
    configuration_id,
    session: {
      kind: 'session',
      organization_id,
      user_id,
      session_id: 1,
      role: 'owner',
      is_super_admin: false,
      email_verified: true,
    },
    connector: { kind: 'api_key', organization_id, api_key_id, connector_name, scopes: [] },
    sources,
  };
}

interface Published {
  readonly organization_id: number;
  readonly name: string;
  readonly settings: object;
  readonly created_at: Timestamp;
}

async function publishWorkflow(
  db: Db,
  { organization_id, name, settings, created_at }: Published,
): Promise<number> {
  const { id: workflow_id } = await db
    .insertInto('workflows')
    .values({
      organization_id,
      name,
      workflow_configurations: JSON.stringify(settings),
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: current_definition_id } = await db
    .insertInto('workflow_definitions')
    .values({
      organization_id,
      workflow_id,
      version_number: 1,
      version_status: 'published',
      workflow_definition: '{}',
      created_at,
      published_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('workflows')
    .set({ current_definition_id })
    .where('id', '=', workflow_id)
    .execute();
  return workflow_id;
}
