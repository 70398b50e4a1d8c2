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
    ['a member that was not there', { more: 1 }, { before: { more: null }, after: { more: 1 } }],
  ])('is %s and no other', (_, change, difference) => {
    expect(differenceOf(entry, { ...entry, ...change, updated_at: 'now' })).toEqual(difference);
  });

  test('of something new is all that it was given', () => {
    expect(differenceOf(null, entry)).toEqual({
      before: null,
      after: { name: 'Small', tokens: 10, tags: ['a'] },
    });
  });

  test('of something that is gone is all that it had', () => {
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
  ])('is none for %s', (_, after) => {
    expect(differenceOf(entry, after)).toBeUndefined();
  });

  test('of something new and empty is not none', () => {
    expect(differenceOf(null, { id: 1 })).toEqual({ before: null, after: {} });
  });
});
