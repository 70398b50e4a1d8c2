import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type {
  CampaignContacts,
  CampaignLogs,
  Campaigns,
  WorkflowRuns,
} from '../../generated/database.ts';
import { defaultCircuitBreaker, defaultRetryConfig } from '../../src/campaigns/rules.ts';
import type { Member } from '../support/organizations.ts';
import { givenLive } from '../workflows/given.ts';

export interface GivenCampaign {
  readonly id: number;
  readonly source_id: string;
  readonly workflow_id: number;
  readonly definition_id: number;
}

/** Inserts a campaign with a workflow and a source of ten rows; not started by default. */
export async function givenCampaign(
  member: Member,
  options: Partial<Insertable<Campaigns>> = {},
): Promise<GivenCampaign> {
  const { db } = member.server.app;
  const created_at = member.server.app.now();
  const workflow = await givenWorkflow(member);
  const source_id = uuid();
  await db
    .insertInto('campaign_sources')
    .values({
      id: source_id,
      organization_id: member.organization_id,
      total_rows: 10,
      columns: '[]',
      created_at,
    })
    .execute();
  const { id } = await db
    .insertInto('campaigns')
    .values({
      organization_id: member.organization_id,
      name: 'Spring renewals',
      workflow_id: workflow.workflow_id,
      source_id,
      total_rows: 10,
      retry_config: JSON.stringify(defaultRetryConfig),
      circuit_breaker: JSON.stringify(defaultCircuitBreaker),
      created_at,
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, source_id, ...workflow };
}

async function givenWorkflow({ server, organization_id }: Member) {
  const created_at = server.app.now();
  const workflow = await server.app.db
    .insertInto('workflows')
    .values({ organization_id, name: 'Appointment reminder', created_at, updated_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const definition = await server.app.db
    .insertInto('workflow_definitions')
    .values({
      organization_id,
      workflow_id: workflow.id,
      version_number: 1,
      version_status: 'published',
      workflow_definition: '{}',
      created_at,
      published_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { workflow_id: workflow.id, definition_id: definition.id };
}

export type ContactOverrides = Partial<Insertable<CampaignContacts>>;

/** Inserts contacts of a campaign in the given order, pending by default; returns their ids. */
export async function givenContacts(
  { server, organization_id }: Member,
  campaign: Pick<GivenCampaign, 'id'>,
  contacts: readonly ContactOverrides[],
): Promise<number[]> {
  const inserted = await server.app.db
    .insertInto('campaign_contacts')
    .values(
      contacts.map((options, index) => ({
        organization_id,
        campaign_id: campaign.id,
        row_number: index + 1,
        phone_number: '+12025550123',
        updated_at: server.app.now(),
        ...options,
      })),
    )
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** Inserts a run of the campaign, just placed by default. */
export async function givenRun(
  member: Member,
  { id: campaign_id, workflow_id, definition_id }: GivenCampaign,
  options: Partial<Insertable<WorkflowRuns>> = {},
): Promise<number> {
  const { server, organization_id } = member;
  const run = await server.app.db
    .insertInto('workflow_runs')
    .values({
      organization_id,
      workflow_id,
      definition_id,
      name: 'Call',
      mode: 'campaign',
      campaign_id,
      created_at: server.app.now(),
      ...options,
    })
    .returning(['id', 'mode', 'state', 'campaign_id', 'to_number', 'telephony_configuration_id'])
    .executeTakeFirstOrThrow();
  await givenLive(member, [run]);
  return run.id;
}

/** Inserts log entries of a campaign in the given order. */
export async function givenLogs(
  { server, organization_id }: Member,
  { id: campaign_id }: GivenCampaign,
  logs: readonly Partial<Insertable<CampaignLogs>>[],
): Promise<void> {
  await server.app.db
    .insertInto('campaign_logs')
    .values(
      logs.map((options) => ({
        organization_id,
        campaign_id,
        ts: server.app.now(),
        level: 'info' as const,
        event: 'campaign_started',
        message: 'The campaign was started.',
        ...options,
      })),
    )
    .execute();
}
