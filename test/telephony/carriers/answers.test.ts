import { describe, expect, test } from 'vitest';
import { lossOf, refusalOf } from '../../../src/telephony/carriers/answers.ts';

const failed = (members: Record<string, unknown>, cause?: unknown): Error =>
  Object.assign(new Error('with a secret in it', { cause }), members);
const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect' });
const reset = failed({ code: 'ECONNRESET', syscall: 'read' });

describe('A network error', () => {
  test.each([
    ['a refused connection', refused, 'unreachable'],
    ['an unknown name', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'unreachable'],
    [
      'a connection that timed out',
      failed({ code: 'ETIMEDOUT', syscall: 'connect' }),
      'unreachable',
    ],
    ['no connection in time', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), 'unreachable'],
    ['an expired certificate', failed({ code: 'CERT_HAS_EXPIRED' }), 'unreachable'],
    ['a refused connection behind two errors', failed({}, failed({}, refused)), 'unreachable'],
    ['every address refused', new AggregateError([refused, refused]), 'unreachable'],
    ['an address refused and one reset', new AggregateError([refused, reset]), 'unknown'],
    ['no address at all', failed({}, new AggregateError([])), 'unknown'],
    ['a connection that was reset', reset, 'unknown'],
    ['a request that timed out', failed({ code: 'ECONNABORTED' }), 'unknown'],
    ['an error without a code', failed({}), 'unknown'],
    ['something that is no error', 'ECONNREFUSED', 'unknown'],
  ])('such as %s is classified correctly', (_, error, kind) => {
    const asked = lossOf('The carrier', error);

    expect(asked.kind).toBe(kind);
    expect(JSON.stringify(asked)).not.toContain('secret');
  });

  test('that is its own cause is handled', () => {
    const error = failed({});
    error.cause = error;

    expect(lossOf('The carrier', error).kind).toBe('unknown');
  });
});

describe('A status', () => {
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'unknown'],
    [422, 'refused'],
    [429, 'refused'],
    [499, 'refused'],
    [302, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('of %i is %s', (status, kind) => {
    expect(refusalOf('The carrier', status, undefined).kind).toBe(kind);
  });
});
