import { expect, test } from 'vitest';
import { afterAttempt } from '../../../src/campaigns/dialing/retry-rules.ts';
import { defaultRetryConfig } from '../../../src/campaigns/rules.ts';
import type { Outcome } from '../../../src/telephony/calls/flow-rules.ts';

const attempt = (outcome: Outcome, retry: object = {}, others: object = {}) => ({
  retry: { ...defaultRetryConfig, ...retry },
  outcome,
  retriesQueued: 0,
  endedAt: '2026-01-05T10:00:00.000Z',
  open: true,
  callbackAt: null,
  ...others,
});

const again = { state: 'waiting', due_at: '2026-01-05T10:02:00.000Z', callback_at: null };
const done = { state: 'done' };

test.each<[Outcome, object]>([
  ['busy', again],
  ['no_answer', again],
  ['voicemail', again],
  ['completed', done],
  ['failed', done],
  ['canceled', done],
  ['unknown', done],
])('A contact whose call ended as %s is %j', (outcome, expected) => {
  expect(afterAttempt(attempt(outcome))).toEqual(expected);
});

test.each<[Outcome, string]>([
  ['busy', 'retry_on_busy'],
  ['no_answer', 'retry_on_no_answer'],
  ['voicemail', 'retry_on_voicemail'],
])('A call that ended as %s is retried only with %s', (outcome, flag) => {
  const none = { retry_on_busy: false, retry_on_no_answer: false, retry_on_voicemail: false };

  expect(afterAttempt(attempt(outcome, none))).toEqual(done);
  expect(afterAttempt(attempt(outcome, { ...none, [flag]: true }))).toEqual(again);
});

test.each([
  [0, 0, done],
  [1, 0, again],
  [1, 1, done],
  [2, 1, again],
  [2, 2, done],
  [2, 3, done],
])('With max_retries %i after %i retries the contact is %j', (max_retries, queued, expected) => {
  expect(afterAttempt(attempt('busy', { max_retries }, { retriesQueued: queued }))).toEqual(
    expected,
  );
});

test('Nothing is retried if retries are off or the campaign has ended', () => {
  expect(afterAttempt(attempt('busy', { enabled: false }))).toEqual(done);
  expect(afterAttempt(attempt('busy', {}, { open: false }))).toEqual(done);
});

test.each([
  [1, '2026-01-05T10:00:01.000Z'],
  [86_400, '2026-01-06T10:00:00.000Z'],
])('With retry_delay_seconds %i the retry is due at %s', (retry_delay_seconds, due_at) => {
  expect(afterAttempt(attempt('busy', { retry_delay_seconds }))).toEqual({
    state: 'waiting',
    due_at,
    callback_at: null,
  });
});

test.each([
  ['completed', '2026-01-06T09:00:00.000Z', '2026-01-06T09:00:00.000Z'],
  ['failed', '2026-01-05T09:00:00.000Z', '2026-01-05T10:00:00.000Z'],
] as const)('Whoever wants a callback after %s waits for it: %s', (outcome, callbackAt, due_at) => {
  const wanted = attempt(outcome, { enabled: false }, { callbackAt });

  expect(afterAttempt(wanted)).toEqual({ state: 'waiting', due_at, callback_at: callbackAt });
  expect(afterAttempt({ ...wanted, open: false })).toEqual(done);
});
