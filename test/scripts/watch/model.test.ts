import { describe, expect, test } from 'vitest';
import { isFinished, isWaiting, paceOf, withProgress } from '../../../scripts/watch/model.ts';
import { campaignOf, progressOf, start } from './given.ts';

const at = (second: number): number => start + second * 1000;
/** The campaign after events at these seconds, with so many calls placed each. */
const after = (...events: readonly (readonly [number, number])[]) =>
  events
    .slice(1)
    .reduce(
      (campaign, [second, calls]) => withProgress(campaign, progressOf({ second, calls })),
      campaignOf({ second: events[0]?.[0] ?? 0, calls: events[0]?.[1] ?? 0 }),
    );

describe('The pace', () => {
  test.each([
    ['of the first seconds is not known', [[0, 7]], 4, undefined],
    [
      'is that of the time since the start',
      [
        [0, 0],
        [10, 5],
        [30, 20],
      ],
      30,
      40,
    ],
    [
      'forgets what was over a minute ago',
      [
        [0, 0],
        [30, 90],
        [60, 90],
        [90, 100],
      ],
      90,
      10,
    ],
    [
      'falls when nothing happens any longer',
      [
        [0, 0],
        [10, 30],
      ],
      40,
      45,
    ],
    [
      'is zero after a minute of silence',
      [
        [0, 0],
        [10, 30],
      ],
      120,
      0,
    ],
    [
      'is that of the whole minute after a pause',
      [
        [0, 0],
        [10, 30],
        [80, 40],
      ],
      100,
      10,
    ],
    [
      'begins with the calls that were there before',
      [
        [0, 500],
        [60, 512],
      ],
      60,
      12,
    ],
  ] as const)('%s', (_, events, second, pace) => {
    expect(paceOf(after(...events), at(second))).toBe(pace);
  });

  test('needs no more than a minute of events, however long it runs', () => {
    const events = Array.from({ length: 1000 }, (_, second) => [second, second * 2] as const);
    const campaign = after(...events);

    expect(campaign.samples.length).toBeLessThan(65);
    expect(paceOf(campaign, at(999))).toBe(120);
  });
});

test('isFinished waits for the last call', () => {
  expect(isFinished(campaignOf({ state: 'canceled', contacts: { dialing: 1 } }))).toBe(false);
  expect(isFinished(campaignOf({ state: 'canceled' }))).toBe(true);
  expect(isFinished(campaignOf({ state: 'paused' }))).toBe(false);
});

test('isWaiting is true where contacts are left and nobody is being called', () => {
  expect(isWaiting(campaignOf({ contacts: { pending: 3 } }))).toBe(true);
  expect(isWaiting(campaignOf({ contacts: { pending: 3, dialing: 1 } }))).toBe(false);
  expect(isWaiting(campaignOf({ contacts: { done: 3 } }))).toBe(false);
  expect(isWaiting(campaignOf({ state: 'paused', contacts: { waiting: 3 } }))).toBe(false);
});
