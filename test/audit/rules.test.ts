import { describe, expect, test } from 'vitest';
import { differenceOf } from '../../src/audit/rules.ts';

const entry = { id: 2, name: 'Small', tokens: 10, price: null, tags: ['a'], updated_at: 'then' };

describe('The difference of two states', () => {
  test.each([
    ['one member', { tokens: 12 }, { before: { tokens: 10 }, after: { tokens: 12 } }],
    [
      'two members',
      { tokens: 0, name: 'S' },
      { before: { tokens: 10, name: 'Small' }, after: { tokens: 0, name: 'S' } },
    ],
    [
      'a member that got a value',
      { price: 'p' },
      { before: { price: null }, after: { price: 'p' } },
    ],
    [
      'a member within',
      { tags: ['a', 'b'] },
      { before: { tags: ['a'] }, after: { tags: ['a', 'b'] } },
    ],
    ['a new member', { more: 1 }, { before: { more: null }, after: { more: 1 } }],
  ])('has %s and nothing else', (_, change, difference) => {
    expect(differenceOf(entry, { ...entry, ...change, updated_at: 'now' })).toEqual(difference);
  });

  test('has all members of a new object', () => {
    expect(differenceOf(null, entry)).toEqual({
      before: null,
      after: { name: 'Small', tokens: 10, tags: ['a'] },
    });
  });

  test('has all members of a deleted object', () => {
    expect(differenceOf(entry, null)).toEqual({
      before: { name: 'Small', tokens: 10, tags: ['a'] },
      after: null,
    });
  });

  test.each([
    ['the same', entry],
    ['another time only', { ...entry, updated_at: 'now' }],
    ['an equal list', { ...entry, tags: ['a'] }],
    ['null for absent', { ...entry, more: null }],
    ['members in another order', Object.fromEntries(Object.entries(entry).toReversed())],
  ])('is undefined for %s', (_, after) => {
    expect(differenceOf(entry, after)).toBeUndefined();
  });

  test('has the size of a member that is too large', () => {
    const large = 'x'.repeat(1023);

    expect(differenceOf({ text: 'short' }, { text: large })).toEqual({
      before: { text: 'short' },
      after: { text: { bytes: 1025 } },
    });
  });

  test('is bounded, however many members there are', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`m${i}`, 'x'.repeat(1000)]),
    );

    const difference = differenceOf(null, many);

    expect(Object.keys(difference?.after ?? {})).toHaveLength(20);
    expect(JSON.stringify(difference).length).toBeLessThan(5000);
  });

  test('is defined for a new and empty object', () => {
    expect(differenceOf(null, { id: 1 })).toEqual({ before: null, after: {} });
  });
});
