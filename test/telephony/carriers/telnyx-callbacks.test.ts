import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { InvalidRequest } from '../../../src/errors.ts';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { later } from '../../../src/timestamp.ts';
import { call, telnyxCredentials as credentials, telnyxKeys as keys } from './given.ts';

const now = '2026-01-02T03:04:05.678Z';
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';

describe('Telnyx: reading a callback', () => {
  test.each([
    ['call.initiated', {}, 'ringing'],
    ['call.answered', {}, 'answered'],
    ['call.machine.detection.ended', { result: 'machine' }, 'answered', 'machine'],
    ['call.machine.detection.ended', { result: 'human' }, 'answered', 'human'],
    ['call.machine.detection.ended', { result: 'not_sure' }, 'answered', 'unknown'],
    ['call.machine.premium.detection.ended', { result: 'fax_detected' }, 'answered', 'machine'],
    ['call.machine.premium.detection.ended', { result: 'human_residence' }, 'answered', 'human'],
    ['call.machine.premium.detection.ended', { result: 'silence' }, 'answered', 'unknown'],
    ['call.hangup', { hangup_cause: 'normal_clearing' }, 'completed'],
    ['call.hangup', { hangup_cause: 'time_limit' }, 'completed'],
    ['call.hangup', { hangup_cause: 'user_busy' }, 'busy'],
    ['call.hangup', { hangup_cause: 'no_answer' }, 'no_answer'],
    ['call.hangup', { hangup_cause: 'timeout' }, 'no_answer'],
    ['call.hangup', { hangup_cause: 'originator_cancel' }, 'canceled'],
    ['call.hangup', { hangup_cause: 'user_busy', sip_hangup_cause: '486' }, 'busy'],
    ['call.hangup', {}, 'failed'],
  ])('reads %s with %j as %s', (event, payload, status, answered_by?: string) => {
    const reading = createTelnyx().read(credentials, signed(eventOf(event, payload)), now);

    expect(reading).toEqual({
      kind: 'status',
      status,
      carrier_call_id: callId,
      ...(answered_by && { answered_by }),
      at: '2026-01-02T03:04:04.123Z',
    });
  });

  test.each([
    ['call.machine.greeting.ended', { result: 'ended' }],
    ['call.machine.greeting.ended', { result: 'beep_detected' }],
    ['call.machine.premium.greeting.ended', { result: 'beep_detected' }],
  ])("reads %s as the end of a machine's greeting", (event, payload) => {
    const reading = createTelnyx().read(credentials, signed(eventOf(event, payload)), now);

    expect(reading).toMatchObject({
      status: 'answered',
      answered_by: 'machine',
      greeting_ended: true,
    });
  });

  test.each(['completed', 'failed', 'file_not_found'])(
    'reads a playback of the message that is %s as its end',
    (status) => {
      const ended = eventOf('call.playback.ended', { status, client_state: 'bWVzc2FnZQ==' });

      const reading = createTelnyx().read(credentials, signed(ended), now);

      expect(reading).toMatchObject({ status: 'answered', message_ended: true });
      expect(reading).not.toHaveProperty('answered_by');
    },
  );

  test.each([
    [{ hangup_cause: 'call_rejected', sip_hangup_cause: '603' }, '603'],
    [{ hangup_cause: 'not_found', sip_hangup_cause: 'unspecified' }, 'not_found'],
    [{ hangup_cause: 'unspecified', sip_hangup_cause: '503' }, '503'],
    [{ hangup_cause: 'one_of_tomorrow' }, 'one_of_tomorrow'],
    [{ hangup_cause: 'not a word', sip_hangup_cause: { of: 'ours' } }, undefined],
    [{ hangup_cause: 'x'.repeat(65) }, undefined],
  ])('reads the code of a failure with %.90j', (payload, carrier_code) => {
    const reading = createTelnyx().read(credentials, signed(eventOf('call.hangup', payload)), now);

    expect(reading).toEqual({
      kind: 'status',
      status: 'failed',
      carrier_call_id: callId,
      ...(carrier_code !== undefined && { carrier_code }),
      at: '2026-01-02T03:04:04.123Z',
    });
  });

  test.each([
    // An agent's own playback, and ours if it made room for another.
    [eventOf('call.playback.ended', { status: 'completed', client_state: 'cnVu' })],
    [eventOf('call.playback.ended', { status: 'cancelled', client_state: 'bWVzc2FnZQ==' })],
    [eventOf('call.recording.saved', {})],
    [eventOf('call.answered', { call_control_id: undefined })],
    ['{}'],
    ['[]'],
    ['null'],
  ])('ignores %s', (body) => {
    const reading = createTelnyx().read(credentials, signed(body), now);

    expect(reading).toEqual({ kind: 'ignored' });
  });

  test.each([['no JSON'], [''], ['['.repeat(60_000)], ['{"data":']])(
    'refuses %.20s, even with a valid signature',
    (body) => {
      expect(() => createTelnyx().read(credentials, signed(body), now)).toThrow(InvalidRequest);
    },
  );

  const hungUp = eventOf('call.hangup', { hangup_cause: 'user_busy' });

  test.each([
    ['a repeated member', hungUp.replace('{', '{"meta":1,"meta":{"attempt":2},')],
    ['a large integer', hungUp.replace('{', '{"sequence":12345678901234567890,')],
    ['a number out of range', hungUp.replace('{', '{"sequence":1e400,')],
    ['NUL and half a pair', hungUp.replace('{', '{"note":"\\u0000 \\ud800",')],
    ['nesting', hungUp.replace('{', `{"deep":${'['.repeat(500)}${']'.repeat(500)},`)],
    ['many values', hungUp.replace('{', `{"many":[${'1,'.repeat(15_000)}1],`)],
    ['a byte order mark', `\ufeff${hungUp}`],
  ])('reads a signed report with %s', (_, body) => {
    const reading = createTelnyx().read(credentials, signed(body), now);

    expect(reading).toMatchObject({ kind: 'status', status: 'busy', carrier_call_id: callId });
  });

  test('reads an id with NUL as it can be stored', () => {
    const body = eventOf('call.hangup', { call_control_id: 'v3:\0call' });

    expect(createTelnyx().read(credentials, signed(body), now)).toMatchObject({
      carrier_call_id: 'v3:\u{fffd}call',
    });
  });

  const body = eventOf('call.answered', {});
  const right = signed(body);
  const withHeaders = (headers: Record<string, string | string[]>) => ({
    ...right,
    headers: { ...right.headers, ...headers },
  });

  test.each([
    ['an altered body', { ...right, body: Buffer.from(body.replace('answered', 'hangup')) }],
    ['a space more', { ...right, body: Buffer.from(`${body} `) }],
    ['another timestamp', withHeaders({ 'telnyx-timestamp': secondsOf(later(now, 1000)) })],
    ['no timestamp', withHeaders({ 'telnyx-timestamp': '' })],
    ['no signature', { ...right, headers: { 'telnyx-timestamp': secondsOf(now) } }],
    ['an empty signature', withHeaders({ 'telnyx-signature-ed25519': '' })],
    ['two signatures', withHeaders({ 'telnyx-signature-ed25519': ['a', 'b'] })],
    ["another account's signature", signed(body, now, generateKeyPairSync('ed25519').privateKey)],
    ['a timestamp that is no number', signedAs('soon', body)],
    ['a timestamp of the end of days', signedAs('99999999999999999999', body)],
  ])('refuses one with %s', (_, callback) => {
    const reading = createTelnyx().read(credentials, callback, now);

    expect(reading).toBeUndefined();
  });

  test.each([
    [-301, undefined],
    [-300, 'status'],
    [300, 'status'],
    [301, undefined],
  ])('reads one that was signed %i seconds from now: %s', (seconds, kind) => {
    const present = '2026-01-02T03:04:05.000Z';
    const callback = signed(body, later(present, seconds * 1000));

    const reading = createTelnyx().read(credentials, callback, present);

    expect(reading?.kind).toBe(kind);
  });

  test.each([[''], ['short'], ['AAAA']])('refuses all with the public key %j', (public_key) => {
    const reading = createTelnyx().read({ ...credentials, public_key }, right, now);

    expect(reading).toBeUndefined();
  });
});

function eventOf(event_type: string, payload: Record<string, unknown>): string {
  return JSON.stringify({
    data: {
      record_type: 'event',
      event_type,
      id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
      occurred_at: '2026-01-02T03:04:04.123456Z',
      payload: {
        call_control_id: callId,
        connection_id: credentials.connection_id,
        from: '+12025550199',
        to: '+14155550123',
        ...payload,
      },
    },
    meta: { attempt: 1, delivered_to: call().callback_url },
  });
}

/** The documented scheme: Ed25519 over the timestamp in seconds, a vertical bar and the body. */
function signed(body: string, at = now, key?: KeyObject) {
  return signedAs(secondsOf(at), body, key);
}

function signedAs(timestamp: string, body: string, key = keys.privateKey) {
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), key).toString('base64');
  return {
    url: call().callback_url,
    headers: { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp },
    body: Buffer.from(body),
  };
}

function secondsOf(time: string): string {
  return String(Math.floor(Date.parse(time) / 1000));
}
