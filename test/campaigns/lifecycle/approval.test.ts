import { describe, expect, test } from 'vitest';
import { givenPolicy } from '../../approvals/given.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import { accepted, dialNow, endCall, endless, givenCallableCampaign } from './given.ts';

const server = ownServer();

const policyFor = (member: Member, { id }: { readonly id: number }, options: object = {}) =>
  givenPolicy(member, {
    action_type: 'campaign_start',
    target_name: 'Spring renewals',
    target_id: id,
    destination_kind: 'campaign',
    destination_value: String(id),
    ...options,
  });

const usesOf = async (member: Member, policyId: string): Promise<number> =>
  (await member.get(`/api/v1/approval-policies/${policyId}`)).body.used_count;

const asConnector = (member: Member, path: string) =>
  member.send('POST', path, { key: member.key });

const connector = () => newOrganization({ server, connector: 'crm' });

describe('A connector', () => {
  test.each([
    ['start', 'created', 'campaign_start'],
    ['resume', 'paused', 'campaign_resume'],
  ] as const)(
    'needs a policy to %s a campaign and uses it once',
    async (action, state, action_type) => {
      const member = await connector();
      const campaign = await givenCallableCampaign(member, {
        state,
        ...(state === 'paused' && { started_at: server.app.now() }),
      });
      const path = `${campaign.path}/${action}`;

      const without = await asConnector(member, path);
      const between = (await member.get(campaign.path)).body;
      const policy = await policyFor(member, campaign, { action_type });
      const allowed = await asConnector(member, path);

      expect(without.status).toBe(403);
      expect(without.body).toMatchObject({
        code: 'approval_required',
        reason: 'no_matching_policy',
      });
      expect(between.state).toBe(state);
      expect(between.logs).toEqual([]);
      expect(allowed.status).toBe(200);
      expect(allowed.body.state).toBe('running');
      expect(await usesOf(member, policy)).toBe(1);
    },
  );

  test('that may not start uses no approval, and takes over no contacts', async () => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01', '02'] });
    const policy = await policyFor(member, campaign, { campaign_contact_count_ceiling: 2 });

    const answer = await asConnector(member, `${campaign.path}/start`);

    expect(answer.status).toBe(403);
    expect(answer.body.reason).toBe('contact_ceiling_exceeded');
    expect(await usesOf(member, policy)).toBe(0);
    expect((await member.get(campaign.path)).body.total_queued_count).toBe(0);
  });

  test('whose transition is refused for another reason uses no approval', async () => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member);
    const policy = await policyFor(member, campaign);
    await server.app.db
      .updateTable('campaigns')
      .set({ telephony_configuration_id: null })
      .where('id', '=', campaign.id)
      .execute();

    const answer = await asConnector(member, `${campaign.path}/start`);

    expect(answer.status).toBe(409);
    expect(await usesOf(member, policy)).toBe(0);
  });

  test('that starts four times concurrently uses one approval', async () => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member);
    const policy = await policyFor(member, campaign);

    const answers = await together(
      server,
      Array.from({ length: 4 }, () => () => asConnector(member, `${campaign.path}/start`)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await usesOf(member, policy)).toBe(1);
  });

  test.each([
    ['a person', undefined, 403],
    ['another connector', { connector_name: 'other' }, 403],
    [
      'itself, with a policy that was revoked since',
      { revoked_at: '2026-01-01T00:00:00Z', revoked_reason: 'x' },
      200,
    ],
  ])('hangs up the calls of a campaign that was started by %s', async (_, columns, status) => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member, { state: 'paused' });
    if (columns) {
      const approval_policy_id = await policyFor(member, campaign, columns);
      await server.app.db
        .updateTable('campaigns')
        .set({ approval_policy_id })
        .where('id', '=', campaign.id)
        .execute();
    }

    const answer = await asConnector(member, `${campaign.path}/cancel?calls=hang_up`);

    expect([answer.status, (await member.get(campaign.path)).body.state]).toEqual(
      status === 200 ? [200, 'canceled'] : [403, 'paused'],
    );
  });

  test('may pause and cancel without a policy', async () => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member, {
      state: 'running',
      started_at: server.app.now(),
    });

    const paused = await asConnector(member, `${campaign.path}/pause`);
    const canceled = await asConnector(member, `${campaign.path}/cancel`);

    expect([paused.status, canceled.status]).toEqual([200, 200]);
  });
});

describe('An approval that is no longer in force', () => {
  test.each([
    ['revoke', { reason: 'customer_request' }],
    ['disable', undefined],
  ])('after %s stops the campaign before its next call', async (action, body) => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member, { digits: [endless, '00'], limit: 1 });
    const policy = await policyFor(member, campaign);
    await asConnector(member, `${campaign.path}/start`);
    await dialNow(member);
    const [first] = await accepted(member, campaign);

    const answer = await member.post(`/api/v1/approval-policies/${policy}/${action}`, body);
    await endCall(member, first, 'completed');
    await dialNow(member);

    expect(answer.status).toBe(200);
    const after = (await member.get(campaign.path)).body;
    expect(after).toMatchObject({ state: 'paused', executed_count: 1 });
    expect(after.logs.at(-1)).toMatchObject({
      level: 'warning',
      event: 'approval_not_in_force',
      details: { policy_id: policy },
    });
    expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(1);
  });

  test('because it has expired stops it too; a session may resume without one', async () => {
    const member = await connector();
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    const expires_at = later(server.app.now(), 3_600_000);
    await policyFor(member, campaign, { expires_at });
    try {
      server.setNow(later(expires_at, -1));
      const started = await asConnector(member, `${campaign.path}/start`);
      server.setNow(expires_at);
      await dialNow(member);
      const stopped = (await member.get(campaign.path)).body;
      await member.post(`${campaign.path}/resume`);
      await dialNow(member);

      expect(started.status).toBe(200);
      expect(stopped).toMatchObject({ state: 'paused', executed_count: 0 });
      expect((await member.get(campaign.path)).body.executed_count).toBe(1);
    } finally {
      server.setNow(undefined);
    }
  });
});
