import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { carrierApi, json, losses, soon } from './given.ts';

const telnyx = { api_key: 'a-key-of-the-account', connection_id: '1234567890', public_key: 'AAAA' };
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';
const ok = json(200, { data: { result: 'ok' } });

const request = (changes = {}) => ({
  carrier_call_id: callId,
  keys: '1w2,#*AD',
  command_id: 'first',
  timeout_ms: 10_000,
  ...changes,
});

// https://developers.telnyx.com/api-reference/call-commands/send-dtmf
describe('Telnyx: sending keys', () => {
  test('sends the command with pauses in its own letters, and says which request it is', async () => {
    const api = await carrierApi(ok);
    const { sendKeys } = createTelnyx(api);

    const result = await sendKeys!(telnyx, request());
    await sendKeys!(telnyx, request());
    await sendKeys!(telnyx, request({ command_id: 'second' }));

    expect(result).toEqual({ kind: 'accepted' });
    const [first, repeated, second] = api.received.map(({ body }) => JSON.parse(body));
    expect(api.received[0]).toMatchObject({
      method: 'POST',
      path: `/calls/${callId}/actions/send_dtmf`,
      headers: { authorization: `Bearer ${telnyx.api_key}` },
    });
    expect(first).toEqual({ digits: '1w2W#*AD', command_id: expect.stringMatching(/^\w{64}$/) });
    expect(repeated).toEqual(first);
    expect(second.command_id).not.toBe(first.command_id);
  });

  test.each([
    [422, '90018', 'refused'],
    [404, '10005', 'refused'],
    [401, '10009', 'failed'],
    [429, '10011', 'failed'],
    [500, '10007', 'failed'],
  ])('that gets %d is %s %s', async (status, code, kind) => {
    const api = await carrierApi(json(status, { errors: [{ code, detail: telnyx.api_key }] }));

    const result = await createTelnyx(api).sendKeys!(telnyx, request());

    expect(result).toMatchObject({ kind });
    expect(JSON.stringify(result)).not.toContain(telnyx.api_key);
    expect(api.received).toHaveLength(1);
  });

  test.each(losses.filter(([how]) => how !== 'names no call'))(
    'is not known to be heard: it %s',
    async (_, answer) => {
      const api = await carrierApi(answer);

      const result = await createTelnyx(api).sendKeys!(telnyx, request(soon));

      expect(result).toMatchObject({ kind: 'failed' });
    },
  );
});

// https://www.twilio.com/docs/voice/twiml/play#digits takes other TwiML, which ends the stream.
test('Twilio: sends no keys', () => {
  expect(createTwilio().sendKeys).toBeUndefined();
});
