import { describe, expect, test } from 'vitest';
import { wrongActs } from '../../scripts/chaos/acts.ts';
import type { Acts, Transfer } from '../../scripts/chaos/history.ts';

const transfer: Transfer = {
  id: 7,
  kind: 'cold',
  status: 'bridged',
  failure: null,
  destination: 'reception',
  ended_early: false,
};
const failed = { ...transfer, status: 'failed', failure: 'busy', destination: 'sales' };
const requested = { organization_id: 1, key: 'k-1', transfer_id: 7 };
const rung = { transfer_id: 7, isAnswered: true };
const execution = { id: 3, call_id: 'c-1', status: 'succeeded' };
const answer = { call_id: 'c-1', execution_id: 3, status: 'succeeded' };

/** A call that was transferred, and whose agent called a tool. */
const kept: Acts = {
  requested: [requested, requested],
  transfers: [transfer],
  agents: {
    handoffs: [],
    connections: [],
    uses: [],
    removals: [],
    ends: new Map(),
    reliable: { from: 0, until: Infinity, slackMs: 0 },
    lateMs: 0,
  },
  rung: [rung],
  toolAnswers: [answer, answer],
  executions: [execution],
  writes: new Map([['c-1', 1]]),
};

/** The kinds of violations in what is like the acts that kept every promise otherwise. */
const kindsOf = (change: Partial<Acts>): string[] =>
  wrongActs({ ...kept, ...change }).map(({ kind }) => kind);

describe('what chaos does in calls', () => {
  test.each<[string, Partial<Acts>]>([
    ['a transfer and a call of a tool', {}],
    ['a busy destination', { transfers: [failed] }],
    ['a transfer that was not sent', { transfers: [{ ...failed, failure: 'too_late' }], rung: [] }],
    ['a canceled transfer', { transfers: [{ ...transfer, status: 'canceled' }], rung: [] }],
    [
      'a write of which nobody knows',
      {
        toolAnswers: [{ ...answer, status: 'unknown' }],
        executions: [{ ...execution, status: 'unknown' }],
        writes: new Map(),
      },
    ],
  ])('has no violation with %s', (_what, change) => {
    expect(kindsOf(change)).toEqual([]);
  });

  test.each<[string, string, Partial<Acts>]>([
    ['a transfer that was sent twice', 'rung_twice', { rung: [rung, rung] }],
    [
      'one key with two transfers',
      'rung_twice',
      {
        requested: [requested, { ...requested, transfer_id: 8 }],
        transfers: [transfer, { ...transfer, id: 8 }],
        rung: [rung, { ...rung, transfer_id: 8 }],
      },
    ],
    ['an accepted transfer that is gone', 'forgotten', { transfers: [] }],
    [
      'a transfer that has not ended',
      'forgotten',
      { transfers: [{ ...transfer, status: 'ringing' }] },
    ],
    ['a connection that the network never heard of', 'transfer', { rung: [] }],
    ['a connection with nobody', 'transfer', { rung: [{ ...rung, isAnswered: false }] }],
    [
      'a transfer that was sent and says that nothing was',
      'transfer',
      { transfers: [{ ...failed, failure: 'do_not_call' }] },
    ],
    [
      'a person who was lost to a busy destination',
      'transfer',
      { transfers: [{ ...failed, ended_early: true }] },
    ],
    ['a write that was sent twice', 'written_twice', { writes: new Map([['c-1', 2]]) }],
    [
      'one call with two executions',
      'tool',
      { toolAnswers: [answer, { ...answer, execution_id: 4 }] },
    ],
    [
      'one call with two answers',
      'tool',
      { toolAnswers: [answer, { ...answer, status: 'unknown' }] },
    ],
    ['a success that was never sent', 'tool', { writes: new Map() }],
    [
      'a call that is sending for good',
      'forgotten',
      { executions: [{ ...execution, status: 'sending' }] },
    ],
  ])('shows %s', (_what, kind, change) => {
    expect(kindsOf(change)).toEqual([kind]);
  });
});
