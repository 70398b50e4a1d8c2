import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../src/time/retry-after.ts';

describe('retryAfterMs', () => {
  const clock = Date.parse('2026-01-02T03:04:05Z');
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
    expect(retryAfterMs(header, clock, hour)).toBe(expected);
  });
});
