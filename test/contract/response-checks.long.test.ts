import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { violationOf } from '../support/response-checks.ts';

const { operations } = loadContract();
const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });

describe('The check of every response', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'notices a problem of %s that is none',
    (_, operation) => {
      const body = { type: 'about:blank', title: 'Too many requests', status: 'many' };

      expect(violationOf(operation, { status: 429, headers, body })).toContain('must');
    },
  );

  test('notices members that are missing, too many or of another type', () => {
    const body = { items: [], next_cursor: null };
    const list = operations.find(({ id }) => id === 'listRuns');
    const get = (wrong: unknown) => violationOf(list!, { status: 200, headers, body: wrong });

    expect(get(body)).toBeUndefined();
    expect(get({ items: [] })).toContain("required property 'next_cursor'");
    expect(get({ ...body, items: {} })).toContain('must be array');
    expect(get({ ...body, more: 1 })).toContain('must NOT have');
    expect(get({ ...body, items: [{ id: 1 }] })).toContain('items/0 must have');
  });
});
