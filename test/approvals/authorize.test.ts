import { describe, expect, test } from 'vitest';
import { authorize } from '../../src/approvals/actions.ts';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import {
  attempt,
  call,
  callerOf,
  campaignStart,
  givenPolicies,
  givenPolicy,
  ofCampaign,
} from './given.ts';

const begin = '2026-03-01T00:00:00.000Z';
const end = '2026-04-01T00:00:00.000Z';
const inside = '2026-03-15T00:00:00.000Z';
const window = { not_before: begin, expires_at: end };
const prefix = (destination_value: string) => ({
  destination_kind: 'e164_prefix' as const,
  destination_value,
});

const usedCounts = (member: Member, ids: readonly string[]): Promise<number[]> =>
  Promise.all(
    ids.map(async (id) => (await member.get(`/api/v1/approval-policies/${id}`)).body.used_count),
  );

const listed = async (member: Member, id: string): Promise<number> =>
  (await member.get(`/api/v1/approval-policies/${id}/uses?limit=200`)).body.items.length;

const attempts = (member: Member, caller: Awaited<ReturnType<typeof callerOf>>, length: number) =>
  Promise.all(
    Array.from({ length }, (_, run) => attempt(member, caller, call({ run_id: run + 1 }))),
  );

describe('authorize', () => {
  test.each([
    [later(begin, -1), 'not_yet_valid'],
    [begin, 'used'],
    [later(end, -1), 'used'],
    [end, 'expired'],
  ])('at %s returns %s for a policy valid in March', async (now, outcome) => {
    const member = await newOrganization();
    const id = await givenPolicy(member, window);

    expect(await attempt(member, await callerOf(member), call(), now)).toBe(outcome);

    expect(await usedCounts(member, [id])).toEqual([outcome === 'used' ? 1 : 0]);
    expect(await listed(member, id)).toBe(outcome === 'used' ? 1 : 0);
  });

  test.each([
    ['revoked', { revoked_at: begin, revoked_reason: 'x' }],
    ['disabled', { disabled_at: begin }],
    ['exhausted', { max_uses: 3, used_count: 3 }],
    ['destination_mismatch', { destination_value: '+12025550124' }],
    ['destination_mismatch', { destination_value: '+1202555012' }],
    ['destination_mismatch', prefix('+1203')],
    ['destination_mismatch', prefix('+120255501234')],
    ['no_matching_policy', { target_id: 4 }],
    ['no_matching_policy', { connector_name: 'CRM' }],
    ['no_matching_policy', ofCampaign],
  ])('refuses with %s if the only policy has %j', async (reason, options) => {
    const member = await newOrganization();
    const id = await givenPolicy(member, { ...window, ...options });
    const before = await usedCounts(member, [id]);

    expect(await attempt(member, await callerOf(member), call(), inside)).toBe(reason);

    expect(await usedCounts(member, [id])).toEqual(before);
    expect(await listed(member, id)).toBe(0);
  });

  test.each(['+1', '+1202', '+1202555012', '+12025550123'])(
    'matches a number by its prefix %s',
    async (value) => {
      const member = await newOrganization();
      await givenPolicy(member, { ...window, ...prefix(value) });

      expect(await attempt(member, await callerOf(member), call(), inside)).toBe('used');
    },
  );

  test('matches campaigns by action, id and contacts left to call', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member, {
      ...window,
      ...ofCampaign,
      campaign_contact_count_ceiling: 100,
    });
    const outcomes = [
      await attempt(member, caller, campaignStart({ contacts_to_call: 101 }), inside),
      await attempt(member, caller, campaignStart({ contacts_to_call: 100 }), inside),
      await attempt(member, caller, campaignStart({ contacts_to_call: 0 }), inside),
      await attempt(member, caller, campaignStart({ campaign_id: 6 }), inside),
      await attempt(member, caller, campaignStart({ action_type: 'campaign_resume' }), inside),
    ];

    expect(outcomes).toEqual([
      'contact_ceiling_exceeded',
      'used',
      'used',
      'no_matching_policy',
      'no_matching_policy',
    ]);
    expect(await usedCounts(member, [id])).toEqual([2]);
  });

  test('skips a policy whose ceiling is too low', async () => {
    const member = await newOrganization();
    const [low, none] = await givenPolicies(member, [
      { ...ofCampaign, ...window, campaign_contact_count_ceiling: 99 },
      { ...ofCampaign, ...window, expires_at: later(end, 1000) },
    ]);

    expect(await attempt(member, await callerOf(member), campaignStart(), inside)).toBe('used');

    expect(await usedCounts(member, [low ?? '', none ?? ''])).toEqual([0, 1]);
  });

  test('names the obstacle of the policy that came closest', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const reasons: string[] = [];
    const near = async (options: object) => {
      await givenPolicy(member, { ...window, ...options });
      reasons.push(await attempt(member, caller, call(), inside));
    };

    await near({ target_id: 4 });
    await near({ destination_value: '+12025550199' });
    await near({ not_before: '2026-01-01T00:00:00.000Z', expires_at: begin });
    await near({ revoked_at: begin, revoked_reason: 'x' });
    await near({ max_uses: 1, used_count: 1 });
    await near({ disabled_at: begin });
    await near({ ...prefix('+1'), not_before: later(inside, 1) });
    await near({ expires_at: later(inside, 1) });

    expect(reasons).toEqual([
      'no_matching_policy',
      'destination_mismatch',
      'expired',
      'revoked',
      'exhausted',
      'disabled',
      'not_yet_valid',
      'used',
    ]);
  });

  test('requires no policy of sessions and of keys without a connector, and uses none', async () => {
    const member = await newOrganization();
    const { organization_id, user_id } = member;
    const id = await givenPolicy(member);
    const session = {
      kind: 'session',
      organization_id,
      user_id,
      session_id: 1,
      role: 'owner',
      is_super_admin: false,
      email_verified: true,
    } as const;
    const other = await newOrganization();

    expect(await attempt(member, session, call())).toBe('used');
    expect(await attempt(member, await callerOf(member, null), call())).toBe('used');
    expect(await attempt(other, await callerOf(other, null), call())).toBe('used');
    expect(await usedCounts(member, [id])).toEqual([0]);
    expect(await listed(member, id)).toBe(0);
  });

  test('uses no policy of another organization or connector', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const id = await givenPolicy(member);

    expect(await attempt(other, await callerOf(other), call())).toBe('no_matching_policy');
    expect(await attempt(member, await callerOf(member, 'dialer'), call())).toBe(
      'no_matching_policy',
    );

    expect(await usedCounts(member, [id])).toEqual([0]);
  });

  test('uses the policy that expires first, whatever its age and kind, and then the other', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const [late, first, latest] = await givenPolicies(member, [
      { ...window, max_uses: 2, expires_at: later(end, -1000) },
      { ...window, ...prefix('+1202'), max_uses: 2, expires_at: later(end, -2000) },
      { ...window, ...prefix('+1'), max_uses: 1 },
    ]);
    const ids = [late ?? '', first ?? '', latest ?? ''];
    const counts: number[][] = [];
    for (let use = 0; use < 5; use++) {
      expect(await attempt(member, caller, call(), inside)).toBe('used');
      counts.push(await usedCounts(member, ids));
    }

    expect(counts).toEqual([
      [0, 1, 0],
      [0, 2, 0],
      [1, 2, 0],
      [2, 2, 0],
      [2, 2, 1],
    ]);
    expect(await attempt(member, caller, call(), inside)).toBe('exhausted');
  });

  test('undoes a use when its action is rolled back', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member, { max_uses: 1 });
    const failing = member.server.app.db.transaction().execute(async (trx) => {
      await authorize(trx, { caller, action: call(), now: member.server.app.now() });
      throw new Error('The carrier is unknown.');
    });

    await expect(failing).rejects.toThrow('The carrier is unknown.');

    expect(await usedCounts(member, [id])).toEqual([0]);
    expect(await listed(member, id)).toBe(0);
    expect(await attempt(member, caller, call())).toBe('used');
  });

  test('lets exactly ten of a hundred concurrent calls use a policy with ten uses', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member, { max_uses: 10 });

    const outcomes = await attempts(member, await callerOf(member), 100);

    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'exhausted')).toHaveLength(90);
    expect(await usedCounts(member, [id])).toEqual([10]);
    expect(await listed(member, id)).toBe(10);
  });

  test('goes on to the next policy if one is used up concurrently, without deadlock', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const now = member.server.app.now();
    const ids = await givenPolicies(
      member,
      Array.from({ length: 6 }, (_, index) => ({
        ...(index % 2 === 0 ? prefix('+1202') : {}),
        max_uses: 1 + (index % 3),
        expires_at: later(now, 1_000_000 - index * 1000),
      })),
    );

    // Only every second policy covers the other number.
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, run) => {
        const to_number = run % 3 === 0 ? '+12025559999' : '+12025550123';
        return attempt(member, caller, call({ run_id: run + 1, to_number }));
      }),
    );

    expect(await usedCounts(member, ids)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(12);
    expect(outcomes.filter((outcome) => outcome === 'exhausted')).toHaveLength(48);
  });

  test('gives an undone use to the next waiting request', async () => {
    const member = await newOrganization();
    const caller = await callerOf(member);
    const id = await givenPolicy(member, { max_uses: 3 });

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, run) => {
        if (run % 2 === 0) return attempt(member, caller, call({ run_id: run + 1 }));
        const action = call({ run_id: run + 1 });
        const failing = member.server.app.db.transaction().execute(async (trx) => {
          await authorize(trx, { caller, action, now: member.server.app.now() });
          throw new Error('undone');
        });
        return failing.catch(() => 'undone');
      }),
    );

    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(3);
    expect(await usedCounts(member, [id])).toEqual([3]);
    expect(await listed(member, id)).toBe(3);
  });
});
