import { describe, expect, test } from 'vitest';
import { lossOf, refusalOf, type Subject } from '../../../src/telephony/carriers/answers.ts';
import { NeverSent } from '../../../src/telephony/carriers/http.ts';

const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  text: '',
});

describe('No answer', () => {
  test('to a request that was never sent means that the carrier is unavailable', () => {
    expect(lossOf('The carrier', new NeverSent('ECONNREFUSED'))).toEqual({
      kind: 'unavailable',
      detail: 'The carrier could not be reached (ECONNREFUSED).',
    });
  });

  test.each([[new Error('with a secret in it')], ['a secret'], [undefined]])(
    'to another request means that the call may exist (%s)',
    (error) => {
      const result = lossOf('The carrier', error);

      expect(result.kind).toBe('unknown');
      expect(JSON.stringify(result)).not.toContain('secret');
    },
  );
});

describe('An HTTP status', () => {
  test.each([
    [302, 'unknown'],
    [400, 'refused'],
    [401, 'account_refused'],
    [402, 'account_refused'],
    [403, 'account_refused'],
    [404, 'refused'],
    [408, 'unknown'],
    [422, 'refused'],
    [429, 'rate_limited'],
    [499, 'refused'],
    [500, 'unknown'],
    [501, 'unknown'],
    [502, 'unknown'],
    [503, 'unavailable'],
    [504, 'unknown'],
    [524, 'unknown'],
  ])('of %i is %s', (status, kind) => {
    expect(refusalOf('The carrier', answer(status)).kind).toBe(kind);
  });

  test.each<[number, Subject, string]>([
    [400, 'account', 'account_refused'],
    [404, 'account', 'account_refused'],
    [403, 'call', 'refused'],
    [403, 'rate', 'rate_limited'],
    [429, 'account', 'rate_limited'],
    [408, 'rate', 'unknown'],
    [500, 'rate', 'unknown'],
    [504, 'account', 'unknown'],
  ])('of %i with an error about the %s is %s', (status, subject, kind) => {
    expect(refusalOf('The carrier', answer(status), { code: '1', subject }).kind).toBe(kind);
  });

  test.each([
    [429, undefined, null],
    [429, '7', 7000],
    [429, '86400', 3_600_000],
    [429, 'soon', null],
    [503, '0', 0],
  ])('of %i with Retry-After %s asks for a pause of %s ms', (status, retryAfter, pause) => {
    const result = refusalOf('The carrier', answer(status, retryAfter));

    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_ms: pause });
  });

  test('with a date in Retry-After asks for a pause until then', () => {
    const date = new Date(Date.now() + 600_000).toUTCString();

    const result = refusalOf('The carrier', answer(503, date));

    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_ms: expect.any(Number) });
    const { retry_after_ms } = result as { retry_after_ms: number };
    expect(retry_after_ms).toBeGreaterThan(0);
    expect(retry_after_ms).toBeLessThanOrEqual(600_000);
  });

  test('with an error code names it', () => {
    expect(refusalOf('The carrier', answer(403), { code: '20003' })).toEqual({
      kind: 'account_refused',
      detail: expect.stringContaining('HTTP 403 and error 20003'),
      carrier_code: '20003',
    });
    expect(refusalOf('The carrier', answer(503), { code: '9' })).toMatchObject({
      kind: 'unavailable',
      carrier_code: '9',
    });
  });
});
