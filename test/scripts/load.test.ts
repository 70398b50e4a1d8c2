import { describe, expect, test } from 'vitest';
import { groupOf, isRefusalOnly, mixOf, needsOwnSubject } from '../../scripts/bench/load/mix.ts';
import { createTally, quantile, tableOf } from '../../scripts/bench/load/tally.ts';
import { operations } from '../../scripts/conformance/contract.ts';

describe('The mix of requests', () => {
  const mix = mixOf(operations);
  const picked = Array.from({ length: 200_000 }, (_, index) => mix.pick(index / 200_000));
  const shareOf = (group: string): number =>
    picked.filter((operation) => groupOf(operation) === group).length / picked.length;

  test('has every operation of the contract', () => {
    expect(new Set(picked.map(({ id }) => id))).toEqual(new Set(operations.map(({ id }) => id)));
  });

  test('mostly reads', () => {
    expect(shareOf('get') + shareOf('list')).toBeCloseTo(0.8, 2);
    expect(shareOf('log-in')).toBeCloseTo(0.005, 3);
  });

  test('gives operations that use their subject up a new one each time', () => {
    const named = (id: string) => ({ id });

    expect(['deleteStory', 'cancelCampaign', 'hangUpRun'].map(named).every(needsOwnSubject)).toBe(
      true,
    );
    expect(['getRun', 'removeDoNotCallNumbers'].map(named).some(needsOwnSubject)).toBe(false);
  });

  test('never succeeds in what concerns everybody on the server', () => {
    expect(isRefusalOnly({ id: 'migrateModels' })).toBe(true);
    expect(isRefusalOnly({ id: 'getRun' })).toBe(false);
  });
});

describe('The times of requests', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  test.each([
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 0.999, 100],
    [[7], 0.5, 7],
  ])('of %j have the quantile %d at %d', (list, share, expected) => {
    expect(quantile(list, share)).toBe(expected);
  });

  test('are shown for all requests, each group and each operation, slowest first', () => {
    const tally = createTally();
    for (const ms of [2, 1, 300]) tally.note({ id: 'getRun', method: 'GET', status: 200, ms });
    tally.note({ id: 'createStory', method: 'POST', status: 503, ms: 400 });

    expect(tally.overall()).toEqual({
      name: 'all',
      count: 4,
      p50: 2,
      p99: 400,
      p999: 400,
      maxMs: 400,
    });
    expect(tally.byGroup().map(({ name, count }) => [name, count])).toEqual([
      ['create', 1],
      ['get', 3],
    ]);
    expect(tally.statuses.get(503)).toBe(1);
    expect(tableOf(tally.byOperation())).toContain('| getRun | 3 | 2.0 | 300 | 300 | 300 |');
  });
});
