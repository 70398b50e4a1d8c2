import { describe, expect, test } from 'vitest';
import { type Fault, valueError } from '../../src/errors.ts';
import { bounded, shown, tooManyErrors } from '../../src/http/bounded-faults.ts';
import { newOrganization } from '../support/organizations.ts';

const json = { 'content-type': 'application/json' };
const fault = (changes: Partial<Fault> = {}): Fault => ({
  ...valueError({ loc: ['body', 'name'], msg: 'Must be right.', input: null }),
  ...changes,
});
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('A fault', () => {
  test.each([
    ['a text', 'x'.repeat(900)],
    ['a long text', 'x'.repeat(1_000_000)],
    ['a long text of control characters', '\u0001'.repeat(100_000)],
    ['a long text outside the basic plane', '𝕏'.repeat(100_000)],
    ['a long list', Array(100_000).fill(7)],
    ['a list of lists', Array.from({ length: 1000 }, () => Array<number>(1000).fill(7))],
    ['many members', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i, i]))],
    ['a long name', { ['n'.repeat(1_000_000)]: 1 }],
  ])('shows at most 1 KiB of %s, and marks what is truncated', (_, input) => {
    const { input: seen, ctx } = bounded(fault({ input, ctx: { max_length: 3 } }));

    expect(bytesOf(seen)).toBeLessThanOrEqual(1024);
    expect(ctx).toEqual(
      bytesOf(input) <= 1024 ? { max_length: 3 } : { max_length: 3, '...': true },
    );
  });

  test.each([[null], [0], [false], ['héllo 𝕏'], [{ a: [1, { b: 'c' }], ['__proto__']: {} }]])(
    'shows %j unchanged',
    (input) => {
      expect(bounded(fault({ input }))).toEqual(fault({ input }));
    },
  );

  test('never ends in half of a surrogate pair, and shows no secret', () => {
    const text = bounded(fault({ input: `${'x'.repeat(997)}𝕏𝕏` })).input;
    const secrets = new Set(['password']);
    const hidden = bounded(fault({ input: [{ password: 'hunter2' }] }), secrets).input;

    expect(String(text).isWellFormed()).toBe(true);
    expect(hidden).toEqual([{ password: '[redacted]' }]);
  });
});

describe('The faults of a request', () => {
  test('are shown unchanged if they are few', () => {
    const faults = Array.from({ length: 100 }, (_, i) => fault({ loc: ['body', String(i)] }));

    expect(shown(faults)).toEqual(faults);
  });

  test('end after 100 with an entry that says there are more', () => {
    const faults = Array.from({ length: 101 }, (_, i) => fault({ loc: ['body', String(i)] }));

    expect(shown(faults)).toEqual([...faults.slice(0, 100), tooManyErrors('body', 101)]);
    expect(shown([fault(), tooManyErrors('body', 300)])).toEqual([
      fault(),
      tooManyErrors('body', 300),
    ]);
  });

  test.each([
    ['places', fault({ loc: ['body', ...Array<string>(100).fill('n'.repeat(100_000))] })],
    ['sentences', fault({ msg: 'n'.repeat(1_000_000) })],
    ['inputs', fault({ input: '\u0001'.repeat(100_000) })],
    ['contexts', fault({ ctx: { expected: Array(1000).fill('a word') } })],
  ])('are at most 64 KiB, however long their %s are', (_, long) => {
    const answer = shown(Array<Fault>(100).fill(long));

    expect(bytesOf({ detail: answer })).toBeLessThanOrEqual(65_536);
    expect(answer.at(-1)?.type).toBe('too_many_errors');
  });
});

describe('A response to a body full of faults', () => {
  test.each([
    ['unknown members', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['one unknown member with a long name', `{"${'n'.repeat(1_000_000)}":1}`],
    ['long texts', JSON.stringify({ name: '\u0001'.repeat(170_000), connector_name: '' })],
  ])('is short for %s', async (_, raw) => {
    const member = await newOrganization();

    const answer = await member.send('POST', '/api/v1/auth/api-keys', { raw, headers: json });

    expect(answer.status).toBe(422);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(65_536);
  });

  test('lists 100 of them and how many were checked', async () => {
    const member = await newOrganization();
    const body = { name: 'A', workflow_definition: { nodes: Array(40_000).fill(0) } };

    const answer = await member.post('/api/v1/workflow', body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toHaveLength(101);
    expect(answer.body.detail.at(-1)).toMatchObject({
      loc: ['body'],
      type: 'too_many_errors',
      ctx: { max_errors: 100, looked_at: expect.any(Number) },
    });
  });
});

describe('A body', () => {
  test.each([
    ['a value that is longer as it is kept', { a: Array<number>(49_000).fill(1e20) }, 'max_bytes'],
    [
      'more members',
      Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, 0])),
      'max_length',
    ],
  ])('with %s than an object may have is refused', async (_, initial_context, limit) => {
    const member = await newOrganization();
    const raw = JSON.stringify({ initial_context }).replaceAll('100000000000000000000', '1e20');

    const answer = await member.send('POST', '/api/v1/workflow/1/runs', { raw, headers: json });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'initial_context'],
        type: 'too_long',
        ctx: { [limit]: expect.any(Number), '...': true },
      }),
    ]);
  });
});
