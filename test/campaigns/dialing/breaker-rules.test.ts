import { expect, test } from 'vitest';
import { countedSince, maxCallsThatTrip, trips } from '../../../src/campaigns/dialing/breaker.ts';
import { defaultCircuitBreaker } from '../../../src/campaigns/rules.ts';

const breaker = (options: object = {}) => ({ ...defaultCircuitBreaker, ...options });

test.each([
  [3, 5, {}, true],
  [5, 10, {}, true],
  [4, 4, {}, false],
  [2, 5, {}, false],
  [4, 9, {}, false],
  [0, 100, {}, false],
  [0, 1, { min_calls_in_window: 1, failure_threshold: 0.01 }, false],
  [1, 1, { min_calls_in_window: 1, failure_threshold: 1 }, true],
  [9, 10, { failure_threshold: 1 }, false],
  [10, 10, { failure_threshold: 1 }, true],
  [10, 10, { enabled: false }, false],
])('%i failures of %i calls, with %j, trip: %s', (failures, total, options, expected) => {
  expect(trips(breaker(options), { failures, total })).toBe(expected);
});

test.each([
  [{}, '2026-01-05T09:00:00.000Z', '2026-01-05T09:58:00.000Z'],
  [{}, '2026-01-05T09:59:00.000Z', '2026-01-05T09:59:00.000Z'],
  [{ window_seconds: 3600 }, '2026-01-05T08:59:59.999Z', '2026-01-05T09:00:00.000Z'],
])('With %j and running since %s outcomes count since %s', (options, running, since) => {
  expect(countedSince(breaker(options), running, '2026-01-05T10:00:00.000Z')).toBe(since);
});

test.each([1e-20, Number.MIN_VALUE, 0, -0.5, Number.NaN, 1e300])(
  'Counting ends whatever the stored threshold is: %d',
  (failure_threshold) => {
    const limit = maxCallsThatTrip(breaker({ failure_threshold }), 3);

    expect(Number.isSafeInteger(limit) && limit >= 0).toBe(true);
  },
);

test('Counting up to the needed maximum never changes whether the breaker trips', () => {
  const thresholds = Array.from({ length: 100 }, (_, index) => (index + 1) / 100);

  for (const failure_threshold of thresholds) {
    const each = breaker({ failure_threshold, min_calls_in_window: 1 });
    for (let failures = 1; failures <= 20; failures++) {
      const limit = maxCallsThatTrip(each, failures);
      // Counting never exceeds the limit by more than one, however many there are.
      expect(trips(each, { failures, total: limit + 1 })).toBe(false);
      for (let total = limit + 1; total < limit + 5; total++)
        expect(trips(each, { failures, total })).toBe(false);
    }
  }
});
