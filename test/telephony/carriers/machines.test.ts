import { describe, expect, test } from 'vitest';
import type { MachineDetection } from '../../../src/telephony/carriers/carrier.ts';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { call, carrierApi, json } from './given.ts';

const twilio = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a-token-of-the-account' };
const sid = 'CA0123456789abcdef0123456789abcdef';
const telnyx = { api_key: 'a-key-of-the-account', connection_id: '1234567890', public_key: 'AAAA' };
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';

const message = {
  run_id: 17,
  message_url: 'https://media.example.com/a.mp3?from=us&to=you',
  timeout_ms: 10_000,
};

describe('Twilio: a call', () => {
  // https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource
  test.each<[MachineDetection, boolean, object]>([
    ['off', false, {}],
    ['off', true, { Record: 'true' }],
    ['detect', false, { MachineDetection: 'Enable', AsyncAmd: 'true' }],
    ['greeting_end', true, { MachineDetection: 'DetectMessageEnd', Record: 'true' }],
  ])('is created with the detection %s, recorded: %s', async (detection, record, expected) => {
    const api = await carrierApi(json(201, { sid, status: 'queued' }));

    await createTwilio(api).place(twilio, call({ detection, record }));

    const form = Object.fromEntries(new URLSearchParams(api.received[0]?.body));
    expect(form).toMatchObject(expected);
    if (detection === 'off') expect(Object.keys(form).join()).not.toMatch(/Machine|Amd/);
    if (!record) expect(form).not.toHaveProperty('Record');
  });

  // https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource and https://www.twilio.com/docs/voice/twiml/play
  test('gets the TwiML that plays a message and then hangs up', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));

    const result = await createTwilio(api).leaveMessage(twilio, {
      ...message,
      carrier_call_id: sid,
    });

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([
      { method: 'POST', path: `/2010-04-01/Accounts/${twilio.account_sid}/Calls/${sid}.json` },
    ]);
    expect(Object.fromEntries(new URLSearchParams(api.received[0]?.body))).toEqual({
      Twiml:
        '<Response><Play>https://media.example.com/a.mp3?from=us&#38;to=you</Play><Hangup/></Response>',
    });
  });
});

describe('Telnyx: a call', () => {
  // https://developers.telnyx.com/api-reference/call-commands/dial
  test.each<[MachineDetection, boolean, object]>([
    ['off', false, {}],
    ['off', true, { record: 'record-from-answer', record_channels: 'dual', record_format: 'mp3' }],
    ['detect', false, { answering_machine_detection: 'detect' }],
    ['greeting_end', false, { answering_machine_detection: 'greeting_end' }],
  ])('is dialed with the detection %s, recorded: %s', async (detection, record, expected) => {
    const api = await carrierApi(json(200, { data: { call_control_id: callId } }));

    await createTelnyx(api).place(telnyx, call({ detection, record }));

    const body: object = JSON.parse(api.received[0]?.body ?? '');
    expect(body).toMatchObject(expected);
    if (detection === 'off') expect(body).not.toHaveProperty('answering_machine_detection');
    if (!record) expect(body).not.toHaveProperty('record');
  });

  // https://developers.telnyx.com/api-reference/call-commands/play-audio-url
  test('gets the command to play a message, which it carries out once', async () => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));
    const request = { ...message, carrier_call_id: callId };

    const result = await createTelnyx(api).leaveMessage(telnyx, request);
    await createTelnyx(api).leaveMessage(telnyx, request);

    expect(result).toEqual({ kind: 'accepted' });
    const [first, second] = api.received.map(({ body }): unknown => JSON.parse(body));
    expect(api.received[0]).toMatchObject({
      method: 'POST',
      path: `/calls/${callId}/actions/playback_start`,
    });
    expect(first).toEqual({
      audio_url: message.message_url,
      stop: 'all',
      client_state: Buffer.from('message').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(second).toEqual(first);
  });
});

describe.each([
  ['Twilio', createTwilio, twilio, sid],
  ['Telnyx', createTelnyx, telnyx, callId],
] as const)('%s: a message', (_carrier, create, credentials, carrier_call_id) => {
  test.each([
    [404, 'refused'],
    [401, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
  ])('whose request gets %d is %s', async (status, kind) => {
    const api = await carrierApi(json(status, {}));

    const result = await create(api).leaveMessage(credentials, { ...message, carrier_call_id });

    expect(result).toMatchObject({ kind });
    expect(JSON.stringify(result)).not.toMatch(/of-the-account/);
    expect(api.received).toHaveLength(1);
  });
});
