import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenPolicy } from './given.ts';

const path = (id: string): string => `/api/v1/approval-policies/${id}/revoke`;
const revoke = (member: Member, id: string, reason = 'customer_request') =>
  member.post(path(id), { reason });

describe('revokeApprovalPolicy', () => {
  test('revokes an active policy, with reason and time', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    const answer = await revoke(member, id, 'fraud_suspected');

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status: 'revoked', revoked_reason: 'fraud_suspected' });
    expect(Math.abs(Date.parse(answer.body.revoked_at) - Date.now())).toBeLessThan(60_000);
    expect((await member.get(`/api/v1/approval-policies/${id}`)).body).toEqual(answer.body);
  });

  test('revokes a disabled policy', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member, { disabled_at: member.server.app.now() });

    expect((await revoke(member, id)).body.status).toBe('revoked');
  });

  test('returns a revoked policy unchanged, with the first reason', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);
    const first = await revoke(member, id, 'first');

    const second = await revoke(member, id, 'second');

    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  test('returns the same response to two concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    const answers = await Promise.all(
      ['one', 'two', 'three'].map((reason) => revoke(member, id, reason)),
    );

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  test.each([
    [
      'expired',
      {
        expires_at: later(new Date().toISOString(), -1000),
        not_before: '2020-01-01T00:00:00.000Z',
      },
    ],
    ['exhausted', { max_uses: 2, used_count: 2 }],
  ])('refuses an %s policy and leaves it unchanged', async (state, options) => {
    const member = await newOrganization();
    const id = await givenPolicy(member, options);

    const answer = await revoke(member, id);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'approval_policy_not_revocable', state });
    expect((await member.get(`/api/v1/approval-policies/${id}`)).body).toMatchObject({
      status: state,
      revoked_at: null,
    });
  });

  test.each([
    ['', 'string_too_short'],
    ['x'.repeat(65), 'string_too_long'],
    ['Customer request', 'string_pattern_mismatch'],
    [7, 'string_type'],
    [null, 'string_type'],
  ])('refuses the reason %j', async (reason, type) => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    const answer = await member.post(path(id), { reason });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(
      expect.objectContaining({ loc: ['body', 'reason'], type }),
    );
  });

  test('accepts a reason of 64 characters', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    expect((await revoke(member, id, 'x'.repeat(64))).status).toBe(200);
  });
});
