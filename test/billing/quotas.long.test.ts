import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  givenCallableCampaign,
  type CallableCampaign,
  numberTo,
} from '../campaigns/lifecycle/given.ts';
import { givenContacts } from '../campaigns/given.ts';
import type { Answer } from '../support/client.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { recordReached } from '../support/server.ts';
import { givenWorkflow } from '../workflows/given.ts';

const sources = '/api/v1/campaign-sources';
const endpoint = { url: 'http://127.0.0.1:1/hook' };

async function setLimits({ organization_id }: Member, limits: object): Promise<void> {
  const admin = await newOrganization({ superAdmin: true });
  const answer = await admin.put(`/api/v1/admin/organizations/${organization_id}/limits`, limits);
  expect(answer.status).toBe(200);
}

const upload = (member: Member, lines: readonly string[]): Promise<Answer> =>
  member.send('POST', sources, {
    raw: `phone_number,note\n${lines.join('\n')}\n`,
    headers: { 'content-type': 'text/csv' },
  });

/** An organization may have two uploads in progress; further ones wait. */
function twoAtOnce(send: () => Promise<Answer>): () => Promise<Answer> {
  let [next, other]: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  return () => {
    const answer = Promise.resolve(next).then(send);
    [next, other] = [other, answer];
    return answer;
  };
}

/** The actual and the stored usage of every quota. */
async function usageOf({ server, organization_id }: Member) {
  const { rows } = await sql<{ counted: object; kept: object }>`
    select json_build_object(
      'api_key_limit', (select count(*) from api_keys where organization_id = ${organization_id} and archived_at is null),
      'webhook_endpoint_limit', (select count(*) from webhook_endpoints where organization_id = ${organization_id}),
      'workflow_limit', (select count(*) from workflows where organization_id = ${organization_id} and status = 'active'),
      'voice_profile_limit', (select count(*) from voice_profiles where organization_id = ${organization_id}),
      'source_limit', (select count(*) from campaign_sources where organization_id = ${organization_id}),
      'source_bytes_limit', (select coalesce(sum(bytes), 0) from campaign_sources where organization_id = ${organization_id}),
      'voice_bytes_limit', (select coalesce(sum(bytes), 0) from voice_files where organization_id = ${organization_id}),
      'story_limit', (select count(*) from stories where organization_id = ${organization_id}),
      'member_limit', (
        select (select count(*) from users where organization_id = ${organization_id} and removed_at is null)
          + (select count(*) from invitations where organization_id = ${organization_id})
      ),
      'unfinished_contact_limit', (
        select coalesce(sum(total_rows), 0) from campaigns
        where organization_id = ${organization_id} and state not in ('completed', 'canceled')
      )
    ) as counted, (
      select json_object_agg(quota, used) from organization_usage
      where organization_id = ${organization_id} and quota <> 'content_bytes_limit'
    ) as kept`.execute(server.app.db);
  return rows[0]!;
}

const createCampaign = (member: Member, { workflow_id, configuration_id }: CallableCampaign) => {
  const { server, organization_id } = member;
  return async (): Promise<Answer> => {
    const { id } = await server.app.db
      .selectFrom('campaign_sources')
      .select('id')
      .where('organization_id', '=', organization_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    return member.post('/api/v1/campaign', {
      name: 'Spring renewals',
      workflow_id,
      source_type: 'csv',
      source_id: id,
      telephony_configuration_id: configuration_id,
    });
  };
};

interface Case {
  readonly quota: string;
  /** The usage before, and how much one creation adds. */
  readonly before: number;
  readonly each: number;
  readonly given: (member: Member) => Promise<() => Promise<Answer>>;
}

const cases: Case[] = [
  {
    quota: 'api_key_limit',
    before: 1,
    each: 1,
    given: async (member) => () => member.post('/api/v1/auth/api-keys', { name: 'One more' }),
  },
  {
    quota: 'webhook_endpoint_limit',
    before: 0,
    each: 1,
    given: async (member) => () => member.post('/api/v1/webhooks/endpoints', endpoint),
  },
  {
    quota: 'workflow_limit',
    before: 1,
    each: 1,
    given: async (member) => {
      const { path } = await givenWorkflow(member);
      return () => member.post(`${path}/duplicate`);
    },
  },
  {
    quota: 'voice_profile_limit',
    before: 0,
    each: 1,
    given: async (member) => () =>
      member.post('/api/v1/voice/profiles', { name: `Voice ${randomUUID()}` }),
  },
  {
    quota: 'source_limit',
    before: 0,
    each: 1,
    given: async (member) => twoAtOnce(() => upload(member, ['+12025550123,one'])),
  },
  {
    quota: 'story_limit',
    before: 0,
    each: 1,
    given: async (member) => () => member.post('/api/v1/voice/stories', { name: 'One more' }),
  },
  {
    quota: 'unfinished_contact_limit',
    before: 3,
    each: 3,
    given: async (member) => createCampaign(member, await givenCallableCampaign(member)),
  },
];

describe('Of a hundred concurrent creations', () => {
  test.each(cases)('exactly as many succeed as $quota allows', async ({ quota, ...each }) => {
    const member = await newOrganization();
    const create = await each.given(member);
    const limit = each.before + 7 * each.each;
    await setLimits(member, { [quota]: limit });

    const answers = await Promise.all(Array.from({ length: 100 }, create));

    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.length - refused.length).toBe(7);
    expect(
      refused.map(({ status, body }) => [status, body.code, body.limit_name, body.limit]),
    ).toEqual(refused.map(() => [409, 'limit_reached', quota, limit]));
    const { counted, kept } = await usageOf(member);
    expect(kept).toMatchObject({ [quota]: limit });
    expect(counted).toMatchObject({ [quota]: limit });
  });
});

describe('A quota that is reached', () => {
  test('has room when an API key is archived, until it is unarchived', async () => {
    const member = await newOrganization();
    const { id } = (await member.post('/api/v1/auth/api-keys', { name: 'First' })).body;
    const create = () => member.post('/api/v1/auth/api-keys', { name: 'Next' });
    await setLimits(member, { api_key_limit: 2 });

    expect((await create()).status).toBe(409);
    await member.post(`/api/v1/auth/api-keys/${id}/archive`);
    expect((await create()).status).toBe(201);

    const refused = await member.post(`/api/v1/auth/api-keys/${id}/unarchive`);
    expect([refused.status, refused.body.limit_name]).toEqual([409, 'api_key_limit']);
    const keys = (await member.get('/api/v1/auth/api-keys')).body.items;
    expect(keys.find((key: { id: number }) => key.id === id).archived_at).not.toBeNull();
  });

  test('has room when a webhook endpoint is deleted, but not when it is disabled', async () => {
    const member = await newOrganization();
    const path = '/api/v1/webhooks/endpoints';
    await setLimits(member, { webhook_endpoint_limit: 1 });
    const { id } = (await member.post(path, endpoint)).body;

    await member.post(`${path}/${id}/disable`);
    expect((await member.post(path, endpoint)).status).toBe(409);
    await member.delete(`${path}/${id}`);

    expect((await member.post(path, endpoint)).status).toBe(201);
  });

  test('has room when a workflow is archived, until it is unarchived', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    const workflow = { name: 'Next', workflow_definition: { nodes: [], edges: [] } };
    await setLimits(member, { workflow_limit: 1 });

    expect((await member.post('/api/v1/workflow', workflow)).status).toBe(409);
    expect((await member.post(`${path}/unarchive`)).status).toBe(200);
    await member.post(`${path}/archive`);
    expect((await member.post('/api/v1/workflow', workflow)).status).toBe(201);

    const refused = await member.post(`${path}/unarchive`);
    expect([refused.status, refused.body.limit_name]).toEqual([409, 'workflow_limit']);
    expect((await member.get(path)).body.status).toBe('archived');
  });

  test.each(['canceled', 'completed'])('has room when a campaign is %s', async (end) => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member);
    const create = createCampaign(member, campaign);
    await setLimits(member, { unfinished_contact_limit: 3 });

    expect((await create()).status).toBe(409);
    if (end === 'canceled') await member.post(`${campaign.path}/cancel`);
    else
      await member.server.app.db
        .updateTable('campaigns')
        .set({ state: 'completed', completed_at: member.server.app.now() })
        .where('id', '=', campaign.id)
        .execute();

    expect((await create()).status).toBe(201);
  });

  test('allows starting a campaign whose contacts it already counts', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member);
    await setLimits(member, { unfinished_contact_limit: 3 });

    expect((await member.post(`${campaign.path}/start`)).status).toBe(200);

    expect((await usageOf(member)).kept).toMatchObject({ unfinished_contact_limit: 3 });
  });

  test.each([
    [{ unfinished_contact_limit: 1 }, 'unfinished_contact_limit'],
    [{ source_limit: 1 }, 'source_limit'],
    [{ source_bytes_limit: 10 }, 'source_bytes_limit'],
  ])('refuses a redial under %j and stores nothing of it', async (limits, quota) => {
    const member = await newOrganization();
    const now = member.server.app.now();
    const campaign = await givenCallableCampaign(member, {
      state: 'completed',
      started_at: now,
      completed_at: now,
    });
    const done = { state: 'done', outcome: 'busy', attempts: 1 } as const;
    await givenContacts(member, campaign, [
      { ...done, phone_number: numberTo('1') },
      { ...done, phone_number: numberTo('2') },
    ]);
    const redial = () => member.post(`${campaign.path}/redial`, { outcomes: ['busy'] });
    const before = await usageOf(member);
    await setLimits(member, limits);

    const refused = await redial();

    expect([refused.status, refused.body.limit_name]).toEqual([409, quota]);
    expect(await usageOf(member)).toEqual(before);
    await setLimits(member, { [quota]: 1_000_000 });
    expect((await redial()).status).toBe(201);
    const { counted, kept } = await usageOf(member);
    expect(counted).toMatchObject({ source_limit: 2, unfinished_contact_limit: 2 });
    expect(counted).toMatchObject(kept);
  });

  test('keeps existing objects when it is lowered', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    await givenWorkflow(member);

    await setLimits(member, { workflow_limit: 0 });

    expect((await member.get('/api/v1/workflow')).body.items).toHaveLength(2);
    expect((await member.put(path, { name: 'Renamed' })).status).toBe(200);
  });

  test('does not affect other organizations', async () => {
    const [full, other] = [await newOrganization(), await newOrganization()];
    await setLimits(full, { workflow_limit: 0 });
    const workflow = { name: 'Next', workflow_definition: { nodes: [], edges: [] } };

    expect((await full.post('/api/v1/workflow', workflow)).status).toBe(409);
    expect((await other.post('/api/v1/workflow', workflow)).status).toBe(201);
  });
});

describe('createCampaignSource beyond source_bytes_limit', () => {
  const line = (index: number): string => `+1212${2_000_000 + index},${'x'.repeat(80)}`;

  test('is refused while the file is still arriving, and leaves nothing behind', async () => {
    const member = await newOrganization();
    await setLimits(member, { source_bytes_limit: 600_000 });
    const { hostname, port } = new URL(member.server.url);
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${member.token}` };
    const sent = request({ hostname, port, path: sources, method: 'POST', headers });

    // The first statement is within the quota, the second is not, and the body never ends.
    const rows = Array.from({ length: 11_000 }, (_, index) => line(index));
    sent.write(`phone_number,note\n${rows.join('\n')}\n`);
    const [status, body] = await new Promise<[number, string]>((done, failed) => {
      sent.on('error', failed).on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.endsWith('}')) done([answer.statusCode ?? 0, text]);
        });
      });
    });
    sent.on('error', () => {}).destroy();

    recordReached('createCampaignSource', status);
    expect([status, JSON.parse(body)]).toEqual([
      409,
      expect.objectContaining({ limit_name: 'source_bytes_limit', limit: 600_000 }),
    ]);
    const { counted, kept } = await usageOf(member);
    expect(counted).toMatchObject({ source_limit: 0, source_bytes_limit: 0 });
    expect(kept).toMatchObject({ source_limit: 0, source_bytes_limit: 0 });
    const left = await member.server.app.db
      .selectFrom('campaign_source_rows')
      .select('row_number')
      .where('phone_number', '=', '+12122000000')
      .where('source_id', 'not in', (eb) => eb.selectFrom('campaign_sources').select('id'))
      .execute();
    expect(left).toEqual([]);
  });

  test('accepts exactly as many bytes as allowed', async () => {
    const member = await newOrganization();
    const held = '+12025550123'.length + '{"note":"größer"}'.length + 2;
    const lines = ['+12025550123,größer'];

    await setLimits(member, { source_bytes_limit: held - 1 });
    expect((await upload(member, lines)).body).toMatchObject({ limit_name: 'source_bytes_limit' });
    await setLimits(member, { source_bytes_limit: held });
    expect((await upload(member, lines)).status).toBe(201);

    expect((await usageOf(member)).kept).toMatchObject({ source_bytes_limit: held });
  });
});

describe('logIn beyond user_session_limit', () => {
  const password = 'correct-horse-battery';
  const me = '/api/v1/auth/me';

  async function givenUser() {
    const member = await newOrganization();
    const { send } = member.server;
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { body } = await send('POST', '/api/v1/auth/signup', { body: { email, password } });
    await setLimits(
      { ...member, organization_id: body.user.organization_id },
      {
        user_session_limit: 2,
      },
    );
    const logIn = async (): Promise<string> =>
      (await send('POST', '/api/v1/auth/login', { body: { email, password } })).body.access_token;
    const statusOf = async (token: string): Promise<number> =>
      (await send('GET', me, { token })).status;
    return { first: body.access_token as string, logIn, statusOf };
  }

  test("ends only the user's oldest session, immediately", async () => {
    const { first, logIn, statusOf } = await givenUser();

    const second = await logIn();
    expect(await statusOf(first)).toBe(200);
    const third = await logIn();

    expect(await statusOf(first)).toBe(401);
    expect([await statusOf(second), await statusOf(third)]).toEqual([200, 200]);
  });

  test('leaves exactly the limit after concurrent log-ins', async () => {
    const { first, logIn, statusOf } = await givenUser();

    const tokens = await Promise.all([1, 2, 3, 4, 5].map(logIn));

    const statuses = await Promise.all([first, ...tokens].map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses[0]).toBe(401);
  });
});
