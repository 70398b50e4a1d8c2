import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { attempt, call, callerOf, givenPolicy } from './given.ts';

const policies = '/api/v1/approval-policies';
const disable = (member: Member, id: string) => member.post(`${policies}/${id}/disable`);
const enable = (member: Member, id: string) => member.post(`${policies}/${id}/enable`);
const revoke = (member: Member, id: string) =>
  member.post(`${policies}/${id}/revoke`, { reason: 'x' });

const disabled = { disabled_at: '2026-01-01T00:00:00.000Z' };
const revoked = { revoked_at: '2026-01-01T00:00:00.000Z', revoked_reason: 'x' };
const exhausted = { max_uses: 2, used_count: 2 };
const expired = {
  not_before: '2020-01-01T00:00:00.000Z',
  expires_at: later(new Date().toISOString(), -1000),
};

const read = async (member: Member, id: string) => (await member.get(`${policies}/${id}`)).body;

describe('disableApprovalPolicy', () => {
  test('suspends an active policy until it is enabled, and keeps its uses', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member, { used_count: 3 });
    const before = await read(member, id);

    const answer = await disable(member, id);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, status: 'disabled' });
    expect(await read(member, id)).toEqual(answer.body);
    expect(await attempt(member, caller, call())).toBe('disabled');
    expect((await enable(member, id)).body).toEqual(before);
    expect(await attempt(member, caller, call())).toBe('used');
  });

  test('disables a policy that is not valid yet', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member, {
      not_before: later(new Date().toISOString(), 3_600_000),
    });

    expect((await disable(member, id)).body.status).toBe('disabled');
  });
});

test.each([
  ['disableApprovalPolicy', 'disabled', disabled],
  ['disableApprovalPolicy', 'revoked', revoked],
  ['disableApprovalPolicy', 'exhausted', exhausted],
  ['disableApprovalPolicy', 'expired', expired],
  ['enableApprovalPolicy', 'active', {}],
  ['enableApprovalPolicy', 'revoked', { ...revoked, ...disabled }],
  ['enableApprovalPolicy', 'exhausted', { ...exhausted, ...disabled }],
  ['enableApprovalPolicy', 'expired', { ...expired, ...disabled }],
])('%s refuses a policy that is %s and leaves it unchanged', async (operation, state, options) => {
  const member = await newOrganization();
  const id = await givenPolicy(member, options);
  const before = await read(member, id);
  const isDisabling = operation === 'disableApprovalPolicy';

  const answer = await (isDisabling ? disable : enable)(member, id);

  const code = `approval_policy_not_${isDisabling ? 'disableable' : 'enableable'}`;
  expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code, state })]);
  if (isDisabling)
    expect(answer.body.detail).toBe(
      `Only an active policy can be disabled; this policy is ${state}.`,
    );
  expect(await read(member, id)).toEqual(before);
});

describe.each([
  ['disableApprovalPolicy', disable, {}],
  ['enableApprovalPolicy', enable, disabled],
] as const)('%s', (_, change, options) => {
  test('succeeds once of several concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member, options);

    const answers = await Promise.all(Array.from({ length: 8 }, () => change(member, id)));

    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([1, 7]);
    for (const { body } of lost) expect(body.state).toBe(won[0]?.body.status);
  });
});

describe('disable, enable and revoke, run concurrently,', () => {
  test('end as revoked, and each refusal matches the status at the time', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    const answers = await Promise.all(
      [disable, enable, revoke, disable, enable, revoke, disable, enable].map((change) =>
        change(member, id),
      ),
    );

    expect((await read(member, id)).status).toBe('revoked');
    const [revocation, again] = [answers[2], answers[5]];
    expect([revocation?.status, again?.status]).toEqual([200, 200]);
    expect(again?.body.revoked_at).toBe(revocation?.body.revoked_at);
    const others = answers.filter((_, index) => index % 3 !== 2);
    const changes = others.filter(({ status }) => status === 200).map(({ body }) => body.status);
    const [disablings, enablings] = ['disabled', 'active'].map(
      (status) => changes.filter((change) => change === status).length,
    );
    // Until the revocation they alternate, starting with a disabling; afterwards none succeeds.
    expect([0, 1]).toContain((disablings ?? 0) - (enablings ?? 0));
    for (const { status, body } of others.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409);
      expect(body.state).not.toBe(
        body.code === 'approval_policy_not_disableable' ? 'active' : 'disabled',
      );
    }
  });

  test('allow no use after they have been answered', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member);

    const [answer, ...attempts] = await Promise.all([
      disable(member, id),
      ...Array.from({ length: 8 }, (_, run_id) =>
        attempt(member, caller, call({ run_id: run_id + 1 })),
      ),
    ]);

    const used = attempts.filter((outcome) => outcome === 'used').length;
    expect(attempts.filter((outcome) => outcome === 'disabled')).toHaveLength(8 - used);
    expect(answer?.status).toBe(200);
    // The response of the disabling counts all uses: none follows.
    expect(answer?.body.used_count).toBe(used);
    expect((await read(member, id)).used_count).toBe(used);
  });
});
