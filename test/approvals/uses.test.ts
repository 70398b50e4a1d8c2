import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { newOrganization } from '../support/organizations.ts';
import { attempt, call, callerOf, campaignStart, givenPolicy, ofCampaign } from './given.ts';

const path = (id: string, query = ''): string => `/api/v1/approval-policies/${id}/uses${query}`;

describe('listApprovalPolicyUses', () => {
  test('shows action, API key, subject and time, newest first, in pages', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member);
    const begin = member.server.app.now();
    for (const run_id of [7, 9, 8]) {
      await attempt(member, caller, call({ run_id }), later(begin, run_id * 1000));
    }

    const first = (await member.get(path(id, '?limit=2'))).body;
    await attempt(member, caller, call({ run_id: 11 }), begin);
    const second = (await member.get(path(id, `?limit=2&cursor=${first.next_cursor}`))).body;

    const use = (run_id: number) => ({
      id: expect.any(Number),
      policy_id: id,
      action_type: 'call_initiate',
      api_key_id: caller.api_key_id,
      subject_type: 'workflow_run',
      subject_id: run_id,
      created_at: later(begin, run_id * 1000),
    });
    expect(first.items).toEqual([use(8), use(9)]);
    expect(second).toEqual({ items: [use(7)], next_cursor: null });
    expect((await member.get(`/api/v1/approval-policies/${id}`)).body.used_count).toBe(4);
  });

  test.each(['campaign_start', 'campaign_resume'] as const)(
    'names the campaign of a %s',
    async (action_type) => {
      const member = await newOrganization();
      const id = await givenPolicy(member, { ...ofCampaign, action_type });

      expect(await attempt(member, await callerOf(member), campaignStart({ action_type }))).toBe(
        'used',
      );

      expect((await member.get(path(id))).body.items).toEqual([
        expect.objectContaining({ action_type, subject_type: 'campaign', subject_id: 5 }),
      ]);
    },
  );

  test('returns an empty list for a policy that was never used, even if revoked', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    expect((await member.get(path(id))).body).toEqual({ items: [], next_cursor: null });
    await member.post(`/api/v1/approval-policies/${id}/revoke`, { reason: 'x' });
    expect((await member.get(path(id))).body).toEqual({ items: [], next_cursor: null });
  });

  test('still shows the uses of a revoked policy, and of no other policy', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const [id, other] = [
      await givenPolicy(member),
      await givenPolicy(member, { destination_value: '+12025550199' }),
    ];
    await attempt(member, caller, call());

    await member.post(`/api/v1/approval-policies/${id}/revoke`, { reason: 'x' });

    expect((await member.get(path(id))).body.items).toHaveLength(1);
    expect((await member.get(path(other))).body.items).toEqual([]);
  });

  test('refuses an invalid id', async () => {
    const member = await newOrganization();

    expect((await member.get(path('7'))).status).toBe(422);
  });
});
