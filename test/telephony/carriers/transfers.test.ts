import { describe, expect, test } from 'vitest';
import type { RecallRequest, TransferRequest } from '../../../src/telephony/carriers/requests.ts';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import {
  call,
  carrierApi,
  expectNoneOf,
  json,
  losses,
  soon,
  telnyxCredentials,
  twilioCredentials,
} from './given.ts';

const sid = 'CA0123456789abcdef0123456789abcdef';
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';
const callback_url =
  'https://voice.example.com/api/v1/telephony/transfer-callbacks/x/3?run_id=17&transfer_id=4';

const transferring = (
  carrier_call_id: string,
  changes: Partial<TransferRequest> = {},
): TransferRequest => ({
  carrier_call_id,
  transfer_id: 4,
  to: '+14155550123',
  from_number: '+12025550199',
  callback_url,
  ring_seconds: 30,
  detect: false,
  brief: false,
  timeout_ms: 10_000,
  ...changes,
});
const recalling = (carrier_call_id: string, leg_id: string | null): RecallRequest => ({
  carrier_call_id,
  leg_id,
  agent: call().agent,
  timeout_ms: 10_000,
});

const formOf = ({ body }: { readonly body: string }) =>
  Object.fromEntries(new URLSearchParams(body));
const readable = (twiml: string | undefined) =>
  (twiml ?? '').replace(/&#([0-9]{1,3});/g, (_, code) => String.fromCharCode(Number(code)));

// https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource,
// https://www.twilio.com/docs/voice/twiml/dial, https://www.twilio.com/docs/voice/twiml/number
describe('Twilio: a transfer', () => {
  const path = `/2010-04-01/Accounts/${twilioCredentials.account_sid}/Calls/${sid}.json`;
  const address = `${callback_url}#rc=5&rp=ct,rt,5xx`;

  test('gives the call a document that dials the number and reports to the address', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));

    const result = await createTwilio(api).transfer(twilioCredentials, transferring(sid));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([{ method: 'POST', path }]);
    const { Twiml, ...others } = formOf(api.received[0]!);
    expect(others).toEqual({});
    expect(Twiml).not.toMatch(/&(?!#\d+;)/);
    expect(readable(Twiml)).toBe(
      `<Response><Dial action="${address}" timeout="30" callerId="+12025550199">` +
        `<Number statusCallback="${address}" statusCallbackEvent="ringing answered completed">+14155550123</Number>` +
        '</Dial></Response>',
    );
  });

  // https://www.twilio.com/docs/voice/answering-machine-detection
  test('with machine detection keeps the two apart by a document for who answers', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));
    const at = (leg: string) => `${callback_url}&leg=${leg}#rc=5&rp=ct,rt,5xx`;

    await createTwilio(api).transfer(twilioCredentials, transferring(sid, { detect: true }));

    const { Twiml } = formOf(api.received[0]!);
    expect(Twiml).not.toMatch(/&(?!#\d+;)/);
    expect(readable(Twiml)).toBe(
      `<Response><Dial action="${address}" timeout="30" callerId="+12025550199">` +
        `<Number statusCallback="${address}" statusCallbackEvent="ringing answered completed" ` +
        `url="${at('answered')}" machineDetection="Enable" amdStatusCallback="${at('detected')}">+14155550123</Number>` +
        '</Dial></Response>',
    );
  });

  test('with a briefing alone keeps the two apart, too', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));

    await createTwilio(api).transfer(twilioCredentials, transferring(sid, { brief: true }));

    const twiml = readable(formOf(api.received[0]!)['Twiml']);
    expect(twiml).toContain(` url="${callback_url}&leg=answered#rc=5&rp=ct,rt,5xx">+14155550123<`);
    expect(twiml).not.toContain('machineDetection');
  });

  // https://www.twilio.com/docs/voice/twiml/say
  test('has who answers hear a text, and asks then', () => {
    const what = { text: 'Ada <asks> & waits.', language: 'en-GB' };

    const document = createTwilio().legDocument(what, `${callback_url}&leg=answered`);

    expect(document).not.toMatch(/&(?!#\d+;)/);
    expect(document).toContain('<Say language="en-GB">Ada &#60;asks&#62; &#38; waits.</Say>');
    expect(readable(document)).toContain(`<Redirect>${callback_url}&leg=briefed</Redirect>`);
  });

  test('lets who answers hear nothing, then the person, or ends the call', () => {
    const carrier = createTwilio();
    const at = `${callback_url}&leg=answered`;

    const documents = (['wait', 'connect', 'hang_up'] as const).map((what) =>
      readable(carrier.legDocument(what, at)),
    );

    expect(documents).toEqual([
      `<Response><Pause length="1"/><Redirect>${at}</Redirect></Response>`,
      '<Response></Response>',
      '<Response><Hangup/></Response>',
    ]);
    expect(carrier.leg).toBeUndefined();
  });

  test('that is canceled gives the call the document of its agent', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));
    const credentials = { ...twilioCredentials, voice_url: 'https://agent.example.com/voice?a=b' };

    const result = await createTwilio(api).recall(credentials, recalling(sid, null));

    expect(result).toEqual({ kind: 'accepted' });
    expect(readable(formOf(api.received[0]!)['Twiml'])).toMatch(
      /^<Response><Redirect>https:[/][/]agent[.]example[.]com[/]voice[?]a=b&run_id=17&.*<[/]Redirect><[/]Response>$/,
    );
  });

  test('goes on with the stream of the agent, or ends the call', () => {
    const credentials = { ...twilioCredentials, stream_url: 'wss://agent.example.com/stream' };

    const [back, over] = [call().agent, undefined].map((agent) =>
      createTwilio().afterTransfer(credentials, agent),
    );

    expect(back).toMatch(
      /^<Response><Connect><Stream url="wss:.*<[/]Stream><[/]Connect><[/]Response>$/,
    );
    expect(over).toBe('<Response><Hangup/></Response>');
  });

  // https://www.twilio.com/docs/voice/twiml/pause
  test('that another follows is silent for some seconds before the agent comes back', () => {
    const { agent } = call();
    const urls = [
      { stream_url: 'wss://agent.example.com/s' },
      { voice_url: 'https://a.example/v' },
    ];

    const [stream, page] = urls.map((url) =>
      createTwilio().afterTransfer({ ...twilioCredentials, ...url }, agent, true),
    );

    expect(stream).toMatch(/^<Response><Pause length="5"[/]><Connect>/);
    expect(page).toMatch(/^<Response><Pause length="5"[/]><Redirect>/);
    expect(createTwilio().afterTransfer(twilioCredentials, undefined, true)).toBe(
      '<Response><Hangup/></Response>',
    );
  });
});

// https://developers.telnyx.com/api-reference/call-commands/transfer-call
describe('Telnyx: a transfer', () => {
  test('is the command, with an address and a state for the call to the destination', async () => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));

    const result = await createTelnyx(api).transfer(telnyxCredentials, transferring(callId));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([
      { method: 'POST', path: `/calls/${callId}/actions/transfer` },
    ]);
    expect(JSON.parse(api.received[0]!.body)).toEqual({
      to: '+14155550123',
      from: '+12025550199',
      timeout_secs: 30,
      webhook_url: callback_url,
      webhook_url_method: 'POST',
      target_leg_client_state: Buffer.from('transfer 4').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  // https://developers.telnyx.com/api-reference/call-commands/dial
  test('with machine detection is a call of its own, whose id the answer has', async () => {
    const api = await carrierApi(json(200, { data: { call_control_id: 'v3:leg' } }));

    const result = await createTelnyx(api).transfer(
      telnyxCredentials,
      transferring(callId, { detect: true }),
    );

    expect(result).toEqual({ kind: 'accepted', leg_id: 'v3:leg' });
    expect(api.received).toMatchObject([{ method: 'POST', path: '/calls' }]);
    expect(JSON.parse(api.received[0]!.body)).toEqual({
      connection_id: telnyxCredentials.connection_id,
      to: '+14155550123',
      from: '+12025550199',
      link_to: callId,
      timeout_secs: 30,
      answering_machine_detection: 'detect',
      webhook_url: callback_url,
      webhook_url_method: 'POST',
      client_state: Buffer.from('transfer 4').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('with a briefing is a call of its own, without detection if that is off', async () => {
    const api = await carrierApi(json(200, { data: { call_control_id: 'v3:leg' } }));

    await createTelnyx(api).transfer(telnyxCredentials, transferring(callId, { brief: true }));

    expect(api.received).toMatchObject([{ method: 'POST', path: '/calls' }]);
    expect(JSON.parse(api.received[0]!.body)).not.toHaveProperty('answering_machine_detection');
  });

  // https://developers.telnyx.com/api-reference/call-commands/speak-text
  test('has that call hear a text, by the same command each time', async () => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));
    const request = {
      leg_id: 'v3:leg',
      carrier_call_id: callId,
      transfer_id: 4,
      text: 'Ada asks for another bill.',
      language: 'en-GB',
      timeout_ms: 10_000,
    };
    const { leg } = createTelnyx(api);

    for (let time = 0; time < 2; time += 1)
      expect(await leg?.brief(telnyxCredentials, request)).toEqual({ kind: 'accepted' });

    const [first, again] = api.received;
    expect(first).toMatchObject({ method: 'POST', path: '/calls/v3:leg/actions/speak' });
    expect(JSON.parse(first!.body)).toEqual({
      payload: 'Ada asks for another bill.',
      voice: 'female',
      language: 'en-GB',
      client_state: Buffer.from('transfer 4').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(again?.body).toBe(first?.body);
  });

  // https://developers.telnyx.com/api-reference/call-commands/bridge-calls
  test('connects that call, the same command each time, or ends it', async () => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));
    const { leg } = createTelnyx(api);
    const request = {
      leg_id: 'v3:leg',
      carrier_call_id: callId,
      transfer_id: 4,
      timeout_ms: 10_000,
    };

    for (const command of ['connect', 'connect', 'hangUp'] as const)
      expect(await leg?.[command](telnyxCredentials, request)).toEqual({ kind: 'accepted' });

    const [first, again, last] = api.received;
    expect(first).toMatchObject({ method: 'POST', path: '/calls/v3:leg/actions/bridge' });
    expect(JSON.parse(first!.body)).toEqual({
      call_control_id: callId,
      client_state: Buffer.from('transfer 4').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(again?.body).toBe(first?.body);
    expect(last).toMatchObject({ path: '/calls/v3:leg/actions/hangup' });
  });

  test('that is canceled hangs the call to the destination up, once its id is known', async () => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));
    const carrier = createTelnyx(api);

    const unknown = await carrier.recall(telnyxCredentials, recalling(callId, null));
    const result = await carrier.recall(telnyxCredentials, recalling(callId, 'v3:leg'));

    expect([unknown.kind, result.kind]).toEqual(['failed', 'accepted']);
    expect(api.received).toMatchObject([{ path: '/calls/v3:leg/actions/hangup' }]);
  });
});

const adapters = [
  {
    carrier: 'Twilio',
    create: createTwilio,
    credentials: twilioCredentials,
    id: sid,
    errorOf: (code: number) => ({ code, message: twilioCredentials.auth_token }),
    refusal: [404, 21220],
  },
  {
    carrier: 'Telnyx',
    create: createTelnyx,
    credentials: telnyxCredentials,
    id: callId,
    errorOf: (code: number) => ({
      errors: [{ code: String(code), detail: telnyxCredentials.api_key }],
    }),
    refusal: [422, 90018],
  },
] as const;

describe.each(adapters)('$carrier: a request for a transfer', (adapter) => {
  const { create, credentials, id, errorOf, refusal } = adapter;

  test.each([
    ['refused', refusal[0], refusal[1]],
    ['account_refused', 401, 20003],
    ['rate_limited', 429, 20429],
    ['unknown', 500, 20500],
  ] as const)('that the carrier does not accept is %s: %d', async (kind, status, code) => {
    const api = await carrierApi(json(status, errorOf(code)));

    const result = await create(api).transfer(credentials, transferring(id));

    expect(result.kind).toBe(kind);
    expectNoneOf(credentials, result);
    expect(api.received).toHaveLength(1);
  });

  test.each(losses.filter(([how]) => how !== 'names no call'))(
    'is not known to be heard: it %s',
    async (_, answer) => {
      const api = await carrierApi(answer);

      const result = await create(api).transfer(credentials, transferring(id, soon));

      expect(result.kind).toBe('unknown');
      expect(api.received).toHaveLength(1);
    },
  );
});
