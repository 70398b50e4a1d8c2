import { describe, expect, test } from 'vitest';
import { etagOf, ifMatchAllows, namesEtag } from '../../src/http/etag.ts';

const row = { id: 7, revision: 3 };
const text = (runs: number): string => JSON.stringify({ name: 'A', runs });

describe('etagOf', () => {
  test("contains the row's id, its revision and a digest of the body", () => {
    const etag = etagOf(row, text(1));

    expect(etag).toMatch(/^"7-3[.][\w-]{16}"$/);
    expect(etagOf(row, text(1))).toBe(etag);
    expect(etagOf(row, text(2))).not.toBe(etag);
    expect(etagOf({ ...row, revision: 4 }, text(1))).not.toBe(etag);
    expect(etagOf({ ...row, id: 8 }, text(1))).not.toBe(etag);
  });
});

describe('ifMatchAllows', () => {
  test('compares what clients change, not counts', () => {
    const before = etagOf(row, text(1));
    const after = { ...row, revision: 4 };

    expect([ifMatchAllows(before, row), ifMatchAllows(before, after)]).toEqual([true, false]);
  });

  test.each([
    [undefined, true],
    ['*', true],
    ['"7-3.x"', true],
    ['"7-3"', true],
    ['"7-2.x", "7-3.x"', true],
    ['"7-2.x","7-3.x"', true],
    ['"a, b", "7-3.x"', true],
    ['W/"7-2.x", "7-3.x"', true],
    ['"7-2.x"', false],
    ['"7-33.x"', false],
    ['"7-3 "', false],
    ['"17-3.x"', false],
    ['"7-3x"', false],
    ['W/"7-3.x"', false],
    ['"7-2.x", W/"7-3.x"', false],
    ['"7-2.x, 7-3.x"', false],
    ['7-3.x', false],
    ['"*"', false],
    ['""', false],
  ])('%j on revision 3 of row 7: %j', (header, allowed) => {
    expect(ifMatchAllows(header, row)).toBe(allowed);
  });
});

describe('namesEtag', () => {
  test.each([
    [undefined, false],
    ['*', true],
    ['"7-3.x"', true],
    ['W/"7-3.x"', true],
    ['"7-2.x", "7-3.x"', true],
    ['"7-3.y"', false],
    ['"7-3"', false],
  ])('%j on "7-3.x": %j', (header, named) => {
    expect(namesEtag(header, '"7-3.x"')).toBe(named);
  });
});
