import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { relayAttributes } from '../../../src/telephony/relay/attributes.ts';
import { later } from '../../../src/timestamp.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import {
  call,
  carrierApi,
  expectNoneOf,
  json,
  losses,
  soon,
  twilioCredentials as credentials,
} from './given.ts';

const created = json(201, { sid: 'CA0123456789abcdef0123456789abcdef', status: 'queued' });

describe('Twilio: placing a call', () => {
  test('creates a call that reports every step and the machine detection', async () => {
    const api = await carrierApi(created);

    const asked = await createTwilio(api).place(credentials, call());

    expect(asked).toEqual({
      kind: 'accepted',
      carrier_call_id: 'CA0123456789abcdef0123456789abcdef',
    });
    expect(api.received).toHaveLength(1);
    const [request] = api.received;
    expect(request).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/${credentials.account_sid}/Calls.json`,
    });
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from(`${credentials.account_sid}:${credentials.auth_token}`).toString('base64')}`,
    );
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const form = new URLSearchParams(request?.body);
    expect(Object.fromEntries(form)).toEqual({
      To: '+14155550123',
      From: '+12025550199',
      Twiml: '<Response><Hangup/></Response>',
      StatusCallback: `${call().callback_url}#rc=5&rp=ct,rt,5xx`,
      StatusCallbackMethod: 'POST',
      StatusCallbackEvent: 'completed',
      MachineDetection: 'Enable',
      AsyncAmd: 'true',
      AsyncAmdStatusCallback: `${call().callback_url}#rc=5&rp=ct,rt,5xx`,
      AsyncAmdStatusCallbackMethod: 'POST',
    });
    expect(form.getAll('StatusCallbackEvent')).toEqual([
      'initiated',
      'ringing',
      'answered',
      'completed',
    ]);
  });

  // "you can pass the details in the voice request URL":
  // https://support.twilio.com/hc/en-us/articles/115011213347-Passing-Custom-Information-via-Requests-to-Twilio.
  test.each([
    ['https://agent.example.com/voice', 'https://agent.example.com/voice?'],
    ['https://agent.example.com/voice?line=a%2Fb', 'https://agent.example.com/voice?line=a%2Fb&'],
  ])('sends an answered call to the voice_url %s with its run', async (voice_url, begin) => {
    const api = await carrierApi(created);
    const stream_url = 'wss://agent.example.com/stream';

    await createTwilio(api).place({ ...credentials, voice_url, stream_url }, call());

    const form = new URLSearchParams(api.received[0]?.body);
    const { run_code } = call().agent;
    expect(form.get('Url')).toBe(
      `${begin}run_id=17&workflow_id=3&workflow_version=2&run_code=${run_code}`,
    );
    expect(form.has('Twiml')).toBe(false);
  });

  // "The url does not support query string parameters. To pass custom key value pairs to the WebSocket, make use of
  // Custom Parameters": https://www.twilio.com/docs/voice/twiml/stream. TwiML in a request has at most 4,000
  // characters: https://www.twilio.com/docs/api/errors/32018.
  test('streams without the number of a caller who hides it', async () => {
    const api = await carrierApi(created);
    const agent = { ...call().agent, from_number: null };

    await createTwilio(api).place(
      { ...credentials, stream_url: 'wss://a.example.com' },
      call({ agent }),
    );

    const twiml = new URLSearchParams(api.received[0]?.body).get('Twiml');
    expect(twiml).toContain('name="to_number"');
    expect(twiml).not.toContain('from_number');
  });

  test('streams an answered call to the stream_url, with its run as parameters', async () => {
    const api = await carrierApi(created);
    const stream_url = `wss://agent.example.com/${'s'.repeat(1000)}`;

    await createTwilio(api).place({ ...credentials, stream_url }, call());

    const form = new URLSearchParams(api.received[0]?.body);
    const { run_token } = call().agent;
    expect(form.get('Twiml')).toBe(
      `<Response><Connect><Stream url="${stream_url}">` +
        '<Parameter name="run_id" value="17"/><Parameter name="workflow_id" value="3"/>' +
        `<Parameter name="workflow_version" value="2"/><Parameter name="run_token" value="${run_token}"/>` +
        '<Parameter name="to_number" value="+14155550123"/><Parameter name="from_number" value="+12025550199"/>' +
        '</Stream></Connect></Response>',
    );
    expect(form.get('Twiml')!.length).toBeLessThan(4000);
    expect(form.has('Url')).toBe(false);
  });

  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
  test('has ConversationRelay talk with the relay_url, with its run as parameters', async () => {
    const api = await carrierApi(created);
    const relay_url = 'wss://agent.example.com/relay';
    const { agent } = call();
    const relay = {
      attributes: { welcomeGreeting: 'Is this "Ada" & <co>?', dtmfDetection: 'true' },
      action_url: 'https://voice.example.com/relay-callbacks/twilio/3?run_id=17',
    };

    await createTwilio(api).place(
      { ...credentials, relay_url },
      call({ agent: { ...agent, relay } }),
    );

    const twiml = new URLSearchParams(api.received[0]?.body).get('Twiml');
    expect(twiml).toMatch(
      /^<Response><Connect action="https:[^"]*[?]run_id=17#rc=5&#38;rp=ct,rt,5xx"><ConversationRelay url="wss:\/\/agent[.]example[.]com\/relay" welcomeGreeting="Is this &#34;Ada&#34; &#38; &#60;co&#62;[?]" dtmfDetection="true"><Parameter name="run_id" value="17"\/>/,
    );
    expect(twiml).toContain(`<Parameter name="run_token" value="${agent.run_token}"/>`);
    expect(twiml).toMatch(/<\/ConversationRelay><\/Connect><\/Response>$/);
  });

  test('has room for the longest settings of a relay', async () => {
    const api = await carrierApi(created);
    const relay_url = `wss://agent.example.com/${'s'.repeat(1000)}`;
    const settings = {
      greeting: '&'.repeat(400),
      language: 'a'.repeat(8),
      voice: 'v'.repeat(100),
      voice_provider: 'ElevenLabs',
      interruptible: 'speech',
      has_partial_prompts: true,
    };
    const relay = {
      attributes: relayAttributes(settings, { greets: true }),
      action_url: `https://voice.example.com/api/v1/telephony/relay-callbacks/twilio/9007199254740991?run_id=9007199254740991&handoff_id=9007199254740991`,
    };

    await createTwilio(api).place(
      { ...credentials, relay_url },
      call({ agent: { ...call().agent, relay } }),
    );

    expect(new URLSearchParams(api.received[0]?.body).get('Twiml')!.length).toBeLessThan(4000);
  });

  test.each(['voice_url', 'stream_url'])('prefers a %s to the relay_url', async (name) => {
    const api = await carrierApi(created);
    const urls = { [name]: 'wss://agent.example.com/other', relay_url: 'wss://agent.example.com/' };

    await createTwilio(api).place({ ...credentials, ...urls }, call());

    expect(api.received[0]?.body).not.toContain('ConversationRelay');
  });

  test("has ConversationRelay talk with the service's own agent only if the configuration names none", async () => {
    const api = await carrierApi(created);
    const agentUrl = 'wss://api.example.com/agent/relay';
    const own = createTwilio({ ...api, agentUrl });

    await own.place(credentials, call());
    await own.place({ ...credentials, voice_url: 'https://agent.example.com/' }, call());
    await createTwilio(api).place(credentials, call());

    const bodies = api.received.map(({ body }) => new URLSearchParams(body).get('Twiml'));
    expect(bodies[0]).toContain(`<ConversationRelay url="${agentUrl}"`);
    expect(bodies.slice(1)).toEqual([null, '<Response><Hangup/></Response>']);
    expect([own.hasRuntime(credentials), createTwilio(api).hasRuntime(credentials)]).toEqual([
      true,
      false,
    ]);
  });

  test('names neither the address nor the token in what it says of a refusal', async () => {
    const { run_code } = call().agent;
    const message = `Url is not a valid URL: https://agent.example.com/voice?run_code=${run_code}`;
    const api = await carrierApi(json(400, { code: 21205, message, status: 400 }));
    const voice_url = 'https://agent.example.com/voice';

    const refused = await createTwilio(api).place({ ...credentials, voice_url }, call());

    expect(refused.kind).toBe('account_refused');
    expect(JSON.stringify(refused)).not.toMatch(/vap_|agent[.]example/);
  });

  // https://www.twilio.com/docs/api/errors
  test.each([
    [400, 21211, "The 'To' number +14155550123 is not a valid phone number.", 'refused'],
    [400, 21215, 'Account not authorized to call +14155550123.', 'refused'],
    [403, 21216, 'Account not allowed to call +14155550123', 'refused'],
    [400, 21219, 'The number is unverified. Trial accounts may only call verified.', 'refused'],
    [400, 20001, 'Unknown parameters', 'refused'],
    [401, 20003, `Authenticate ${credentials.auth_token}`, 'account_refused'],
    [403, 20003, 'Permission Denied', 'account_refused'],
    [401, undefined, 'Unauthorized', 'account_refused'],
    [400, 10001, 'Account is not active', 'account_refused'],
    [403, 20005, 'Account not active', 'account_refused'],
    [400, 10002, 'Trial account does not support this feature', 'account_refused'],
    [400, 10005, 'Voice calling has been disabled', 'account_refused'],
    [404, 20404, `/2010-04-01/Accounts/${credentials.account_sid}/Calls`, 'account_refused'],
    [400, 21210, 'The source phone number is not yet verified', 'account_refused'],
    [400, 21212, 'The From number is not a valid phone number', 'account_refused'],
    [429, 20429, 'Too Many Requests', 'rate_limited'],
    [400, 10004, 'Call concurrency limit exceeded', 'rate_limited'],
    [500, 20500, 'Internal Server Error', 'unknown'],
    [503, 20503, 'Service Unavailable', 'unavailable'],
    [408, undefined, 'Request Timeout', 'unknown'],
    [502, undefined, 'Bad Gateway', 'unknown'],
    [504, 20504, 'Gateway Timeout', 'unknown'],
    [307, undefined, 'Elsewhere', 'unknown'],
  ])('classifies %i with error %s', async (status, code, message, kind) => {
    const more_info = `https://www.twilio.com/docs/errors/${code}`;
    const api = await carrierApi(json(status, { code, message, more_info, status }));

    const result = await createTwilio(api).place(credentials, call());

    expect(result.kind).toBe(kind);
    expect(result).toHaveProperty('detail', expect.stringContaining(`HTTP ${status}`));
    if (code) expect(result).toHaveProperty('detail', expect.stringContaining(`error ${code}`));
    if (kind.endsWith('refused'))
      expect(result).toMatchObject(code === undefined ? {} : { carrier_code: String(code) });
    expectNoneOf(credentials, result);
    expect(api.received).toHaveLength(1);
  });

  test.each([429, 503])('reads the pause that %i asks for', async (status) => {
    const api = await carrierApi(json(status, { code: 20429 }, { 'retry-after': '12' }));

    const result = await createTwilio(api).place(credentials, call());

    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_ms: 12_000 });
  });
});

describe('Twilio: the state of a call', () => {
  const placing_at = '2026-01-02T03:04:05.678Z';
  const sid = 'CA0123456789abcdef0123456789abcdef';
  const resource = (members: Readonly<Record<string, unknown>> = {}) => ({
    sid,
    status: 'completed',
    direction: 'outbound-api',
    answered_by: null,
    date_created: 'Fri, 02 Jan 2026 03:04:06 +0000',
    start_time: null,
    end_time: null,
    ...members,
  });
  const query = (seconds: number, carrier_call_id: string | null = null) => ({
    run_id: 17,
    carrier_call_id,
    to_number: '+14155550123',
    from_number: '+12025550199',
    placing_at,
    now: later(placing_at, seconds * 1000),
    timeout_ms: 10_000,
  });
  /** The answer to a list, dated by a carrier whose clock is ahead. */
  const list = (seconds: number, calls: readonly unknown[], clockAheadMs = 0) =>
    json(
      200,
      { calls },
      { date: new Date(Date.parse(placing_at) + seconds * 1000 + clockAheadMs).toUTCString() },
    );

  test.each([
    ['queued', {}, { kind: 'in_progress', status: 'ringing' }],
    ['ringing', {}, { kind: 'in_progress', status: 'ringing' }],
    [
      'in-progress',
      { answered_by: 'machine_start' },
      { kind: 'in_progress', status: 'answered', answered_by: 'machine' },
    ],
    [
      'completed',
      { end_time: 'Fri, 02 Jan 2026 03:05:06 +0000', answered_by: 'human' },
      {
        kind: 'ended',
        status: 'completed',
        answered_by: 'human',
        at: '2026-01-02T03:05:06.000Z',
      },
    ],
    ['busy', {}, { kind: 'ended', status: 'busy' }],
    ['no-answer', {}, { kind: 'ended', status: 'no_answer' }],
    ['failed', {}, { kind: 'ended', status: 'failed' }],
    ['canceled', {}, { kind: 'ended', status: 'canceled' }],
  ])('of %s with %j is %j', async (status, members, expected) => {
    const api = await carrierApi(json(200, resource({ status, ...members })));

    const answer = await createTwilio(api).status(credentials, query(1, sid));

    expect(answer).toEqual({ ...expected, carrier_call_id: sid });
    expect(api.received.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/2010-04-01/Accounts/${credentials.account_sid}/Calls/${sid}.json`],
    ]);
  });

  test('is looked for by its numbers if its id was lost', async () => {
    const api = await carrierApi(list(10, [resource({ status: 'busy' })]));

    const answer = await createTwilio(api).status(credentials, query(10));

    expect(answer).toEqual({ kind: 'ended', status: 'busy', carrier_call_id: sid });
    expect(api.received).toHaveLength(1);
    const { searchParams } = new URL(api.received[0]?.path ?? '', api.baseUrl);
    expect(Object.fromEntries(searchParams)).toEqual({
      To: '+14155550123',
      From: '+12025550199',
      PageSize: '50',
    });
  });

  const earlier = resource({ date_created: 'Fri, 02 Jan 2026 03:03:06 +0000' });
  const muchLater = resource({ date_created: 'Fri, 02 Jan 2026 03:34:06 +0000' });
  const inbound = resource({ direction: 'inbound' });
  test.each([
    ['no call, a minute after its placement', 61, [], 'never_placed'],
    ['no call, sooner', 60, [], 'silent'],
    ['only an earlier call', 61, [earlier], 'never_placed'],
    ['only an incoming call', 61, [inbound], 'never_placed'],
    ['an earlier call and this one', 61, [resource(), earlier], 'ended'],
    ['a later call and this one', 3600, [muchLater, resource()], 'ended'],
    ['only a later call', 3600, [muchLater], 'silent'],
    ['two calls that it could be', 61, [resource(), resource()], 'silent'],
    ['a full page of earlier calls', 61, Array(50).fill(earlier), 'silent'],
  ])('is found in a list of %s', async (_, seconds, calls, kind) => {
    const api = await carrierApi(list(seconds, calls));

    const answer = await createTwilio(api).status(credentials, query(seconds));

    expect(answer.kind).toBe(kind);
  });

  test.each([-3_600_000, 3_600_000])(
    "is found by the carrier's clock, which is %i ms ahead",
    async (ahead) => {
      const date_created = new Date(Date.parse(placing_at) + ahead).toUTCString();
      const api = await carrierApi(list(61, [resource({ date_created })], ahead));

      const answer = await createTwilio(api).status(credentials, query(61));

      expect(answer.kind).toBe('ended');
    },
  );

  test.each([
    ['a call that it does not know', json(404, { code: 20404, message: credentials.auth_token })],
    ['a wrong token', json(401, { code: 20003 })],
    ['a failure', json(500, {})],
    ['a page of a gateway', (res: ServerResponse) => void res.writeHead(502).end('<html>')],
    ['an unknown state', json(200, resource({ status: 'dreaming' }))],
    ['more than it may', json(200, resource({ padding: 'x'.repeat(300_000) }))],
  ])('is unknown when the carrier answers with %s', async (_, answer) => {
    const api = await carrierApi(answer);

    const status = await createTwilio(api).status(credentials, query(61, sid));

    expect(status).toEqual({ kind: 'silent', detail: expect.any(String) });
    expectNoneOf(credentials, status);
    expect(api.received).toHaveLength(1);
  });

  test.each(losses.filter(([how]) => how !== 'names no call'))(
    'is unknown when the carrier %s',
    async (_, answer) => {
      const api = await carrierApi(answer);

      const status = await createTwilio(api).status(credentials, { ...query(61, sid), ...soon });

      expect(status.kind).toBe('silent');
    },
  );
});
