import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../src/time/retry-after.ts';

describe('retryAfterMs', () => {
  const date = 'Fri, 02 Jan 2026 03:04:05 GMT';
  const hour = 3_600_000;

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['120', 120_000],
    ['3601', hour],
    ['99999999999999999999', hour],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Fri, 02 Jan 2026 03:03:05 GMT', 0],
    ['Fri, 02 Jan 2027 03:05:05 GMT', hour],
    ['soon', undefined],
  ])('reads %s as %s', (header, expected) => {
    expect(retryAfterMs({ 'retry-after': header, date }, hour)).toBe(expected);
  });

  test('compares a date with this clock where the answer has none', () => {
    const inMinutes = new Date(Date.now() + 600_000).toUTCString();

    for (const undated of [undefined, 'today'])
      expect(retryAfterMs({ 'retry-after': inMinutes, date: undated }, hour)).toBeCloseTo(
        600_000,
        -4,
      );
  });
});
