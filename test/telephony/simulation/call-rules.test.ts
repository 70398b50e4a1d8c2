import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import {
  endOfHungUpCall,
  isEnd,
  type Plan,
  planOf,
  reportsRinging,
  stateOf,
} from '../../../src/telephony/simulation/call-rules.ts';

const accepted = { answer: 'accepted', acceptAfterMs: 0 } as const;
const answered = { ...accepted, callbacks: ['answered', 'completed'] } as const;
const busy = { ...accepted, callbacks: ['busy'] } as const;

/** The first and last ending of each band, and how the network treats such a number. */
const bands: readonly (readonly [number, number, Plan])[] = [
  [0, 39, answered],
  [40, 49, busy],
  [50, 59, { ...accepted, callbacks: ['no_answer'] }],
  [60, 69, { ...accepted, callbacks: ['answered', 'machine_detected', 'completed'] }],
  [70, 74, { ...accepted, callbacks: ['failed'] }],
  [75, 79, { answer: 'refused', acceptAfterMs: 0, callbacks: [] }],
  [80, 84, busy],
  [85, 89, { ...answered, consent: true }],
  [90, 94, { ...answered, consent: false }],
  [95, 95, { ...accepted, callbacks: ['answered', 'answered', 'completed', 'completed'] }],
  [96, 96, { ...accepted, callbacks: ['completed', 'answered'] }],
  [97, 97, { ...accepted, callbacks: [] }],
  [98, 98, { ...answered, acceptAfterMs: 5000 }],
  [99, 99, { answer: 'connection_error', acceptAfterMs: 0, callbacks: [] }],
];
const table = bands.flatMap(([first, last, plan]) =>
  Array.from({ length: last - first + 1 }, (_, index) => [first + index, plan] as const),
);

describe('The simulated network', () => {
  test('has a plan for every number', () => {
    expect(table.map(([digits]) => digits)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  test.each(table)('treats numbers that end in %i as its table says', (digits, plan) => {
    expect(planOf(`+120255501${String(digits).padStart(2, '0')}`, 0)).toEqual(plan);
  });

  test.each(table.filter(([digits]) => digits < 80 || digits > 84))(
    'treats %i the same however often it is called',
    (digits, plan) => {
      const number = `+120255501${String(digits).padStart(2, '0')}`;

      expect([1, 2, 3].map((earlierCalls) => planOf(number, earlierCalls))).toEqual([
        plan,
        plan,
        plan,
      ]);
    },
  );

  test.each([80, 81, 82, 83, 84])('is busy twice at %i and then answers, repeatedly', (digits) => {
    const plans = [0, 1, 2, 3, 4, 5].map((earlierCalls) =>
      planOf(`+120255501${digits}`, earlierCalls),
    );

    expect(plans).toEqual([busy, busy, answered, busy, busy, answered]);
  });

  test.each([
    ['answered', false],
    ['completed', true],
    ['busy', true],
    ['machine_detected', false],
  ] as const)('considers %s the end of a call: %j', (callback, is) => {
    expect(isEnd(callback)).toBe(is);
  });
});

describe('The state of a call on the simulated network', () => {
  const placed_at = '2026-01-02T03:04:05.678Z';
  const stateAfter = (digits: string, ms: number, hungUpAfter?: number) =>
    stateOf(planOf(`+120255501${digits}`, 0), {
      id: 'one',
      placed_at,
      pace: { ring_ms: 50, talk_ms: 200 },
      now: later(placed_at, ms),
      hung_up_at: hungUpAfter === undefined ? null : later(placed_at, hungUpAfter),
    });
  const known = { carrier_call_id: 'one' };

  test.each([
    ['00', 49, 'canceled'],
    ['00', 50, 'completed'],
    ['40', 49, 'canceled'],
  ] as const)(
    'that ends in %s and was hung up after %d ms is %s',
    (digits, hungUpAfter, status) => {
      expect(stateAfter(digits, 1000, hungUpAfter)).toMatchObject({
        kind: 'ended',
        status,
        at: later(placed_at, hungUpAfter),
      });
    },
  );

  test('is not changed by hanging up after its end, or without callbacks', () => {
    expect(stateAfter('40', 1000, 60)).toMatchObject({ kind: 'ended', status: 'busy' });
    expect(stateAfter('97', 1000, 60)).toMatchObject({ kind: 'silent' });
  });

  test.each([
    ['00', 0, { kind: 'in_progress', status: 'ringing', ...known }],
    ['00', 49, { kind: 'in_progress', status: 'ringing', ...known }],
    ['00', 50, { kind: 'in_progress', status: 'answered', ...known }],
    ['00', 249, { kind: 'in_progress', status: 'answered', ...known }],
    ['00', 250, { kind: 'ended', status: 'completed', at: later(placed_at, 250), ...known }],
    ['40', 50, { kind: 'ended', status: 'busy', at: later(placed_at, 50), ...known }],
    ['50', 50, { kind: 'ended', status: 'no_answer', at: later(placed_at, 50), ...known }],
    ['60', 100, { kind: 'in_progress', status: 'answered', answered_by: 'machine', ...known }],
    [
      '60',
      250,
      {
        kind: 'ended',
        status: 'completed',
        answered_by: 'machine',
        at: later(placed_at, 250),
        ...known,
      },
    ],
    ['70', 50, { kind: 'ended', status: 'failed', at: later(placed_at, 50), ...known }],
    ['75', 50, { kind: 'never_placed' }],
    ['96', 250, { kind: 'ended', status: 'completed', at: later(placed_at, 250), ...known }],
    ['97', 86_400_000, { kind: 'silent', detail: expect.any(String) }],
    ['98', 5049, { kind: 'in_progress', status: 'ringing', ...known }],
    ['99', 50, { kind: 'never_placed' }],
  ])('to …%s after %i ms is %j', (digits, ms, expected) => {
    expect(stateAfter(digits, ms)).toEqual(expected);
  });
});

describe('endOfHungUpCall', () => {
  const placed_at = '2026-01-02T03:04:05.678Z';

  test.each([
    ['85', 49, { status: 'canceled' }],
    ['85', 50, { status: 'completed', consent: true }],
    ['90', 249, { status: 'completed', consent: false }],
    ['00', 50, { status: 'completed' }],
    // It had ended before.
    ['85', 250, undefined],
    ['40', 50, undefined],
    // It never calls back.
    ['97', 60, undefined],
  ])('of a call to …%s that was hung up after %d ms is %j', (digits, ms, report) => {
    const call = {
      id: 'one',
      placed_at,
      pace: { ring_ms: 50, talk_ms: 200 },
      hung_up_at: later(placed_at, ms),
    };

    expect(endOfHungUpCall(planOf(`+120255501${digits}`, 0), call)).toEqual(report);
  });
});

describe('reportsRinging', () => {
  test.each([
    ['00', 100, true],
    ['40', 60_000, true],
    ['00', 99, false],
    // It never calls back.
    ['97', 5000, false],
    ['75', 5000, false],
  ])('of a call to …%s that rings for %i ms is %j', (digits, ring_ms, reports) => {
    const plan = planOf(`+120255501${digits}`, 0);

    expect(reportsRinging(plan, { ring_ms, talk_ms: 0 })).toBe(reports);
  });
});
