import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { call, twilioCredentials as credentials } from './given.ts';

const now = '2026-01-02T03:04:05.678Z';

describe('Twilio: reading a callback', () => {
  // https://www.twilio.com/docs/voice/answering-machine-detection#answeredby
  test.each([
    ['machine_end_beep', true],
    ['machine_end_silence', true],
    ['machine_end_other', true],
    ['machine_start', false],
    ['fax', false],
  ])('reads %s as the end of a greeting: %s', (AnsweredBy, isEnd) => {
    const callback = signed({ CallSid: 'CA1', AnsweredBy });

    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toMatchObject({ status: 'answered', answered_by: 'machine' });
    expect(reading).toEqual(
      isEnd
        ? expect.objectContaining({ greeting_ended: true })
        : expect.not.objectContaining({ greeting_ended: true }),
    );
  });

  test.each([
    [{ CallStatus: 'ringing' }, 'ringing'],
    [{ CallStatus: 'in-progress' }, 'answered'],
    [{ CallStatus: 'completed' }, 'completed'],
    [{ CallStatus: 'completed', AnsweredBy: 'human' }, 'completed', 'human'],
    [{ CallStatus: 'completed', AnsweredBy: 'unknown' }, 'completed', 'unknown'],
    [{ CallStatus: 'completed', AnsweredBy: 'machine_start' }, 'completed', 'machine'],
    [{ CallStatus: 'completed', AnsweredBy: 'machine_end_beep' }, 'completed', 'machine'],
    [{ CallStatus: 'completed', AnsweredBy: 'martian' }, 'completed'],
    [{ CallStatus: 'in-progress', AnsweredBy: 'machine_start' }, 'answered', 'machine'],
    [{ AnsweredBy: 'machine_start', MachineDetectionDuration: '2400' }, 'answered', 'machine'],
    [{ AnsweredBy: 'fax' }, 'answered', 'machine'],
    [{ AnsweredBy: 'human' }, 'answered', 'human'],
    [{ CallStatus: 'busy' }, 'busy'],
    [{ CallStatus: 'no-answer' }, 'no_answer'],
    [{ CallStatus: 'failed' }, 'failed'],
    [{ CallStatus: 'canceled' }, 'canceled'],
  ])('reads %j as %s, answered by %s', (parameters, status, answered_by?: string) => {
    const callback = signed({ CallSid: 'CA1', ...parameters });

    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toEqual({
      kind: 'status',
      status,
      carrier_call_id: 'CA1',
      ...(answered_by && { answered_by }),
    });
  });

  test.each([
    [{ SipResponseCode: '404' }, '404'],
    [{ ErrorCode: '13224' }, '13224'],
    [{ SipResponseCode: '503', ErrorCode: '32009' }, '503'],
    [{ SipResponseCode: '', ErrorCode: 'a note about somebody' }, undefined],
  ])('reads the code of a failure with %j', (parameters, carrier_code) => {
    const callback = signed({ CallSid: 'CA1', CallStatus: 'failed', ...parameters });

    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toEqual({
      kind: 'status',
      status: 'failed',
      carrier_call_id: 'CA1',
      ...(carrier_code !== undefined && { carrier_code }),
    });
  });

  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#connect-action-url-callback
  const session = {
    From: 'client:caller',
    To: 'test:conversationrelay',
    Direction: 'inbound',
    ApplicationSid: 'AP00000000000000000000000000000000',
    SessionId: 'VX00000000000000000000000000000000',
  };
  const HandoffData = '{"reason": "The caller requested to talk to a real person"}';
  const ErrorMessage = 'Network connection to WebSocket server failed.';
  test.each([
    [{ CallStatus: 'in-progress', SessionStatus: 'ended', HandoffData }, { status: 'answered' }],
    [{ CallStatus: 'completed', SessionStatus: 'completed' }, { status: 'completed' }],
    [
      { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '39001', ErrorMessage },
      { status: 'completed', agent_failed: true, carrier_code: '39001' },
    ],
    // https://www.twilio.com/docs/api/errors/64102
    [
      { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' },
      { status: 'completed', agent_failed: true, carrier_code: '64102' },
    ],
    [{ SessionStatus: 'failed' }, { status: 'completed', agent_failed: true }],
  ])('reads the end of a relay %j as %j', (parameters, reading) => {
    const callback = signed({ CallSid: 'CA1', SessionDuration: '25', ...session, ...parameters });

    expect(createTwilio().read(credentials, callback, now)).toEqual({
      kind: 'status',
      carrier_call_id: 'CA1',
      ...reading,
    });
  });

  test("uses the carrier's time", () => {
    const callback = signed({
      CallSid: 'CA1',
      CallStatus: 'busy',
      Timestamp: 'Fri, 02 Jan 2026 03:04:05 +0000',
    });

    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toMatchObject({ at: '2026-01-02T03:04:05.000Z' });
  });

  test.each([
    [{ CallSid: 'CA1', CallStatus: 'initiated' }],
    [{ CallSid: 'CA1', CallStatus: 'queued' }],
    [{ CallSid: 'CA1', CallStatus: 'constructor' }],
    [{ CallSid: 'CA1', AnsweredBy: 'martian' }],
    [{ CallStatus: 'completed' }],
    [{}],
  ])('ignores %j', (parameters) => {
    const reading = createTwilio().read(credentials, signed(parameters), now);

    expect(reading).toEqual({ kind: 'ignored' });
  });

  test('reads parameters with all kinds of characters', () => {
    const callback = signed({
      CallSid: 'CA1',
      CallStatus: 'busy',
      To: '+1 (415)',
      Caller: 'Zoë & <co>',
    });

    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toMatchObject({ status: 'busy' });
  });

  test.each([
    ['200 fields', 200, { kind: 'ignored' }],
    ['one name 200 times', 200, undefined],
  ])('reads a form of %s', (_, fields, expected) => {
    const names = Object.fromEntries(Array.from({ length: fields }, (_, i) => [`n${i}`, '']));
    const callback = signed(names);
    const body = expected ? callback.body : Buffer.from('&a'.repeat(fields).slice(1));

    expect(createTwilio().read(credentials, { ...callback, body }, now)).toEqual(expected);
  });

  test.each([
    ['201 names', Array.from({ length: 201 }, (_, i) => `n${i}=`).join('&')],
    ['one name 201 times', '&a'.repeat(201).slice(1)],
    ['nothing but separators', '&'.repeat(65_536)],
  ])('refuses a form of %s before it checks the signature', (_, form) => {
    const callback = { ...signed({}), body: Buffer.from(form) };

    expect(() => createTwilio().read(credentials, callback, now)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'too_large' }) }),
    );
  });

  test('reads a signed form with NUL as it can be stored', () => {
    const callback = signed({ CallSid: 'CA\0', CallStatus: 'completed', Caller: '\0' });

    expect(createTwilio().read(credentials, callback, now)).toMatchObject({
      status: 'completed',
      carrier_call_id: 'CA\u{fffd}',
    });
  });

  const right = signed({ CallSid: 'CA1', CallStatus: 'completed' });
  test.each([
    ['an altered body', { ...right, body: Buffer.from('CallSid=CA1&CallStatus=failed') }],
    ['a parameter more', { ...right, body: Buffer.concat([right.body, Buffer.from('&a=b')]) }],
    ['another path', { ...right, url: right.url.replace('/17', '/18') }],
    ['another query', { ...right, url: `${right.url}c` }],
    ['another host', { ...right, url: right.url.replace('voice.', 'v.') }],
    ['no signature', { ...right, headers: {} }],
    ['an empty signature', { ...right, headers: { 'x-twilio-signature': '' } }],
    ['a wrong signature', { ...right, headers: { 'x-twilio-signature': 'AAAA' } }],
    ['two signatures', { ...right, headers: { 'x-twilio-signature': ['a', 'b'] } }],
    ["another account's signature", signed({ CallSid: 'CA1', CallStatus: 'completed' }, 'other')],
  ])('refuses one with %s', (_, callback) => {
    const reading = createTwilio().read(credentials, callback, now);

    expect(reading).toBeUndefined();
  });

  test.each(['', '#rc=5&rp=ct,rt,5xx'])(
    'accepts a signature over the URL with the fragment %j',
    (fragment) => {
      const parameters = { CallSid: 'CA1', CallStatus: 'busy' };

      const reading = createTwilio().read(
        credentials,
        signed(parameters, undefined, fragment),
        now,
      );

      expect(reading).toMatchObject({ status: 'busy' });
    },
  );

  test('refuses a signature over another fragment', () => {
    const parameters = { CallSid: 'CA1', CallStatus: 'busy' };

    const reading = createTwilio().read(credentials, signed(parameters, undefined, '#x'), now);

    expect(reading).toBeUndefined();
  });

  test('refuses all without a token', () => {
    const callback = signed({ CallSid: 'CA1', CallStatus: 'completed' }, '');

    const reading = createTwilio().read({ account_sid: 'AC' }, callback, now);

    expect(reading).toBeUndefined();
  });
});

/** The documented scheme: the URL, then each parameter's name and value, sorted by name. */
function signed(
  parameters: Readonly<Record<string, string>>,
  token = credentials.auth_token,
  fragment = '',
) {
  const url = call().callback_url;
  const text = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, url + fragment);
  const signature = createHmac('sha1', token).update(text).digest('base64');
  return {
    url,
    headers: { 'x-twilio-signature': signature },
    body: Buffer.from(new URLSearchParams(parameters).toString()),
  };
}
