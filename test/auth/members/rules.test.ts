import { describe, expect, test } from 'vitest';
import { canGive, isLastOwner, rolesChanging } from '../../../src/auth/members/rules.ts';

describe('The roles that may change roles', () => {
  test.each([
    [
      ['viewer', 'admin'],
      ['owner', 'admin'],
    ],
    [['editor'], ['owner', 'admin']],
    [['owner'], ['owner']],
    [['viewer', 'owner'], ['owner']],
    [['owner', 'viewer'], ['owner']],
  ] as const)('for %j are %j', (involved, expected) => {
    expect(rolesChanging(involved)).toEqual(expected);
  });
});

test.each([
  ['owner', 'owner', true],
  ['admin', 'owner', false],
  ['admin', 'admin', true],
  ['admin', 'viewer', true],
  ['operator', 'viewer', false],
  [undefined, 'viewer', false],
] as const)('That somebody who is %s can give the role %s is %s', (role, given, expected) => {
  expect(canGive(role, given)).toBe(expected);
});

describe('The last owner', () => {
  const [one, two] = [
    { id: 1, role: 'owner' },
    { id: 2, role: 'owner' },
  ] as const;
  const viewer = { id: 3, role: 'viewer' } as const;

  test.each([
    [[one, viewer], 1, true],
    [[one, viewer], 3, false],
    [[one, two, viewer], 1, false],
    [[one, two], 2, false],
  ])('of %j is user %d: %s', (members, id, expected) => {
    expect(isLastOwner(members, id)).toBe(expected);
  });
});
