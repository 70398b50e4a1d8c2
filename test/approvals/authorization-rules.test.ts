import { describe, expect, test } from 'vitest';
import {
  coveringValues,
  type PolicyOrRequest,
  refusalReason,
} from '../../src/approvals/authorization-rules.ts';

const now = '2026-03-01T12:00:00.000Z';
const usable: PolicyOrRequest = {
  revoked_at: null,
  disabled_at: null,
  approved_at: '2026-01-01T00:00:00.000Z',
  declined_at: null,
  not_before: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-04-01T00:00:00.000Z',
  used_count: 3,
  max_uses: 10,
  campaign_contact_count_ceiling: 99,
};
const over = { expires_at: '2026-02-01T00:00:00.000Z' };
const tooLarge = { ...usable };
const early = { ...usable, not_before: '2026-03-15T00:00:00.000Z' };
const disabled = { ...usable, disabled_at: now };
const exhausted = { ...usable, used_count: 10 };
const revoked = { ...usable, revoked_at: now };
const requested = { ...usable, approved_at: null };
const declined = { ...requested, declined_at: now };
const expired = { ...usable, ...over };

const reasonOf = (covering: PolicyOrRequest[], targetNamed = true) =>
  refusalReason({ covering, targetNamed, contacts: 100, now });

describe('refusalReason', () => {
  test('distinguishes an unknown target from a destination that is not covered', () => {
    expect(reasonOf([], false)).toBe('no_matching_policy');
    expect(reasonOf([], true)).toBe('destination_mismatch');
  });

  test.each([
    ['contact_ceiling_exceeded', tooLarge],
    ['not_yet_valid', early],
    ['request_pending', requested],
    ['disabled', disabled],
    ['exhausted', exhausted],
    ['revoked', revoked],
    ['request_declined', declined],
    ['expired', expired],
  ])('returns %s for a policy with only that obstacle', (reason, policy) => {
    expect(reasonOf([policy])).toBe(reason);
  });

  test.each([
    ['revoked', { ...revoked, ...exhausted, ...disabled, revoked_at: now, ...over }],
    ['request_declined', { ...declined, ...over }],
    ['request_pending', { ...requested, not_before: early.not_before }],
    ['exhausted', { ...exhausted, disabled_at: now, ...over }],
    ['expired', { ...disabled, ...over }],
    ['disabled', { ...disabled, not_before: early.not_before }],
    ['not_yet_valid', early],
  ])('returns %s for a policy with several obstacles, matching its status', (reason, policy) => {
    expect(reasonOf([policy])).toBe(reason);
  });

  test.each([
    ['contact_ceiling_exceeded', [expired, revoked, exhausted, disabled, early, tooLarge]],
    ['not_yet_valid', [early, requested, disabled, exhausted, revoked, expired]],
    ['request_pending', [expired, declined, revoked, disabled, requested]],
    ['disabled', [expired, revoked, exhausted, disabled]],
    ['exhausted', [exhausted, revoked, expired]],
    ['revoked', [expired, declined, revoked]],
    ['request_declined', [expired, declined]],
  ])('returns %s as the obstacle closest to allowing the action', (reason, policies) => {
    expect(reasonOf(policies)).toBe(reason);
    expect(reasonOf(policies.toReversed())).toBe(reason);
  });

  test.each([
    ['revoked', [{ ...exhausted, ...over }, revoked]],
    ['exhausted', [{ ...exhausted, ...over }, expired]],
    ['not_yet_valid', [{ ...exhausted, ...over }, early]],
  ])('returns %s, because expired policies count only without others', (reason, policies) => {
    expect(reasonOf(policies)).toBe(reason);
  });

  test('treats a policy as expired at exactly expires_at', () => {
    expect(reasonOf([{ ...usable, expires_at: now }])).toBe('expired');
  });

  test('returns no_matching_policy if a usable policy appeared in the meantime', () => {
    expect(reasonOf([{ ...usable, campaign_contact_count_ceiling: 100 }])).toBe(
      'no_matching_policy',
    );
    expect(reasonOf([{ ...usable, campaign_contact_count_ceiling: null }, revoked])).toBe(
      'revoked',
    );
  });
});

describe('coveringValues', () => {
  test('are a number and each of its prefixes', () => {
    const action = {
      action_type: 'call_initiate',
      workflow_id: 3,
      to_number: '+12025550',
      run_id: 1,
    } as const;

    expect(coveringValues(action)).toEqual([
      '+1',
      '+12',
      '+120',
      '+1202',
      '+12025',
      '+120255',
      '+1202555',
      '+12025550',
    ]);
  });

  test("are a campaign's id", () => {
    const action = {
      action_type: 'campaign_resume',
      campaign_id: 9_007_199_254_740_991,
      contacts_to_call: 1,
    } as const;

    expect(coveringValues(action)).toEqual(['9007199254740991']);
  });
});
