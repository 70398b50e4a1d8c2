import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { givenCampaign } from '../../campaigns/given.ts';
import { emailOf } from '../../auth/accounts/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenCallable, keptOf } from '../../telephony/calls/given.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { callerOf, givenPolicies, requestedAt } from '../given.ts';
import {
  answerWith,
  byKey,
  connected,
  givenRequest,
  initiate,
  policies,
  reason,
  requests,
  terms,
} from './given.ts';

describe('createApprovalRequest', () => {
  test('says what a refused call needs, which is placed once a user has accepted it', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);

    const refused = await initiate(member, workflow_id);
    const requested = await byKey(member, { policy: terms, reason });
    const waiting = await initiate(member, workflow_id);
    const accepted = await answerWith(member, requested.body.id, 'accept');
    const placed = await initiate(member, workflow_id);
    const again = await initiate(member, workflow_id);

    const { connector_name, action_type, destination } = terms;
    const needed = { connector_name, action_type, destination, target_id: workflow_id };
    expect(refused.body).toMatchObject({ reason: 'no_matching_policy', ...needed });
    expect([requested.status, requested.headers.get('location')]).toEqual([
      201,
      `${requests}/${requested.body.id}`,
    ]);
    expect(requested.body).toMatchObject({
      status: 'pending',
      policy: { ...terms, target_id: workflow_id },
      reason,
      accepted_at: null,
      policy_id: null,
      declined_at: null,
      declined_reason: null,
      withdrawn_at: null,
    });
    expect(requested.body.api_key_id).toBe((await callerOf(member)).api_key_id);
    expect([waiting.status, waiting.body.reason]).toEqual([403, 'request_pending']);
    expect(accepted.body).toEqual({
      ...requested.body,
      status: 'accepted',
      answered_by: member.user_id,
      answered_by_email: await emailOf(member),
      accepted_at: expect.any(String),
      policy_id: expect.any(String),
    });
    const policy = (await member.get(`${policies}/${accepted.body.policy_id}`)).body;
    expect(accepted.headers.get('location')).toBe(`${policies}/${policy.id}`);
    expect(policy).toMatchObject({
      ...requested.body.policy,
      status: 'exhausted',
      used_count: 1,
      approval_request_id: requested.body.id,
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

    expect(long.closes_at).toBe(later(long.created_at, 7 * 86_400_000));
    expect(short.closes_at).toBe(expires_at);
  });

  test('is for the own connector alone; a user and a key without a connector name any', async () => {
    const [member, plain] = await Promise.all([connected(), newOrganization()]);
    await Promise.all([givenCallable(member), givenCallable(plain)]);
    const policy = { ...terms, connector_name: 'erp' };

    const foreign = await byKey(member, { policy, reason });
    const [byPlainKey, byUser] = [
      await byKey(plain, { policy, reason }),
      await plain.post(requests, { policy, reason }),
    ];

    expect(foreign.status).toBe(422);
    expect(foreign.body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'policy', 'connector_name'],
        msg: 'Must be the connector of the API key, crm.',
      }),
    ]);
    expect([byPlainKey.status, byUser.status]).toEqual([201, 201]);
    expect(byUser.body.api_key_id).toBeNull();
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
    const waiting = Array.from({ length: 48 }, () => requestedAt(member.server.app.now()));
    const [first = ''] = await givenPolicies(member, waiting);
    const now = member.server.app.now();
    await givenRequest(member, { proposed_at: later(now, -3_600_001), proposal_closes_at: now });

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
    const expired = { ...requestedAt(later(now, -3_500_000)), proposal_closes_at: later(now, -1) };
    await givenPolicies(
      member,
      Array.from({ length: 50 }, () => expired),
    );

    const answer = await byKey(member, { policy: terms, reason });

    expect([answer.status, answer.body.code]).toEqual([409, 'limit_reached']);
  });

  test('leaves no text in the audit', async () => {
    const member = await connected();
    await givenCallable(member);
    const { id } = (await byKey(member, { policy: terms, reason })).body;
    await answerWith(member, id, 'decline');

    const { items } = (await member.get(`/api/v1/audit-events?subject_id=${id}`)).body;

    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'approval_request.declined',
      'approval_request.created',
    ]);
    expect(JSON.stringify(items)).not.toMatch(/tomorrow|No\.|12025550123/);
  });
});
