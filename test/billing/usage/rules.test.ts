import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentilesOf, spansOf } from '../../../src/billing/usage/rules.ts';

const dayMs = 86_400_000;
const dates = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs }, (_, day) =>
    new Date(Date.parse(from) + day * dayMs).toISOString().slice(0, 10),
  );

describe('A period', () => {
  test.each([
    ['2026-01-01', '2027-01-01', 365],
    ['2026-01-02', '2026-01-31', 0],
    ['2026-01-31', '2026-02-02', 0],
    ['2026-01-02', '2026-02-01', 0],
    ['2026-01-01', '2026-02-01', 31],
    ['2024-01-31', '2024-03-02', 29],
    ['2025-12-31', '2026-12-31', 334],
    ['9999-12-02', '9999-12-31', 0],
    ['0001-01-01', '0001-02-02', 31],
  ])('from %s to %s is read day by day, but for %i days in whole months', (from, to, inMonths) => {
    const spans = spansOf({ from, to });
    const months = spans.filter(({ is_month }) => is_month);

    expect(spans.flatMap((span) => dates(span.from, span.to))).toEqual(dates(from, to));
    expect(months.flatMap((span) => dates(span.from, span.to))).toHaveLength(inMonths);
    expect(months.flatMap((span) => [span.from, span.to]).join()).toMatch(/^(\d{4}-\d\d-01,?)*$/);
  });
});

/** Pairs of a duration and a number of calls, as the database has them. */
function packed(pairs: readonly (readonly [seconds: number, calls: number])[]): Uint8Array {
  const bytes = new Uint8Array(pairs.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [place, [seconds, calls]] of pairs.entries()) {
    view.setInt32(place * 8, seconds);
    view.setInt32(place * 8 + 4, calls);
  }
  return bytes;
}

describe('Percentiles', () => {
  test('are those of the calls one by one, in whatever order their durations come', () => {
    expect.hasAssertions();
    const pairs = fc.array(
      fc.tuple(
        fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 31 - 1 })),
        fc.integer({ min: 1, max: 60 }),
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(pairs, (list) => {
        const calls = list
          .flatMap(([seconds, count]) => Array<number>(count).fill(seconds))
          .toSorted((a, b) => a - b);
        const rank = (percent: number) => calls[Math.ceil((calls.length * percent) / 100) - 1];

        expect(percentilesOf(packed(list))).toEqual({
          p50: rank(50),
          p90: rank(90),
          p99: rank(99),
        });
      }),
    );
  });

  test('of no calls are null', () => {
    expect(Object.values(percentilesOf(packed([])))).toEqual([null, null, null]);
  });

  test('are read at their place in a larger buffer', () => {
    const bytes = Buffer.concat([Buffer.alloc(3), packed([[7, 2]])]).subarray(3);

    expect(percentilesOf(bytes).p50).toBe(7);
  });
});
