import fc from 'fast-check';
import type { Member } from '../../support/organizations.ts';
import type { World } from './world.ts';

const theirs = '+12025550199';
const address = 'http://127.0.0.1:9/theirs';

type Request = (world: World) => readonly [method: string, path: string, body: object];

/** What a connector would send to reach people, or an agent's token, by settings or by tools that ask a person. */
const requests: Readonly<Record<string, Request>> = {
  updateTool: ({ asking_id }) => ['PATCH', `/api/v1/tools/${asking_id}`, { needs_approval: false }],
  testTool: ({ asking_id }) => [
    'POST',
    `/api/v1/tools/${asking_id}/test`,
    { arguments: { order_id: 'A-17' } },
  ],
  updateWorkflow: ({ workflow_id }) => [
    'PUT',
    `/api/v1/workflow/${workflow_id}`,
    {
      workflow_configurations: {
        run_token_scopes: ['run:act'],
        transfer_destinations: [{ name: 'theirs', phone_number: theirs }],
      },
    },
  ],
  updateTelephonyConfiguration: ({ configuration_id }) => [
    'PATCH',
    `/api/v1/organizations/telephony-configs/${configuration_id}`,
    { provider: 'simulated', credentials: { voice_url: address } },
  ],
  updateCallingHours: () => [
    'PUT',
    '/api/v1/organizations/calling-hours',
    { enabled: false, timezone: 'UTC', slots: [] },
  ],
};

/** All of them in any order. */
export const settings: fc.Arbitrary<string[]> = fc.shuffledSubarray(Object.keys(requests), {
  minLength: Object.keys(requests).length,
});

/** What of the organization protects its people. */
async function protectionsOf({ organization_id, server: { app } }: Member): Promise<string> {
  const { db } = app;
  const workflows = await db
    .selectFrom('workflows')
    .select('workflow_configurations')
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  const tools = await db
    .selectFrom('tools')
    .select(['needs_approval', 'url_template'])
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  const configurations = await db
    .selectFrom('telephony_configurations')
    .select('credentials_encrypted')
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  const hours = await db
    .selectFrom('calling_hours')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .execute();
  return JSON.stringify([workflows, tools, configurations, hours]);
}

/** What of the settings the connector has changed, or which tool it ran that asks a person; undefined: nothing. */
export async function settingsViolationIn(
  world: World,
  sequence: readonly string[],
): Promise<string | undefined> {
  const { member } = world;
  const { app } = member.server;
  for (const name of sequence) {
    const before = await protectionsOf(member);
    const [method, path, body] = requests[name]!(world);
    const { status } = await member.send(method, path, { key: member.key, body });
    if ((await protectionsOf(member)) !== before)
      return `${name} (${status}) changed a protection.`;
    const ran = await app.db
      .selectFrom('audit_events')
      .select('subject_id')
      .where('organization_id', '=', member.organization_id)
      .where('action', '=', 'tool.tested')
      .executeTakeFirst();
    if (ran) return `${name} (${status}) ran the tool ${ran.subject_id}, which asks a person.`;
  }
  return undefined;
}
