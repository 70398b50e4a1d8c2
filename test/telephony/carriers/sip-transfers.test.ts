import { describe, expect, test } from 'vitest';
import type { TransferRequest } from '../../../src/telephony/carriers/requests.ts';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { carrierApi, json, telnyxCredentials, twilioCredentials } from './given.ts';

const to = 'sip:front-desk@pbx.example.com:5061';
const callback_url = 'https://voice.example.com/api/v1/telephony/transfer-callbacks/x/3?run_id=17';
const address = `${callback_url}#rc=5&rp=ct,rt,5xx`;
const leg = (which: string) => `${callback_url}&leg=${which}#rc=5&rp=ct,rt,5xx`;

const transferring = (changes: Partial<TransferRequest> = {}): TransferRequest => ({
  carrier_call_id: 'C1',
  transfer_id: 4,
  to,
  from_number: '+12025550199',
  callback_url,
  ring_seconds: 30,
  detect: false,
  brief: false,
  timeout_ms: 10_000,
  ...changes,
});

const twimlOf = (body: string): string =>
  (new URLSearchParams(body).get('Twiml') ?? '').replace(/&#([0-9]{1,3});/g, (_, code) =>
    String.fromCharCode(Number(code)),
  );

// https://www.twilio.com/docs/voice/twiml/sip, whose attributes are those of https://www.twilio.com/docs/voice/twiml/number
describe('Twilio: a transfer to a SIP URI', () => {
  test.each([
    ['', {}],
    [` url="${leg('answered')}"`, { brief: true }],
    [
      ` url="${leg('answered')}" machineDetection="Enable" amdStatusCallback="${leg('detected')}"`,
      { detect: true },
    ],
  ])('dials that, and reports as of a number%s', async (apart, changes) => {
    const api = await carrierApi(json(200, { sid: 'C1', status: 'in-progress' }));

    await createTwilio(api).transfer(twilioCredentials, transferring(changes));

    expect(twimlOf(api.received[0]!.body)).toBe(
      `<Response><Dial action="${address}" timeout="30" callerId="+12025550199">` +
        `<Sip statusCallback="${address}" statusCallbackEvent="ringing answered completed"${apart}>${to}</Sip>` +
        '</Dial></Response>',
    );
  });
});

// `to` of both: https://developers.telnyx.com/api-reference/call-commands/transfer-call,
// https://developers.telnyx.com/api-reference/call-commands/dial
describe('Telnyx: a transfer to a SIP URI', () => {
  test.each([
    ['/calls/C1/actions/transfer', {}],
    ['/calls', { detect: true }],
    ['/calls', { brief: true }],
  ])('has it in place of the number: %s %j', async (path, changes) => {
    const api = await carrierApi(json(200, { data: { result: 'ok', call_control_id: 'v3:leg' } }));

    const result = await createTelnyx(api).transfer(telnyxCredentials, transferring(changes));

    expect(result.kind).toBe('accepted');
    expect(api.received).toMatchObject([{ path }]);
    expect(JSON.parse(api.received[0]!.body)).toMatchObject({ to, from: '+12025550199' });
  });
});
