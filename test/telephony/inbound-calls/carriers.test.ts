import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { ownServer } from '../../support/own-server.ts';
import { carrierApi, json } from '../carriers/given.ts';
import { stateOf } from '../calls/given.ts';
import { telnyx, twilio, tokenFor } from '../given.ts';
import { busy, caller, givenInbound, ours, rejected } from './given.ts';

const server = ownServer();

type Inbound = Awaited<ReturnType<typeof givenInbound>>;

const agentOf = (text: string): Record<string, string> =>
  Object.fromEntries(new URL(text.replaceAll('&#38;', '&')).searchParams);

const between = (text: string, tag: string): string =>
  new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? '';

const readsSession = async ({ member }: Inbound, run_id: number, key: string) =>
  (await member.send('GET', `/api/v1/runs/${run_id}/session`, { key })).body.run_id === run_id;

// The request for a document, and the report of the end: https://www.twilio.com/docs/voice/twiml#request-parameters,
// https://www.twilio.com/docs/voice/api/call-resource#statuscallback
describe('receiveInboundCall of Twilio', () => {
  const voice_url = 'https://agent.example.com/voice?line=2';
  const stream_url = 'wss://agent.example.com/stream';
  const sid = 'CA0123456789abcdef0123456789abcdef';

  const given = (urls: object, options: Partial<Parameters<typeof givenInbound>[0]> = {}) =>
    givenInbound({ server, provider: 'twilio', credentials: { ...twilio, ...urls }, ...options });

  function post(
    { path }: Inbound,
    status: string,
    { fragment = '', token = twilio.auth_token } = {},
  ) {
    const form = {
      AccountSid: twilio.account_sid,
      ApiVersion: '2010-04-01',
      CallSid: sid,
      CallStatus: status,
      Direction: 'inbound',
      From: caller,
      To: ours,
      CallerName: 'Zoë & <co>',
    };
    const text = Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, server.url + path + fragment);
    return server.send('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
      },
    });
  }

  // https://www.twilio.com/docs/voice/twiml/redirect
  test('redirects to the voice_url, and counts the call as answered', async () => {
    const called = await given({ voice_url, stream_url });

    const { text } = await post(called, 'ringing');

    const [run] = await called.runs();
    expect(text).toMatch(/^<Response><Redirect>https:[^<]*<\/Redirect><\/Response>$/);
    expect(text).not.toMatch(/&(?!#38;)/);
    const { run_code, ...query } = agentOf(between(text, 'Redirect'));
    const run_token = await tokenFor(server, run_code!);
    expect(query).toEqual({
      line: '2',
      run_id: String(run.id),
      workflow_id: String(called.workflow.id),
      workflow_version: '1',
    });
    expect(await readsSession(called, run.id, run_token)).toBe(true);
    expect(run).toMatchObject({ state: 'running', answered_at: run.created_at });
  });

  // https://www.twilio.com/docs/voice/twiml/stream
  test('streams to the stream_url, with the members as custom parameters', async () => {
    const called = await given({ stream_url });

    const { text } = await post(called, 'ringing');

    const [run] = await called.runs();
    const { id } = run;
    expect(text).toMatch(
      new RegExp(
        `^<Response><Connect><Stream url="${stream_url}"><Parameter name="run_id" value="${id}"/>` +
          `<Parameter name="workflow_id" value="${called.workflow.id}"/><Parameter name="workflow_version" value="1"/>` +
          `<Parameter name="run_token" value="vap_run_[^"]*"/>` +
          `<Parameter name="to_number" value="[+]${run.to_number.slice(1)}"/>` +
          `<Parameter name="from_number" value="[+]${run.from_number.slice(1)}"/></Stream></Connect></Response>$`,
      ),
    );
  });

  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
  test("has ConversationRelay talk with the relay_url, by the workflow's settings", async () => {
    const relay = { greeting: 'Hello', language: 'en-GB', has_key_detection: false };
    const called = await given(
      { relay_url: stream_url },
      { workflow_configurations: { relay, record: true } },
    );

    const { text } = await post(called, 'ringing');

    const [{ id }] = await called.runs();
    const action = `${server.url}/api/v1/telephony/relay-callbacks/twilio/${called.config_id}?run_id=${id}#rc=5&#38;rp=ct,rt,5xx`;
    expect(text).toContain(
      `<Response><Start><Recording/></Start><Connect action="${action}"><ConversationRelay url="${stream_url}" ` +
        `welcomeGreeting="Hello" language="en-GB" dtmfDetection="false"><Parameter name="run_id" value="${id}"/>`,
    );
  });

  // https://www.twilio.com/docs/voice/twiml/recording
  test('records the call first if the workflow wants it', async () => {
    const called = await given({ voice_url }, { workflow_configurations: { record: true } });

    const first = await post(called, 'ringing');
    const again = await post(called, 'ringing');

    expect(first.text).toMatch(/^<Response><Start><Recording\/><\/Start><Redirect>/);
    expect(again.text).toBe(first.text);
  });

  // https://www.twilio.com/docs/voice/twiml/reject
  test('rejects a call without a slot as busy, and one without a runtime', async () => {
    const full = await given({ voice_url }, { isFull: true });
    const nowhere = await given({});

    const answers = [await post(full, 'ringing'), await post(nowhere, 'ringing')];

    expect(answers.map(({ text }) => text)).toEqual([busy, rejected]);
    expect((await nowhere.number()).last_inbound_rejection.reason).toBe('no_agent_runtime');
    expect([await full.runs(), await nowhere.runs()]).toEqual([[], []]);
  });

  test.each([
    ['completed', 'completed'],
    ['no-answer', 'no_answer'],
    ['failed', 'failed'],
  ])("ends the call by the number's status callback %s", async (status, outcome) => {
    const called = await given({ voice_url });
    await post(called, 'ringing');
    const [{ id }] = await called.runs();

    const answer = await post(called, status);

    expect([answer.status, answer.text]).toEqual([200, '<Response></Response>']);
    expect(await stateOf(called.member, id)).toMatchObject({ state: 'completed', outcome });
  });

  test('takes the URL with the fragment that asks for retries', async () => {
    const called = await given({ voice_url });

    expect((await post(called, 'ringing', { fragment: '#rc=5&rp=ct,rt,5xx' })).status).toBe(200);
  });

  test("refuses another account's signature", async () => {
    const called = await given({ voice_url });

    expect((await post(called, 'ringing', { token: 'e'.repeat(32) })).status).toBe(403);
    expect(await called.runs()).toEqual([]);
  });
});

// https://developers.telnyx.com/docs/voice/programmable-voice/receiving-webhooks
describe('receiveInboundCall of Telnyx', () => {
  const keys = generateKeyPairSync('ed25519');
  const spki = keys.publicKey.export({ format: 'der', type: 'spki' });
  const public_key = spki.subarray(-32).toString('base64');
  const stream_url = 'wss://agent.example.com/stream?line=2';
  const id = 'v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg';
  const accepted = json(200, { data: { result: 'ok' } });

  async function given({
    answer = accepted,
    urls = { stream_url },
    ...options
  }: Partial<Parameters<typeof givenInbound>[0]> & {
    answer?: (res: ServerResponse) => void;
    urls?: object;
  } = {}) {
    const api = await carrierApi((res) => answer(res));
    // The server's own carriers, with this address in place of Telnyx's.
    Object.assign(server.app.calls.carriers, { telnyx: createTelnyx(api) });
    const credentials = { ...telnyx, public_key, ...urls };
    const called = await givenInbound({ server, provider: 'telnyx', credentials, ...options });
    return { ...called, api };
  }

  const initiated = {
    event_type: 'call.initiated',
    payload: {
      call_control_id: id,
      connection_id: telnyx.connection_id,
      direction: 'incoming',
      state: 'parked',
      from: caller,
      to: ours,
    },
  };

  function post(path: string, data: object) {
    const raw = JSON.stringify({ data });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signWith(null, Buffer.from(`${timestamp}|${raw}`), keys.privateKey);
    return server.send('POST', path, {
      raw,
      headers: {
        'content-type': 'application/json',
        'telnyx-signature-ed25519': signature.toString('base64'),
        'telnyx-timestamp': timestamp,
      },
    });
  }

  // https://developers.telnyx.com/api-reference/call-commands/answer-call
  test('answers with the stream and the address of its callbacks', async () => {
    const { api, path, config_id, ...called } = await given({
      workflow_configurations: { record: true },
    });

    const answer = await post(path, initiated);

    const [run] = await called.runs();
    expect([answer.status, answer.text]).toEqual([200, '<Response></Response>']);
    expect(api.received).toHaveLength(1);
    const [request] = api.received;
    expect(request).toMatchObject({ method: 'POST', path: `/calls/${id}/actions/answer` });
    expect(request?.headers.authorization).toBe(`Bearer ${telnyx.api_key}`);
    const body = JSON.parse(request?.body ?? '');
    expect(body).toEqual({
      webhook_url: `${server.url}/api/v1/telephony/callbacks/telnyx/${config_id}?run_id=${run.id}`,
      webhook_url_method: 'POST',
      record: 'record-from-answer',
      record_channels: 'dual',
      record_format: 'mp3',
      stream_url: expect.stringMatching(/^wss:\/\/agent\.example\.com\/stream\?line=2&run_id=/),
      stream_track: 'inbound_track',
      stream_bidirectional_mode: 'rtp',
      client_state: Buffer.from(String(run.id)).toString('base64'),
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { run_code, run_id } = agentOf(body.stream_url);
    const run_token = await tokenFor(server, run_code!);
    expect(run_id).toBe(String(run.id));
    expect(
      (await called.member.send('GET', `/api/v1/runs/${run.id}/session`, { key: run_token }))
        .status,
    ).toBe(200);
    expect(run).toMatchObject({ carrier_call_id: id, answered_at: null });
  });

  test('follows the call by its callbacks, wherever they come', async () => {
    const called = await given();
    await post(called.path, initiated);
    const [run] = await called.runs();
    const callbacks = `/api/v1/telephony/callbacks/telnyx/${called.config_id}?run_id=${run.id}`;
    const payload = { call_control_id: id };

    const answered = await post(callbacks, { event_type: 'call.answered', payload });
    const talking = await stateOf(called.member, run.id);
    await post(called.path, {
      event_type: 'call.hangup',
      payload: { ...payload, hangup_cause: 'normal_clearing' },
    });

    expect([answered.status, talking.started_at !== null]).toEqual([204, true]);
    expect(await stateOf(called.member, run.id)).toMatchObject({ outcome: 'completed' });
  });

  // https://developers.telnyx.com/api-reference/call-commands/reject-a-call
  test.each([
    ['USER_BUSY', { isFull: true }],
    ['CALL_REJECTED', { urls: {} }],
  ])('rejects with the cause %s', async (cause, options) => {
    const called = await given(options);

    const answer = await post(called.path, initiated);

    expect(answer.status).toBe(200);
    expect(called.api.received).toMatchObject([{ path: `/calls/${id}/actions/reject` }]);
    expect(JSON.parse(called.api.received[0]?.body ?? '')).toEqual({
      cause,
      command_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await called.runs()).toEqual([]);
  });

  test('asks for the call again when the command was not heard, and sends the same one', async () => {
    let answer = json(500, { errors: [] });
    const called = await given({ answer: (res) => answer(res) });

    const lost = await post(called.path, initiated);
    answer = accepted;
    const again = await post(called.path, initiated);

    expect([lost.status, again.status]).toEqual([503, 200]);
    const [first, second, ...others] = called.api.received;
    expect([second?.body, others]).toEqual([first?.body, []]);
    expect(await called.runs()).toHaveLength(1);
  });

  test('has the call asked about at once that has ended before its answer', async () => {
    const called = await given({ answer: json(422, { errors: [{ code: '90018' }] }) });

    const answer = await post(called.path, initiated);

    const [run] = await called.runs();
    const live = await server.app.db
      .selectFrom('live_calls')
      .select('ask_at')
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(answer.status).toBe(200);
    expect(Date.parse(live.ask_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('ignores calls that it places itself, and events without a call', async () => {
    const called = await given();
    const outgoing = { ...initiated, payload: { ...initiated.payload, direction: 'outgoing' } };

    const answers = [
      await post(called.path, outgoing),
      await post(called.path, { ...initiated, payload: { direction: 'incoming' } }),
      await post(called.path, {
        event_type: 'streaming.started',
        payload: { call_control_id: id },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await called.runs(), called.api.received]).toEqual([[], []]);
  });
});
