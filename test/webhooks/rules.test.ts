import { describe, expect, test } from 'vitest';
import { errorIn, retryWaitMs, verdictOn } from '../../src/webhooks/deliveries/rules.ts';
import { isPublicAddress } from '../../src/webhooks/endpoints/targets.ts';
import { hasFailedTooLong, urlFault } from '../../src/webhooks/endpoints/rules.ts';
import { callEnded, sampleEvent } from '../../src/webhooks/events/rules.ts';
import { analysisFrom } from '../../src/workflows/runs/rules.ts';
import { hourMs, minuteMs, secondMs } from './given.ts';

describe('retryWaitMs', () => {
  const exact = { retryAfterMs: undefined, chance: 0.5 };

  test.each([
    [1, 5 * secondMs],
    [2, 5 * minuteMs],
    [3, 30 * minuteMs],
    [4, 2 * hourMs],
    [5, 5 * hourMs],
    [6, 10 * hourMs],
    [7, 14 * hourMs],
    [8, 20 * hourMs],
    [9, 24 * hourMs],
    [10, undefined],
    [11, undefined],
  ])('after attempt %i is %s ms', (tries, expected) => {
    expect(retryWaitMs({ tries, ...exact })).toBe(expected);
  });

  test.each([
    [0, 4500],
    [0.25, 4750],
    [1, 5500],
  ])('varies with the chance %f: %i ms', (chance, expected) => {
    expect(retryWaitMs({ tries: 1, retryAfterMs: undefined, chance })).toBe(expected);
  });

  test.each([
    [1, 60_000, 60_000],
    [2, 60_000, 5 * minuteMs],
    [10, 60_000, undefined],
  ])('after attempt %i, with Retry-After %i ms, is %s', (tries, asked, expected) => {
    expect(retryWaitMs({ tries, retryAfterMs: asked, chance: 0.5 })).toBe(expected);
  });
});

describe('verdictOn', () => {
  test.each([
    [200, 'delivered', null],
    [204, 'delivered', null],
    [299, 'delivered', null],
    [301, 'failed', 'The endpoint responded with 301; redirects are not followed.'],
    [304, 'failed', 'The endpoint responded with 304; redirects are not followed.'],
    [400, 'failed', 'The endpoint responded with 400.'],
    [410, 'gone', 'The endpoint responded with 410.'],
    [503, 'failed', 'The endpoint responded with 503.'],
  ])('%i is %s', (status, verdict, error) => {
    expect([verdictOn(status), errorIn(status)]).toEqual([verdict, error]);
  });

  test('a missing response is a failure', () => {
    expect(verdictOn(null)).toBe('failed');
  });
});

describe('hasFailedTooLong', () => {
  test.each([
    [null, false],
    ['2026-01-01T00:00:00.000Z', true],
    ['2026-01-01T00:00:00.001Z', false],
  ])('since %s is %s on the sixth of January', (since, expected) => {
    expect(hasFailedTooLong(since, '2026-01-06T00:00:00.000Z')).toBe(expected);
  });
});

describe('urlFault', () => {
  test.each([
    ['https://hooks.example.com/voice', undefined, undefined],
    ['https://hooks.example.com:8443/v?a=1', undefined, undefined],
    ['http://hooks.example.com/', 'https://', undefined],
    ['ftp://hooks.example.com/', 'https://', 'https://'],
    ['https://', 'complete URL', 'complete URL'],
    ['https://user@hooks.example.com/', 'without user', 'without user'],
    ['https://user:secret@hooks.example.com/', 'without user', 'without user'],
    ['https://:secret@hooks.example.com/', 'without user', 'without user'],
  ])('of %s is %s, and %s if private addresses are allowed', (url, strict, loose) => {
    for (const [fault, expected] of [
      [urlFault(url, false), strict],
      [urlFault(url, true), loose],
    ])
      if (expected === undefined) expect(fault).toBeUndefined();
      else expect(fault).toContain(expected);
  });
});

describe('isPublicAddress', () => {
  test.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['2606:4700:4700::1111', true],
    ['2a00:1450:4001::1', true],
    ['0.0.0.0', false],
    ['0.1.2.3', false],
    ['10.0.0.1', false],
    ['10.255.255.255', false],
    ['100.64.0.1', false],
    ['100.127.255.255', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.0.0.1', false],
    ['192.0.2.1', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['224.0.0.1', false],
    ['239.255.255.255', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['100::1', false],
    ['2001:db8::1', false],
    ['2001::1', false],
    ['::ffff:8.8.8.8', true],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:0:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b::127.0.0.1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b:1::8.8.8.8', false],
    ['2002:808:808::1', true],
    ['2002:7f00:1::1', false],
    ['2002:a00:1::1', false],
    ['hooks.example.com', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

describe('analysisFrom', () => {
  test.each([
    ['completed', null, false],
    ['voicemail', false, true],
    ['busy', false, false],
    ['no_answer', false, false],
    ['failed', false, false],
    ['canceled', false, false],
    ['unknown', null, null],
  ] as const)('%s: successful %s, voicemail %s', (outcome, call_successful, in_voicemail) => {
    expect(analysisFrom({ outcome, call_disposition: 'later' })).toEqual({
      call_summary: null,
      call_successful,
      in_voicemail,
      disposition: 'later',
      custom: {},
      source: 'outcome',
    });
  });
});

describe('callEnded', () => {
  const { call } = sampleEvent('msg_test', '2026-01-02T03:04:05.678Z');
  const { consent_given: _given, consent_ts: _ts, ...rest } = call;
  const run = { ...rest, analysis: null };

  test.each([
    [{}, {}],
    [{ confirmed: true }, {}],
    [
      { consent_given: false, consent_ts: '2026-01-02T03:04:05.678Z' },
      { consent_given: false, consent_ts: '2026-01-02T03:04:05.678Z' },
    ],
  ])('of %j reports %j of consent', (gathered_context, consent) => {
    expect(callEnded({ ...run, gathered_context })).toEqual({
      call: { ...rest, gathered_context, ...consent },
    });
  });
});
