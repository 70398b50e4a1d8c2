import { describe, expect, test } from 'vitest';
import { wrongAgents } from '../../scripts/chaos/agents.ts';
import type { Agents, Handoff } from '../../scripts/chaos/history.ts';

const [front, billing] = [3, 4];
const handoff: Handoff = {
  id: 7,
  run_id: 1,
  workflow_id: front,
  to_workflow_id: billing,
  sent_at: 10_000,
  bridged_at: 11_000,
  recalls: 0,
};
const failed = { ...handoff, bridged_at: null };
const first = { run_id: 1, at: 1000, agent: 0, workflow_id: front };
const next = { run_id: 1, at: 10_500, agent: 7, workflow_id: billing };
const back = { ...first, at: 40_000 };
const ofFirst = { run_id: 1, agent: 0, sent_at: 12_000, answered_at: 12_010 };
const ofNext = { ...ofFirst, agent: 7 };
const removal = { workflow_id: front, to_workflow_id: billing, answered_at: 9000 };

/** A call that went on with another agent. */
const kept: Agents = {
  handoffs: [handoff],
  connections: [first, next],
  uses: [
    { ...ofFirst, is_held: false },
    { ...ofNext, is_held: true, workflow_id: billing },
  ],
  removals: [],
  ends: new Map([[1, 100_000]]),
  reliable: { from: 0, until: Infinity, slackMs: 0 },
  lateMs: 0,
};

const evidenceOf = (change: Partial<Agents>): string[] =>
  wrongAgents({ ...kept, ...change }).map(({ evidence }) => evidence);

describe('what chaos sees of agents', () => {
  test.each<[string, Partial<Agents>]>([
    ['a handoff', {}],
    ['a handoff that failed', { handoffs: [failed], connections: [first, next, back], uses: [] }],
    ['a call that ended first', { handoffs: [failed], uses: [], ends: new Map([[1, 50_000]]) }],
    ['a carrier that took no call back', { handoffs: [{ ...failed, recalls: 5 }], uses: [] }],
    [
      'a call that was without its agent while everything failed',
      { handoffs: [failed], uses: [], reliable: { from: 60_000, until: 90_000, slackMs: 0 } },
    ],
    [
      'somebody else whom the person talks with',
      {
        handoffs: [failed],
        connections: [first, { run_id: 1, at: 10_500, agent: undefined }],
        uses: [],
      },
    ],
    [
      'a token that was used while the run got another agent',
      {
        uses: [
          { ...ofFirst, sent_at: 10_900, answered_at: 11_100, is_held: true },
          { ...ofNext, sent_at: 10_900, answered_at: 11_100, is_held: false },
        ],
      },
    ],
    ['a process that learned of it late', { uses: [{ ...ofFirst, is_held: true }], lateMs: 1000 }],
    ['a destination that was removed later', { removals: [{ ...removal, answered_at: 10_001 }] }],
    ['one that was named again', { removals: [{ ...removal, allowed_at: 9500 }] }],
    ['one that another workflow names', { removals: [{ ...removal, workflow_id: billing }] }],
  ])('is right with %s', (_what, change) => {
    expect(evidenceOf(change)).toEqual([]);
  });

  test.each<[string, RegExp, Partial<Agents>]>([
    [
      'a call that is not given back',
      /run 1 was without its agent for 89500 ms/,
      { handoffs: [failed], uses: [] },
    ],
    [
      'a call without any agent',
      /run 1 was without its agent for 90000 ms/,
      {
        handoffs: [failed],
        connections: [first, { run_id: 1, at: 10_000, agent: null }],
        uses: [],
      },
    ],
    [
      'a call that is given back although the next agent has it',
      /run 1 was without its agent for 60000 ms/,
      { connections: [first, next, back] },
    ],
    [
      'a call that is given back too late',
      /run 1 was without its agent for 44500 ms/,
      { handoffs: [failed], connections: [first, next, { ...back, at: 55_000 }], uses: [] },
    ],
    [
      'a token of the former agent that is taken',
      /agent 0 of run 1 .* was taken, and 7 had the run/,
      { uses: [{ ...ofFirst, is_held: true }] },
    ],
    [
      'a token of the agent that is refused',
      /agent 7 of run 1 .* was refused, and it had the run/,
      { uses: [{ ...ofNext, is_held: false }] },
    ],
    [
      'a token of a failed handoff that is taken',
      /agent 7 of run 1 .* was taken, and 0 had the run/,
      { handoffs: [failed], connections: [first], uses: [{ ...ofNext, is_held: true }] },
    ],
    [
      'a session with another workflow',
      /showed workflow 3, and not 4/,
      { uses: [{ ...ofNext, is_held: true, workflow_id: front }] },
    ],
    [
      'an agent of another workflow',
      /brought to workflow 3 for agent 7 of 4/,
      { connections: [first, { ...next, workflow_id: front }] },
    ],
    [
      'a destination that was removed',
      /handoff 7 of run 1 was sent 1000 ms after its destination was removed/,
      { removals: [removal] },
    ],
  ])('shows %s', (_what, evidence, change) => {
    expect(evidenceOf(change)).toEqual([expect.stringMatching(evidence)]);
  });
});
