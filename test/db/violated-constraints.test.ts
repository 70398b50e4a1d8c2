import { expect, test } from 'vitest';
import { isConflict, isDuplicate } from '../../src/db/errors.ts';

const refused = (code: string, message: string, more = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

test.each([
  ['a_key', 'PostgreSQL', { constraint: 'a_key' }, 'unique constraint "a_key"'],
  ['a_key', 'a node of Citus', {}, 'unique constraint "a_key_102014"'],
  ['a_key_2', 'a node of Citus', {}, 'unique constraint "a_key_2_102014"'],
])('%s is known as what an error of %s names', (name, _, more, named) => {
  const error = refused('23505', `duplicate key value violates ${named}`, more);
  expect([isDuplicate(error, name), isDuplicate(error, 'another_key')]).toEqual([true, false]);
});

test('A row outside the bounds of its partition is a conflict, a check of the table is none', () => {
  const outside = 'new row for relation "a_102012" violates partition constraint';
  const refusal = 'new row for relation "a_102012" violates check constraint "a_check_102012"';
  expect([outside, refusal].map((message) => isConflict(refused('23514', message)))).toEqual([
    true,
    false,
  ]);
});
