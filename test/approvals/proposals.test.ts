import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { givenCampaign } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { givenCallable, keptOf } from '../telephony/calls/given.ts';
import { givenWorkflow } from '../workflows/given.ts';
import { attempt, call, callerOf, givenPolicies, givenPolicy, proposedAt } from './given.ts';

const policies = '/api/v1/approval-policies';
const propose = `${policies}/propose`;
const to_number = '+12025550123';
const reason = 'The appointment is tomorrow.';
const terms = {
  connector_name: 'crm',
  action_type: 'call_initiate',
  target_name: 'Appointment reminder',
  destination: { kind: 'exact_e164', value: to_number },
  expires_at: later(new Date().toISOString(), 30 * 86_400_000),
  max_uses: 1,
};

const connected = () => newOrganization({ connector: 'crm' });
const byKey = (member: Member, body: unknown, headers: Record<string, string> = {}) =>
  member.send('POST', propose, { key: member.key, body, headers });
const answerWith = (member: Member, id: string, verb: 'accept' | 'decline') =>
  member.post(`${policies}/${id}/${verb}`, verb === 'accept' ? undefined : { reason: 'No.' });
const read = async (member: Member, id: string) => (await member.get(`${policies}/${id}`)).body;
const givenProposal = (member: Member, options: Parameters<typeof givenPolicy>[1] = {}) =>
  givenPolicy(member, { ...proposedAt(member.server.app.now()), ...options });
const initiate = (member: Member, workflow_id: number, key = member.key) =>
  member.send('POST', '/api/v1/telephony/initiate-call', { key, body: { workflow_id, to_number } });

describe('proposeApprovalPolicy', () => {
  test('says what a refused call needs, which is placed once a user has accepted it', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);

    const refused = await initiate(member, workflow_id);
    const proposed = await byKey(member, { policy: terms, reason });
    const waiting = await initiate(member, workflow_id);
    const accepted = await answerWith(member, proposed.body.id, 'accept');
    const placed = await initiate(member, workflow_id);
    const again = await initiate(member, workflow_id);

    const { connector_name, action_type, destination } = terms;
    const needed = { connector_name, action_type, destination, target_id: workflow_id };
    expect(refused.body).toMatchObject({ reason: 'no_matching_policy', ...needed });
    expect([proposed.status, proposed.headers.get('location')]).toEqual([
      201,
      `${policies}/${proposed.body.id}`,
    ]);
    expect(proposed.body).toMatchObject({
      ...terms,
      target_id: workflow_id,
      status: 'proposed',
      used_count: 0,
      proposal: { reason, accepted_at: null, declined_at: null, declined_reason: null },
    });
    expect(proposed.body.proposal.api_key_id).toBe((await callerOf(member)).api_key_id);
    expect([waiting.status, waiting.body.reason]).toEqual([403, 'proposed']);
    expect(accepted.body).toEqual({
      ...proposed.body,
      status: 'active',
      proposal: { ...proposed.body.proposal, accepted_at: expect.any(String) },
    });
    expect([placed.status, again.status, again.body.reason]).toEqual([202, 403, 'exhausted']);
    expect((await keptOf(member)).runs).toEqual([placed.body.id]);
  });

  test('waits for 7 days, and not longer than until the policy expires', async () => {
    const member = await connected();
    await givenCallable(member);
    const expires_at = later(new Date().toISOString(), 3_600_000);

    const long = (await byKey(member, { policy: terms, reason })).body;
    const short = (await byKey(member, { policy: { ...terms, expires_at }, reason })).body;

    expect(long.proposal.closes_at).toBe(later(long.created_at, 7 * 86_400_000));
    expect(short.proposal.closes_at).toBe(expires_at);
  });

  test('is for the own connector alone; a user and a key without a connector name any', async () => {
    const [member, plain] = await Promise.all([connected(), newOrganization()]);
    await Promise.all([givenCallable(member), givenCallable(plain)]);
    const policy = { ...terms, connector_name: 'erp' };

    const foreign = await byKey(member, { policy, reason });
    const [byPlainKey, byUser] = [
      await byKey(plain, { policy, reason }),
      await plain.post(propose, { policy, reason }),
    ];

    expect(foreign.status).toBe(422);
    expect(foreign.body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'policy', 'connector_name'],
        msg: 'Must be the connector of the API key, crm.',
      }),
    ]);
    expect([byPlainKey.status, byUser.status]).toEqual([201, 201]);
    expect(byUser.body.proposal.api_key_id).toBeNull();
  });

  test('is checked as a new policy is, with the places of its faults', async () => {
    const member = await connected();
    const { id } = await givenCampaign(member);
    const { name } = (await member.get(`/api/v1/campaign/${id}`)).body;
    const start = { ...terms, action_type: 'campaign_start', target_name: name };
    const other = { kind: 'campaign', value: String(id + 1) };
    const past = { ...terms, expires_at: '2020-01-01T00:00:00Z' };

    const answers = [
      await byKey(member, { policy: past, reason }),
      await byKey(member, { policy: { ...start, destination: other }, reason }),
      await byKey(member, { policy: { ...terms, target_name: 'Unknown' }, reason }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404]);
    expect(answers.slice(0, 2).map(({ body }) => body.detail[0].loc)).toEqual([
      ['body', 'policy', 'expires_at'],
      ['body', 'policy', 'destination', 'value'],
    ]);
    expect(answers[2]?.body.param).toBe('target_name');
  });

  test('names the targets if several have the name', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);
    const other = await givenWorkflow(member, { name: terms.target_name });

    const answer = await byKey(member, { policy: terms, reason });

    expect([answer.status, answer.body.code]).toEqual([409, 'target_ambiguous']);
    expect(answer.body.target_ids).toEqual([workflow_id, other.id]);
  });

  test('is refused beyond fifty that wait, also of several at once, until one is answered', async () => {
    const member = await connected();
    await givenCallable(member);
    const waiting = Array.from({ length: 48 }, () => proposedAt(member.server.app.now()));
    const [first = ''] = await givenPolicies(member, waiting);
    const now = member.server.app.now();
    await givenProposal(member, { proposed_at: later(now, -3_600_001), proposal_closes_at: now });

    const answers = await together(
      member.server,
      Array.from({ length: 5 }, () => () => byKey(member, { policy: terms, reason })),
    );
    await answerWith(member, first, 'decline');
    const afterwards = await byKey(member, { policy: terms, reason });

    const refused = answers.filter(({ status }) => status === 409);
    expect([answers.length - refused.length, refused.length]).toEqual([2, 3]);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'limit_reached', limit: 50 });
    expect(afterwards.status).toBe(201);
  });

  test('counts for an hour, even if it expires before', async () => {
    const member = await connected();
    await givenCallable(member);
    const now = member.server.app.now();
    const expired = { ...proposedAt(later(now, -3_500_000)), proposal_closes_at: later(now, -1) };
    await givenPolicies(
      member,
      Array.from({ length: 50 }, () => expired),
    );

    const answer = await byKey(member, { policy: terms, reason });

    expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached']);
  });

  test('makes one policy of several requests with the same key', async () => {
    const member = await connected();
    await givenCallable(member);
    const headers = { 'idempotency-key': 'one' };

    const one = await byKey(member, { policy: terms, reason }, headers);
    const two = await byKey(member, { policy: terms, reason }, headers);
    const other = await byKey(member, { policy: terms, reason: 'Another.' }, headers);

    expect([one.status, two.status, two.body]).toEqual([201, 201, one.body]);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    const listed = (await member.get(`${policies}?status=proposed`)).body.items;
    expect(listed).toEqual([one.body]);
  });

  test('leaves no text in the audit', async () => {
    const member = await connected();
    await givenCallable(member);
    const { id } = (await byKey(member, { policy: terms, reason })).body;
    await answerWith(member, id, 'decline');

    const { items } = (await member.get(`/api/v1/audit-events?subject_id=${id}`)).body;

    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'approval_policy.declined',
      'approval_policy.proposed',
    ]);
    expect(JSON.stringify(items)).not.toMatch(/tomorrow|No\.|12025550123/);
  });
});

describe.each(['accept', 'decline'] as const)('to %s', (verb) => {
  const state = verb === 'accept' ? 'active' : 'declined';

  test('is for sessions only', async () => {
    const member = await newOrganization({ connector: 'crm', scopes: ['approvals:propose'] });
    const id = await givenProposal(member);

    for (const credentials of [{ key: member.key }, { key: member.key, token: member.token }]) {
      const body = verb === 'accept' ? {} : { body: { reason: 'x' } };
      const options = { ...credentials, ...body };
      const answer = await member.send('POST', `${policies}/${id}/${verb}`, options);
      expect([answer.status, answer.body.code]).toEqual([403, 'api_key_not_allowed']);
    }
    expect((await read(member, id)).status).toBe('proposed');
  });

  test("does not find another organization's proposal", async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const id = await givenProposal(owner);

    expect((await answerWith(other, id, verb)).status).toBe(404);
    expect((await read(owner, id)).status).toBe('proposed');
  });

  test('succeeds once of several concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenProposal(member);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => answerWith(member, id, verb)),
    );

    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(7);
    for (const { body } of lost)
      expect(body).toMatchObject({ code: 'approval_policy_not_proposed', state });
    expect((await read(member, id)).status).toBe(state);
  });

  test.each([
    ['active', {}],
    ['declined', { declined_at: '2026-01-01T00:00:00.000Z', declined_reason: 'No.' }],
    ['expired', { proposal_closes_at: '2026-01-02T00:00:00.000Z' }],
  ])('refuses a policy that is %s and leaves it unchanged', async (status, options) => {
    const member = await newOrganization();
    const id = await (status === 'active' ? givenPolicy(member) : givenProposal(member, options));
    const before = await read(member, id);

    const answer = await answerWith(member, id, verb);

    expect([answer.status, answer.body.code, answer.body.state]).toEqual([
      409,
      'approval_policy_not_proposed',
      status,
    ]);
    expect(await read(member, id)).toEqual(before);
  });
});

describe('a policy that nobody has accepted', () => {
  const declined = { declined_at: '2026-01-01T00:00:00.000Z', declined_reason: 'No.' };
  const closed = { proposal_closes_at: '2026-01-02T00:00:00.000Z' };

  test.each([
    ['proposed', {}],
    ['declined', declined],
    ['expired', closed],
  ])('authorizes nothing while it is %s', async (status, options) => {
    const member = await newOrganization();
    const id = await givenProposal(member, options);

    expect(await attempt(member, await callerOf(member), call())).toBe(status);
    expect(await read(member, id)).toMatchObject({ status, used_count: 0 });
  });

  test.each([
    ['proposed', {}],
    ['declined', declined],
    ['expired', closed],
  ])('is listed by the status %s alone', async (status, options) => {
    const member = await newOrganization();
    await givenPolicy(member);
    const id = await givenProposal(member, options);
    const statuses = [
      'active',
      'disabled',
      'revoked',
      'expired',
      'exhausted',
      'proposed',
      'declined',
    ];

    const found: string[] = [];
    for (const each of statuses) {
      const { items } = (await member.get(`${policies}?status=${each}`)).body;
      if (items.some((item: { id: string }) => item.id === id)) found.push(each);
    }

    expect(found).toEqual([status]);
  });

  test('can be neither used nor counted by the database itself', async () => {
    const member = await newOrganization();
    const id = await givenProposal(member);

    const used = member.server.app.db
      .updateTable('approval_policies')
      .set({ used_count: 1 })
      .where('id', '=', id)
      .execute();

    await expect(used).rejects.toThrow(/approval_policies_unapproved_check/);
  });

  test.each(['disable', 'enable', 'revoke'])('cannot be changed by %s', async (verb) => {
    const member = await newOrganization();
    const id = await givenProposal(member);

    const body = verb === 'revoke' ? { reason: 'x' } : undefined;
    const answer = await member.post(`${policies}/${id}/${verb}`, body);

    expect([answer.status, answer.body.state]).toEqual([409, 'proposed']);
  });
});
