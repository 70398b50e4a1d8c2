import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { carrierApi, hangingUp, json, losses, soon } from './given.ts';

const twilio = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a-token-of-the-account' };
const sid = 'CA0123456789abcdef0123456789abcdef';
const telnyx = { api_key: 'a-key-of-the-account', connection_id: '1234567890', public_key: 'AAAA' };
const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';

// https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource
describe('Twilio: ending a call', () => {
  const path = `/2010-04-01/Accounts/${twilio.account_sid}/Calls/${sid}.json`;
  const statusesIn = (received: readonly { readonly body: string }[]) =>
    received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

  test('that rings sets its status to canceled', async () => {
    const api = await carrierApi(json(200, { sid, status: 'canceled' }));

    const result = await createTwilio(api).hangUp(twilio, hangingUp(sid));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([{ method: 'POST', path }]);
    expect(api.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(api.received[0]?.headers.authorization).toMatch(/^Basic /);
    expect(statusesIn(api.received)).toEqual([{ Status: 'canceled' }]);
  });

  test('that is in progress sets its status to completed', async () => {
    const api = await carrierApi(json(200, { sid, status: 'completed' }));

    const result = await createTwilio(api).hangUp(twilio, hangingUp(sid, { answered: true }));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([{ method: 'POST', path }]);
    expect(statusesIn(api.received)).toEqual([{ Status: 'completed' }]);
  });

  test('that was answered meanwhile sets its status to completed too', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));

    await createTwilio(api).hangUp(twilio, hangingUp(sid));

    expect(statusesIn(api.received)).toEqual([{ Status: 'canceled' }, { Status: 'completed' }]);
  });
});

// https://developers.telnyx.com/api-reference/call-commands/hangup-call
describe('Telnyx: ending a call', () => {
  test.each([false, true])('sends the command, answered or not: %s', async (answered) => {
    const api = await carrierApi(json(200, { data: { result: 'ok' } }));

    const result = await createTelnyx(api).hangUp(telnyx, hangingUp(callId, { answered }));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([
      { method: 'POST', path: `/calls/${callId}/actions/hangup`, body: '{}' },
    ]);
    expect(api.received[0]?.headers.authorization).toBe(`Bearer ${telnyx.api_key}`);
  });
});

/** https://www.twilio.com/docs/api/errors */
const errorOfTwilio = (status: number, code: number | undefined) =>
  json(status, { code, message: twilio.auth_token, status });

/** https://developers.telnyx.com/development/api-fundamentals/api-errors */
const errorOfTelnyx = (status: number, code: string) =>
  json(status, { errors: [{ code, title: 'Error', detail: telnyx.api_key }] });

type Refusal = [status: number, answer: ReturnType<typeof json>, kind: 'refused' | 'failed'];

const adapters = [
  {
    carrier: 'Twilio',
    create: createTwilio,
    credentials: twilio,
    id: sid,
    secret: twilio.auth_token,
    errors: [
      [404, errorOfTwilio(404, 20404), 'refused'],
      [400, errorOfTwilio(400, 21220), 'refused'],
      [401, errorOfTwilio(401, 20003), 'failed'],
      [429, errorOfTwilio(429, 20429), 'failed'],
      [500, errorOfTwilio(500, 20500), 'failed'],
      [503, errorOfTwilio(503, undefined), 'failed'],
    ] satisfies Refusal[],
  },
  {
    carrier: 'Telnyx',
    create: createTelnyx,
    credentials: telnyx,
    id: callId,
    secret: telnyx.api_key,
    errors: [
      [422, errorOfTelnyx(422, '90018'), 'refused'],
      [404, errorOfTelnyx(404, '10005'), 'refused'],
      [401, errorOfTelnyx(401, '10009'), 'failed'],
      [429, errorOfTelnyx(429, '10011'), 'failed'],
      [500, errorOfTelnyx(500, '10007'), 'failed'],
    ] satisfies Refusal[],
  },
];

describe.each(adapters)('$carrier: a request to end a call', (adapter) => {
  const { create, credentials, id, secret, errors } = adapter;

  test.each(errors)('that gets %d is $2', async (_status, answer, kind) => {
    const api = await carrierApi(answer);

    const result = await create(api).hangUp(credentials, hangingUp(id));

    expect(result).toMatchObject({ kind });
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(api.received).toHaveLength(1);
  });

  test.each(losses.filter(([how]) => how !== 'names no call'))(
    'is not known to be heard: it %s',
    async (_, answer) => {
      const api = await carrierApi(answer);

      const result = await create(api).hangUp(credentials, hangingUp(id, soon));

      expect(result).toMatchObject({ kind: 'failed' });
    },
  );
});
