import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { exampleAnswer, exampleRequest } from '../support/examples.ts';
import { isNode } from '../support/node.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;
let adminToken: string;

beforeAll(async () => {
  server = await startServer({ demo: true });
  await seedDemo(server.app);
  const logIn = async (body: object): Promise<string> =>
    (await server.send('POST', '/api/v1/auth/login', { body })).body.access_token;
  [token, adminToken] = [await logIn(demoUser), await logIn(demoAdmin)];
});

afterAll(() => server.close());

/** Members that differ: the demo starts at the time of the start and has more data than the examples. */
const differs: Readonly<Record<string, readonly string[]>> = {
  getWorkflow: ['total_runs', 'call_disposition_codes'],
  // A schedule would have to match the time of the start.
  getCampaign: ['schedule_config'],
  getWorkflowRun: ['recording_url', 'carrier_call_id'],
  getRun: ['recording_url', 'carrier_call_id'],
  listCampaignRuns: ['carrier_call_id'],
  // No server listens on this machine until the README's receiver does.
  getWebhookEndpoint: ['url', 'status', 'disabled_reason'],
  getWebhookDelivery: ['event_id', 'event_sequence', 'body', 'attempts', 'attempt_count'],
};

/** A value without its times and the differing members. */
function lasting(value: unknown, without: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((part) => lasting(part, without));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/(^|_)(at|ts|before)$/.test(name) && !without.includes(name))
      .map(([name, part]) => [name, lasting(part, without)]),
  );
}

describe('The demo shows the same as the example of', () => {
  test.each([
    'getCurrentUser',
    'listMembers',
    'listInvitations',
    'getApprovalPolicy',
    'listApprovalPolicyUses',
    'getWorkflow',
    'listWorkflowVersions',
    'getWorkflowVersion',
    'getWorkflowTestCase',
    'getRun',
    'getWorkflowRun',
    'listRunConsentMarks',
    'getCampaign',
    'getCampaignSource',
    'listCampaignContacts',
    'listCampaignRuns',
    'getTelephonyConfiguration',
    'listPhoneNumbers',
    'getPhoneNumber',
    'getWebhookEndpoint',
    'getWebhookDelivery',
    'getVoiceProfile',
    'getGeneration',
    'getStory',
    'getStoryItem',
    'getVoiceSample',
    'listVoiceModels',
    'getCatalogEntry',
    'getKnowledgeBasePricing',
  ])('%s', async (id) => {
    const { path } = exampleRequest(id);
    const shown = exampleAnswer(id).bodies;
    // The last example of a filtered list is the complete one.
    const example = id.startsWith('list') ? shown.at(-1) : shown[0];

    const { status, body } = await server.send('GET', path, {
      token: path.startsWith('/api/v1/admin/') ? adminToken : token,
    });

    const without = differs[id] ?? [];
    expect(status).toBe(200);
    expect(lasting(body, without)).toEqual(lasting(example, without));
  });
});

test('The demo has test cases that its published version passes and its draft fails as the example shows', async () => {
  const { path } = exampleRequest('testWorkflow');
  const send = async (version_number: number) =>
    (await server.send('POST', path, { token, body: { version_number } })).body;

  const [published, draft] = [await send(2), await send(3)];

  expect(published).toMatchObject({ has_passed: true, failed: 0, not_run: 0 });
  expect(published.results).toHaveLength(2);
  const [example] = exampleAnswer('testWorkflow').bodies as { results: unknown[] }[];
  expect(draft.results[0]).toEqual(example?.results[0]);
});

test('The usage of the demo has the transfer that reached somebody', async () => {
  const dayOf = (ms: number) =>
    new Date(Date.parse(server.app.now()) + ms).toISOString().slice(0, 10);
  const [from, to] = [dayOf(-86_400_000), dayOf(86_400_000)];

  const { body } = await server.send('GET', `/api/v1/usage?from=${from}&to=${to}&group_by=day`, {
    token,
  });

  expect(body.total).toMatchObject({ transfers: 1, consents: 1 });
  expect(body.total.transfer_seconds).toBeGreaterThan(0);
});
