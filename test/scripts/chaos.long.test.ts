import { describe, expect, test } from 'vitest';
import { unknownByCause } from '../../scripts/chaos/endings.ts';
import type { Contact, History, PlacedCall, ReceivedEvent } from '../../scripts/chaos/history.ts';
import { violationsOf } from '../../scripts/chaos/rules.ts';

const at = Date.UTC(2026, 0, 5, 12);
const [organization_id, campaign_id, configuration_id] = [1, 2, 3];
const phone_number = '+12025550100';

/** An answered call of the campaign's contact. */
const call: PlacedCall = {
  run_id: 10,
  organization_id,
  configuration_id,
  campaign_id,
  to_number: phone_number,
  placed_at: at,
  ends_at: at + 15_000,
  accepted: true,
};
const contact: Contact = {
  campaign_id,
  organization_id,
  phone_number,
  state: 'done',
  skip_reason: null,
  outcome: 'completed',
  attempts: 1,
};
const run = { id: 10, state: 'completed', outcome: 'completed', failure: null };
const ended: ReceivedEvent = { id: 'e-1', event: 'call_ended', run_id: 10 };
const analyzed: ReceivedEvent = { id: 'e-2', event: 'call_analyzed', run_id: 10 };

/** A campaign that called its one contact, and kept every promise. */
const kept: History = {
  calls: [call],
  forbidden: [],
  limits: [],
  rates: [],
  policies: [],
  contacts: [contact],
  campaigns: [{ id: campaign_id, state: 'completed' }],
  runs: [run],
  events: [ended, analyzed],
  requests: [],
  serverErrors: [],
  clock_set_at: Infinity,
};

/** The kinds of violations in a history that is like the one that kept every promise otherwise. */
const kindsOf = (change: Partial<History>): string[] =>
  violationsOf({ ...kept, ...change }).map(({ kind }) => kind);

/** A single call of its own run, to a number of its own, and what belongs to it. */
const single = (index: number, placed_at: number): PlacedCall => ({
  ...call,
  run_id: 100 + index,
  campaign_id: null,
  to_number: `+13125550${100 + index}`,
  placed_at,
  ends_at: placed_at + 15_000,
});
const withSingles = (...calls: readonly PlacedCall[]): Partial<History> => ({
  calls: [call, ...calls],
  runs: [run, ...calls.map(({ run_id }) => ({ ...run, id: run_id }))],
  events: [
    ended,
    analyzed,
    ...calls.flatMap(({ run_id }) => [
      { ...ended, run_id, id: `e-${run_id}` },
      { ...analyzed, run_id, id: `a-${run_id}` },
    ]),
  ],
});

describe('the history of chaos', () => {
  test('has no violation if every promise was kept', () => {
    expect(violationsOf(kept)).toEqual([]);
  });

  const ofCampaign = { organization_id, campaign_id };
  const ofNumber = { organization_id, prefix: phone_number };
  const ofPrefix = { organization_id, prefix: '+1202' };

  test.each([
    ['a pause', { by: 'pause', ...ofCampaign }],
    ['a cancel', { by: 'cancel', ...ofCampaign }],
    ['the revocation of an approval', { by: 'revoke', ...ofPrefix }],
    ['a do-not-call entry', { by: 'do_not_call', ...ofNumber }],
  ] as const)('shows a call after the response to %s', (_what, rule) => {
    expect(kindsOf({ forbidden: [{ ...rule, answered_at: at - 1 }] })).toEqual([
      'call_while_forbidden',
    ]);
    expect(kindsOf({ forbidden: [{ ...rule, answered_at: at + 1 }] })).toEqual([]);
    expect(
      kindsOf({ forbidden: [{ ...rule, answered_at: at - 100, allowed_at: at - 50 }] }),
    ).toEqual([]);
    expect(
      kindsOf({ forbidden: [{ ...rule, answered_at: at - 100, allowed_at: at + 50 }] }),
    ).toEqual(['call_while_forbidden']);
  });

  test.each([
    ['another organization', { ...ofNumber, organization_id: 9 }],
    ['another campaign', { organization_id, campaign_id: 9 }],
    ['another number', { organization_id, prefix: '+1303' }],
  ])('lets %s be called', (_whose, rule) => {
    expect(kindsOf({ forbidden: [{ by: 'pause', ...rule, answered_at: at - 1 }] })).toEqual([]);
  });

  test.each([
    ['an organization', { organization_id, calls: 1 }, { campaign_id: null }],
    ['a campaign', { organization_id, campaign_id, calls: 1 }, { campaign_id }],
  ])('shows more calls in progress than the limit of %s', (_whose, limit, whose) => {
    const second = { ...single(1, at + 14_999), ...whose };

    const above = kindsOf({ ...withSingles(second), limits: [limit] });
    const afterwards = kindsOf({
      ...withSingles({ ...second, placed_at: at + 15_000, ends_at: at + 16_000 }),
      limits: [limit],
    });

    expect(above).toEqual(['above_concurrency']);
    expect(afterwards).toEqual([]);
  });

  test('counts no call that the network refused, and none after the clock was set', () => {
    const limits = [{ organization_id, calls: 1 }];

    expect(kindsOf({ ...withSingles({ ...single(1, at + 1), accepted: false }), limits })).toEqual(
      [],
    );
    expect(kindsOf({ ...withSingles(single(1, at + 10)), limits, clock_set_at: at + 5 })).toEqual(
      [],
    );
  });

  test('shows more calls in a second than the rate, also across full seconds', () => {
    const rates = [{ configuration_id, calls_per_second: 2 }];

    expect(kindsOf({ ...withSingles(single(1, at + 500), single(2, at + 690)), rates })).toEqual([
      'above_rate',
    ]);
    expect(kindsOf({ ...withSingles(single(1, at + 500), single(2, at + 700)), rates })).toEqual(
      [],
    );
  });

  test('shows more calls than the uses of a policy', () => {
    const calls = withSingles(single(1, at + 1), single(2, at + 2));
    const policy = { organization_id, prefix: '+1312' };

    expect(kindsOf({ ...calls, policies: [{ ...policy, max_uses: 1 }] })).toEqual(['above_uses']);
    expect(kindsOf({ ...calls, policies: [{ ...policy, max_uses: 2 }] })).toEqual([]);
  });

  test('shows an attempt that was placed twice', () => {
    const twice = [call, { ...call, placed_at: at + 60_000, ends_at: at + 75_000 }];

    expect(kindsOf({ calls: twice })).toContain('called_twice');
    expect(kindsOf({ calls: twice, contacts: [{ ...contact, attempts: 2 }] })).toContain(
      'called_twice',
    );
  });

  test('shows a person who was called again without an attempt', () => {
    const again = { ...single(1, at + 60_000), campaign_id, to_number: phone_number };

    expect(kindsOf(withSingles(again))).toEqual(['called_twice']);
    expect(kindsOf({ ...withSingles(again), contacts: [{ ...contact, attempts: 2 }] })).toEqual([]);
  });

  test('shows an accepted call whose attempt was given back', () => {
    expect(kindsOf({ calls: [call, single(1, at)] })).toEqual(['called_twice']);
    expect(kindsOf({ calls: [call, { ...single(1, at), accepted: false }] })).toEqual([]);
  });

  test('shows an Idempotency-Key with two runs, and two keys with one run', () => {
    const calls = withSingles(single(1, at), single(2, at));
    const request = { organization_id, key: 'k-1', run_id: 101 };

    expect(kindsOf({ ...calls, requests: [request, request] })).toEqual([]);
    expect(kindsOf({ ...calls, requests: [request, { ...request, run_id: 102 }] })).toEqual([
      'key_not_one_run',
    ]);
    expect(kindsOf({ ...calls, requests: [request, { ...request, key: 'k-2' }] })).toEqual([
      'key_not_one_run',
    ]);
  });

  test.each<[string, Partial<History>]>([
    ['a campaign that runs', { campaigns: [{ id: campaign_id, state: 'running' }] }],
    ['a campaign that is paused', { campaigns: [{ id: campaign_id, state: 'paused' }] }],
    ['a contact that waits', { contacts: [{ ...contact, state: 'waiting', outcome: null }] }],
    ['a contact that is done and was not called', { calls: [] }],
    [
      'a contact that was skipped without a reason',
      { contacts: [{ ...contact, state: 'skipped', outcome: null }] },
    ],
    [
      'a contact that was skipped as canceled in a campaign that was not',
      { contacts: [{ ...contact, state: 'skipped', outcome: null, skip_reason: 'canceled' }] },
    ],
    [
      'a contact that was skipped as listed and was not',
      { contacts: [{ ...contact, state: 'skipped', outcome: null, skip_reason: 'do_not_call' }] },
    ],
    ['a single call that is gone', { requests: [{ organization_id, key: 'k-1', run_id: 11 }] }],
    ['a call that has not ended', { runs: [{ ...run, state: 'running', outcome: null }] }],
  ])('shows %s as forgotten', (_what, change) => {
    expect(kindsOf(change)).toEqual(['forgotten']);
  });

  test.each<[string, string, Partial<History>]>([
    ['canceled', 'canceled', { campaigns: [{ id: campaign_id, state: 'canceled' }] }],
    [
      'on the do-not-call list',
      'do_not_call',
      { forbidden: [{ by: 'do_not_call', ...ofNumber, answered_at: at - 1 }] },
    ],
  ])('takes a skipped contact that is %s as settled', (_what, skip_reason, change) => {
    const contacts = [{ ...contact, state: 'skipped', outcome: null, skip_reason, attempts: 0 }];

    expect(kindsOf({ ...change, contacts, calls: [], runs: [], events: [] })).toEqual([]);
  });

  test.each<[string, Partial<History>]>([
    ['no call_ended', { events: [analyzed] }],
    ['no call_analyzed', { events: [ended] }],
    ['two call_ended', { events: [ended, analyzed, { ...ended, id: 'e-3' }] }],
    ['another event', { events: [ended, analyzed, { ...ended, event: 'call_begun' }] }],
    ['events of no run', { events: [ended, analyzed, { ...ended, run_id: 99 }] }],
  ])('shows %s', (_what, change) => {
    expect(kindsOf(change)).toEqual(['events']);
  });

  test('takes an event that was delivered twice under one id as one', () => {
    expect(kindsOf({ events: [ended, ended, analyzed] })).toEqual([]);
  });

  test('shows an answer that no client should get', () => {
    const serverErrors = [{ at, request: 'GET /campaign/1', status: 500, body: '{}' }];

    expect(kindsOf({ serverErrors })).toEqual(['server_error']);
  });

  test('counts unknown calls by their cause', () => {
    const unknown = { ...run, outcome: 'unknown', failure: 'timed_out' };
    const runs = [run, unknown, unknown, { ...unknown, failure: 'no_callback' }];

    expect(unknownByCause({ ...kept, runs })).toEqual({ timed_out: 2, no_callback: 1 });
  });
});
