import { describe, expect, test } from 'vitest';
import { toldOf } from '../../../src/tools/tool-executions/answers.ts';

const answered = (text: string | Buffer, status = 200) => ({
  status,
  headers: {},
  bytes: Buffer.from(text),
});
const statusOf = (answer: Parameters<typeof toldOf>[0], isWrite: boolean) =>
  toldOf(answer, isWrite).outcome.status;

describe('A write', () => {
  const all = Array.from({ length: 300 }, (_, index) => index + 300);

  test('that is answered with a status has failed if the server refused it, and is unknown else', () => {
    const unknown = all.filter(
      (status) => statusOf({ failure: 'status', isSent: true, status }, true) === 'unknown',
    );

    expect(unknown).toEqual([302, 303, ...all.filter((status) => status >= 500)]);
  });

  test.each(['timeout', 'lost', 'too_large', 'encoded'] as const)(
    'that ends with %s is unknown once it was sent',
    (failure) => {
      const of = (isSent: boolean) => statusOf({ failure, isSent, status: null }, true);

      expect([of(true), of(false)]).toEqual(['unknown', 'failed']);
    },
  );

  test.each(['unreachable', 'refused'] as const)('that is %s has failed', (failure) => {
    expect(statusOf({ failure, isSent: false, status: null }, true)).toBe('failed');
  });

  test.each<[string, string | Buffer]>([
    ['HTML', '<html>'],
    ['half of JSON', '{"a":'],
    ['two values', '{}{}'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a member twice', '{"a":1,"a":1}'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65)],
    ['NaN', 'NaN'],
  ])('that is answered with %s is unknown, and says that it was answered', (_, text) => {
    expect(toldOf(answered(text, 201), true).outcome).toEqual({
      status: 'unknown',
      error_code: 'result_not_json',
      http_status: 201,
      result: null,
    });
  });
});

describe('A read', () => {
  test('without a result has failed', () => {
    const statuses = [
      statusOf(answered('<html>'), false),
      statusOf({ failure: 'lost', isSent: true, status: 200 }, false),
      statusOf({ failure: 'status', isSent: true, status: 500 }, false),
    ];

    expect(statuses).toEqual(['failed', 'failed', 'failed']);
  });
});

test.each([
  ['', null],
  [' null ', null],
  ['64', 64],
  ['['.repeat(64) + ']'.repeat(64), JSON.parse('['.repeat(64) + ']'.repeat(64))],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['[-9007199254740993,9007199254740991]', ['-9007199254740993', 9_007_199_254_740_991]],
  [String.raw`{"a\u0000":"\ud800"}`, { 'a\u{fffd}': '\u{fffd}' }],
])('The answer %s is the result %j', (text, result) => {
  expect(toldOf(answered(text), true).outcome).toMatchObject({ status: 'succeeded', result });
});
