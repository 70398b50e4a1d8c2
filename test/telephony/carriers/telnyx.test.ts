import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { later } from '../../../src/timestamp.ts';
import {
  call,
  carrierApi,
  expectNoneOf,
  json,
  losses,
  soon,
  telnyxCredentials as credentials,
} from './given.ts';

const now = '2026-01-02T03:04:05.678Z';
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';
const dialed = json(200, {
  data: {
    record_type: 'call',
    call_control_id: callId,
    call_leg_id: '428c31b6-7af4-4bcb-b7f5-5013ef9657c1',
    call_session_id: '428c31b6-abf3-3bc1-b7f4-5013ef9657c1',
    is_alive: false,
  },
});

describe('Telnyx: placing a call', () => {
  test('dials a call with our callback URL and machine detection', async () => {
    const api = await carrierApi(dialed);

    const asked = await createTelnyx(api).place(credentials, call());

    expect(asked).toEqual({ kind: 'accepted', carrier_call_id: callId });
    expect(api.received).toHaveLength(1);
    const [request] = api.received;
    expect(request).toMatchObject({ method: 'POST', path: '/calls' });
    expect(request?.headers.authorization).toBe(`Bearer ${credentials.api_key}`);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      connection_id: credentials.connection_id,
      to: '+14155550123',
      from: '+12025550199',
      webhook_url: call().callback_url,
      webhook_url_method: 'POST',
      answering_machine_detection: 'detect',
      client_state: Buffer.from('17').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  // `stream_url` and `stream_track` of the dial command, which streams the call once it is established:
  // https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming. `stream_bidirectional_mode` lets the
  // runtime speak: https://developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket.
  test('streams an answered call to the stream_url, with its run in the query', async () => {
    const api = await carrierApi(dialed);
    const stream_url = 'wss://agent.example.com/stream?line=2';

    await createTelnyx(api).place({ ...credentials, stream_url }, call());

    expect(JSON.parse(api.received[0]?.body ?? '')).toMatchObject({
      stream_url: `${stream_url}&run_id=17&workflow_id=3&workflow_version=2&run_code=${call().agent.run_code}`,
      stream_track: 'inbound_track',
      stream_bidirectional_mode: 'rtp',
    });
  });

  // https://developers.telnyx.com/development/api-fundamentals/api-errors
  test.each([
    [400, '10015', 'Bad Request', 'refused'],
    [422, '10016', 'Phone number must be in +E.164 format', 'refused'],
    [403, '10010', 'Dialed number is not included in whitelisted countries D13', 'refused'],
    [401, '10009', `Authentication failed ${credentials.api_key}`, 'account_refused'],
    [403, '10010', 'Authorization failed', 'account_refused'],
    [401, '20002', 'API Key revoked', 'account_refused'],
    [402, '20100', 'Insufficient Funds', 'account_refused'],
    [422, '20012', 'Account inactive', 'account_refused'],
    [429, '10011', 'Too many requests', 'rate_limited'],
    [429, '90103', 'Dials per second limit exceeded', 'rate_limited'],
    [403, '10010', 'User channel limit exceeded D1', 'rate_limited'],
    [500, '10007', 'Unexpected error', 'unknown'],
    [503, '10007', 'Unexpected error', 'unavailable'],
    [408, '10008', 'Request timeout', 'unknown'],
    [504, '10008', 'Request timeout', 'unknown'],
  ])('classifies %i with error %s (%s)', async (status, code, title, kind) => {
    const meta = { url: `https://developers.telnyx.com/docs/overview/errors/${code}` };
    const api = await carrierApi(json(status, { errors: [{ code, title, detail: title, meta }] }));

    const result = await createTelnyx(api).place(credentials, call());

    expect(result.kind).toBe(kind);
    expect(result).toHaveProperty(
      'detail',
      expect.stringContaining(`HTTP ${status} and error ${code}`),
    );
    if (kind.endsWith('refused')) expect(result).toMatchObject({ carrier_code: code });
    expectNoneOf(credentials, result);
    expect(api.received).toHaveLength(1);
  });

  test.each([
    [429, { 'x-ratelimit-reset': '17' }, 17_000],
    [429, { 'retry-after': '12' }, 12_000],
    [429, {}, null],
    [503, { 'retry-after': '12' }, 12_000],
  ])('reads the pause that %i asks for with %j', async (status, headers, pause) => {
    const api = await carrierApi(json(status, { errors: [] }, headers));

    const result = await createTelnyx(api).place(credentials, call());

    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_ms: pause });
  });

  test.each([
    [{ errors: [] }],
    [{ errors: [{ code: credentials.api_key }] }],
    [{ errors: 'none' }],
    ['none'],
    [null],
  ])('shows no code of the malformed refusal %j', async (body) => {
    const api = await carrierApi(json(422, body));

    const asked = await createTelnyx(api).place(credentials, call());

    expect(asked).toEqual({ kind: 'refused', detail: 'Telnyx refused the call with HTTP 422.' });
  });
});

describe('Telnyx: the state of a call', () => {
  const query = (carrier_call_id: string | null = null) => ({
    run_id: 17,
    carrier_call_id,
    to_number: '+14155550123',
    from_number: '+12025550199',
    placing_at: now,
    now: later(now, 61_000),
    timeout_ms: 10_000,
  });
  const active = (run: string, call_control_id = callId) => ({
    record_type: 'call',
    call_control_id,
    client_state: Buffer.from(run).toString('base64'),
  });

  test.each([
    [
      { is_alive: true, start_time: now },
      { kind: 'in_progress', status: 'ringing', carrier_call_id: callId },
    ],
    [{ is_alive: false }, { kind: 'silent', detail: expect.any(String) }],
    [
      { is_alive: false, end_time: '2026-01-02T03:05:06.123456Z' },
      { kind: 'silent', detail: expect.any(String), ended_at: '2026-01-02T03:05:06.123Z' },
    ],
    [{}, { kind: 'silent', detail: expect.any(String) }],
  ])('of %j is %j', async (data, expected) => {
    const api = await carrierApi(json(200, { data: { call_control_id: callId, ...data } }));

    const answer = await createTelnyx(api).status(credentials, query(callId));

    expect(answer).toEqual(expected);
    expect(api.received.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/calls/${encodeURIComponent(callId).replaceAll('%3A', ':')}`],
    ]);
  });

  test('is looked for among the calls in progress if its id was lost', async () => {
    const api = await carrierApi(json(200, { data: [active('18', 'v3:other'), active('17')] }));

    const answer = await createTelnyx(api).status(credentials, query());

    expect(answer).toEqual({ kind: 'in_progress', status: 'ringing', carrier_call_id: callId });
    expect(api.received).toHaveLength(1);
    const { pathname, searchParams } = new URL(api.received[0]?.path ?? '', api.baseUrl);
    expect(pathname).toBe(`/connections/${credentials.connection_id}/active_calls`);
    expect(searchParams.get('page[limit]')).toBe('250');
  });

  test.each([
    ['no call', { data: [] }],
    ['other calls', { data: [active('1'), { call_control_id: 'v3:other' }] }],
    ['two calls of the run', { data: [active('17'), active('17', 'v3:other')] }],
    ['no list', { data: null }],
    ['nothing', null],
  ])('is unknown when %s is in progress', async (_, body) => {
    const api = await carrierApi(json(200, body));

    const answer = await createTelnyx(api).status(credentials, query());

    expect(answer).toEqual({ kind: 'silent', detail: expect.any(String) });
  });

  test.each([
    ['a call that it does not know', json(404, { errors: [{ code: '10005' }] })],
    ['a wrong key', json(401, { errors: [{ code: '10009', detail: credentials.api_key }] })],
    ['a failure', json(500, {})],
    ['more than it may', json(200, { data: { padding: 'x'.repeat(300_000) } })],
  ])('is unknown when the carrier answers with %s', async (_, answer) => {
    const api = await carrierApi(answer);

    const status = await createTelnyx(api).status(credentials, query(callId));

    expect(status).toEqual({ kind: 'silent', detail: expect.any(String) });
    expectNoneOf(credentials, status);
    expect(api.received).toHaveLength(1);
  });

  test.each(losses)('is unknown when the carrier %s', async (_, answer) => {
    const api = await carrierApi(answer);

    const status = await createTelnyx(api).status(credentials, { ...query(callId), ...soon });

    expect(status.kind).toBe('silent');
  });
});
