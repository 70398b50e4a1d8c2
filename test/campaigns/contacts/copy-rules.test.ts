import { describe, expect, test } from 'vitest';
import { rowsAtOnce } from '../../../src/campaigns/contacts/copying.ts';

describe('A step copies', () => {
  test.each([
    { what: 'as many as it may', bytes: 100_000, rows: 5000 },
    { what: 'fewer of large contexts', bytes: 1000 * 65_536, rows: 128 },
    { what: 'one at least', bytes: 1000 * 16_777_216, rows: 1 },
    { what: 'as many as it may of a source whose size is unknown', bytes: 0, rows: 5000 },
  ])('$what', ({ bytes, rows }) => {
    expect(rowsAtOnce({ total_rows: 1000, bytes }, 5000)).toBe(rows);
  });
});
