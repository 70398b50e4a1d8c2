import { describe, expect, test } from 'vitest';
import type { HandoffRequest } from '../../../src/telephony/carriers/requests.ts';
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

const callId = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';
const run_token = `vap_run_1_17_4_${'b'.repeat(43)}`;
const run_code = `vap_code_1_17_4_1767607204000_${'b'.repeat(43)}`;

const handing = (
  carrier_call_id: string,
  changes: Partial<HandoffRequest> = {},
): HandoffRequest => ({
  carrier_call_id,
  transfer_id: 4,
  is_return: false,
  agent: { ...call().agent, workflow_id: 5, workflow_version: 1, run_token, run_code },
  timeout_ms: 10_000,
  ...changes,
});

const members = `run_id=17&workflow_id=5&workflow_version=1&run_code=${run_code}`;

// https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource, https://www.twilio.com/docs/voice/twiml/stream
describe('Twilio: a handoff', () => {
  const sid = 'CA0123456789abcdef0123456789abcdef';
  const streaming = { ...twilioCredentials, stream_url: 'wss://agent.example.com/stream' };

  test('gives the call a document that connects the stream of the next agent', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));

    const result = await createTwilio(api).handOff(streaming, handing(sid));

    expect(result).toEqual({ kind: 'accepted' });
    expect(api.received).toMatchObject([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${twilioCredentials.account_sid}/Calls/${sid}.json`,
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(api.received[0]!.body))).toEqual({
      Twiml:
        `<Response><Connect><Stream url="${streaming.stream_url}">` +
        '<Parameter name="run_id" value="17"/><Parameter name="workflow_id" value="5"/>' +
        `<Parameter name="workflow_version" value="1"/><Parameter name="run_token" value="${run_token}"/>` +
        '<Parameter name="to_number" value="+14155550123"/><Parameter name="from_number" value="+12025550199"/>' +
        '</Stream></Connect></Response>',
    });
  });

  test('redirects the call to the page of the agents, if there is one', async () => {
    const api = await carrierApi(json(200, { sid, status: 'in-progress' }));
    const credentials = { ...streaming, voice_url: 'https://agent.example.com/voice' };

    await createTwilio(api).handOff(credentials, handing(sid));

    const twiml = new URLSearchParams(api.received[0]!.body).get('Twiml');
    expect(twiml?.replaceAll('&#38;', '&')).toBe(
      `<Response><Redirect>${credentials.voice_url}?${members}</Redirect></Response>`,
    );
  });

  test('is refused without a request if the configuration names no runtime', async () => {
    const api = await carrierApi(json(200, { sid }));

    const result = await createTwilio(api).handOff(twilioCredentials, handing(sid));

    expect(result.kind).toBe('refused');
    expect(api.received).toEqual([]);
  });

  test.each([
    [404, { code: 20404, status: 404 }, 'account_refused'],
    [400, { code: 21220, status: 400 }, 'refused'],
    [429, { code: 20429, status: 429 }, 'rate_limited'],
    [500, {}, 'unknown'],
  ])('that gets HTTP %i leaves the agent as it was', async (status, body, kind) => {
    const api = await carrierApi(json(status, body));

    const result = await createTwilio(api).handOff(streaming, handing(sid));

    expect(result.kind).toBe(kind);
    expect(result).not.toHaveProperty('has_left');
    expectNoneOf(streaming, result);
  });
});

// https://developers.telnyx.com/api-reference/call-commands/streaming-stop,
// https://developers.telnyx.com/api-reference/call-commands/streaming-start
describe('Telnyx: a handoff', () => {
  const streaming = { ...telnyxCredentials, stream_url: 'wss://agent.example.com/stream' };
  const stop = `/calls/${callId}/actions/streaming_stop`;
  const start = `/calls/${callId}/actions/streaming_start`;
  const ok = json(200, { data: { result: 'ok' } });

  /** An API that answers the commands one after another. */
  const given = (...answers: Parameters<typeof carrierApi>[0][]) => {
    const left = [...answers];
    return carrierApi((res) => (left.shift() ?? ok)(res));
  };
  const pathsOf = ({ received }: { readonly received: readonly { readonly path: string }[] }) =>
    received.map(({ path }) => path);
  const commandOf = ({ body }: { readonly body: string }) => JSON.parse(body).command_id;

  test('stops the stream of the former agent and starts that of the next', async () => {
    const api = await given();

    const result = await createTelnyx(api).handOff(streaming, handing(callId));

    expect(result).toEqual({ kind: 'accepted', is_reported: true });
    expect(pathsOf(api)).toEqual([stop, start]);
    const [stopped, started] = api.received.map(({ body }) => JSON.parse(body));
    expect(stopped).toEqual({ command_id: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(started).toEqual({
      stream_url: `${streaming.stream_url}?${members}`,
      stream_track: 'inbound_track',
      stream_bidirectional_mode: 'rtp',
      client_state: Buffer.from('handoff 4').toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('goes on if there was no stream to stop', async () => {
    const api = await given(json(422, { errors: [{ code: '90046' }] }));

    const result = await createTelnyx(api).handOff(streaming, handing(callId));

    expect(result).toMatchObject({ kind: 'accepted' });
    expect(pathsOf(api)).toEqual([stop, start]);
  });

  test.each([
    [429, 'rate_limited'],
    [401, 'account_refused'],
    [500, 'unknown'],
  ])('whose first command gets HTTP %i sends no second', async (status, kind) => {
    const api = await given(json(status, { errors: [] }));

    const result = await createTelnyx(api).handOff(streaming, handing(callId));

    expect(result.kind).toBe(kind);
    expect(pathsOf(api)).toEqual([stop]);
    expect(result).not.toHaveProperty('has_left');
  });

  test.each([
    [422, 'refused'],
    [500, 'unknown'],
  ])('whose second command gets HTTP %i has left its agent', async (status, kind) => {
    const api = await given(ok, json(status, { errors: [] }));

    const result = await createTelnyx(api).handOff(streaming, handing(callId));

    expect(result).toMatchObject({ kind, has_left: true });
    expectNoneOf(streaming, result);
  });

  test('is the same commands when it is repeated, and others when the call is taken back', async () => {
    const api = await given();
    const carrier = createTelnyx(api);

    for (const is_return of [false, false, true])
      await carrier.handOff(streaming, handing(callId, { is_return }));

    const ids = api.received.map(commandOf);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
    expect(new Set(ids).size).toBe(4);
  });

  test('is refused without a request if the configuration names no runtime', async () => {
    const api = await given();

    const result = await createTelnyx(api).handOff(telnyxCredentials, handing(callId));

    expect(result.kind).toBe('refused');
    expect(api.received).toEqual([]);
  });
});

describe('A handoff whose answer is lost', () => {
  test.each(losses.filter(([how]) => how !== 'names no call' && !how.includes('JSON')))(
    'is unknown: the carrier %s',
    async (_, answer) => {
      const api = await carrierApi(answer);
      const url = { stream_url: 'wss://agent.example.com/stream' };
      const request = handing(callId, soon);

      const results = [
        await createTwilio(api).handOff({ ...twilioCredentials, ...url }, request),
        await createTelnyx(api).handOff({ ...telnyxCredentials, ...url }, request),
      ];

      expect(results.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
      expect(api.received).toHaveLength(2);
    },
  );
});
