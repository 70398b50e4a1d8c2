import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, givenCallable, until } from '../calls/given.ts';
import { tokenIn } from '../given.ts';
import { type Answer, givenRuntime, type Received } from './given-pages.ts';
import { givenStreamRuntime, loud } from './given-runtime.ts';

const server = ownServer({ role: 'all' });

const xml = 'text/xml';

async function givenLine(voice_url: string, pace: object = { ring_ms: 1, talk_ms: 1 }) {
  const member = await newOrganization({ server });
  const made = await givenCallable(member);
  const credentials = { ...pace, voice_url };
  await server.app.db
    .updateTable('telephony_configurations')
    .set({
      credentials_encrypted: sealCredentials(
        server.app.secrets,
        member.organization_id,
        credentials,
      ),
    })
    .where('id', '=', made.configuration_id)
    .execute();
  return { member, ...made };
}

async function call(member: Member, workflow_id: number, to_number = '+12025550100') {
  const { body } = await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
  return body;
}

describe('An answered call on the simulated network', () => {
  test('is sent to the voice_url as Twilio does, with a token that reads its session', async () => {
    const { received, voice_url } = await givenRuntime();
    const { member, workflow_id } = await givenLine(voice_url);

    const run = await call(member, workflow_id);
    const done = await ended(member, run);

    expect(received).toHaveLength(1);
    const [{ method, type, url, form }] = received as [Received];
    expect([method, type]).toEqual(['POST', 'application/x-www-form-urlencoded']);
    expect(form).toMatchObject({
      CallSid: done.carrier_call_id,
      To: '+12025550100',
      CallStatus: 'in-progress',
      Direction: 'outbound-api',
    });
    const { run_code, ...query } = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      line: '2',
      run_id: String(run.id),
      workflow_id: String(workflow_id),
      workflow_version: '1',
    });
    const session = await member.send('GET', `/api/v1/runs/${run.id}/session`, {
      key: tokenIn(server, run_code!)!,
    });
    expect([session.status, session.body.run_id]).toEqual([200, run.id]);
  });

  test('is sent with the signature of the secret of its workflow, and of the one before', async () => {
    const { received, voice_url } = await givenRuntime();
    const { member, workflow_id } = await givenLine(voice_url);
    const rotate = () => member.post(`/api/v1/workflow/${workflow_id}/runtime/rotate-secret`);
    await ended(member, await call(member, workflow_id));
    const former = (await rotate()).body.secret;
    const { secret } = (await rotate()).body;

    await ended(member, await call(member, workflow_id));

    const [unsigned, { body, headers }] = received as [Received, Received];
    expect(unsigned.headers).toEqual({});
    // The library parses JSON after it has verified; a form is none.
    const verified = (by: string, signed: string) => () => new Webhook(by).verify(signed, headers);
    for (const by of [former, secret]) expect(verified(by, body)).toThrow(SyntaxError);
    expect(verified(secret, `${body}&To=1`)).toThrow('No matching signature found');
    expect(verified(`whsec_${btoa('another secret')}`, body)).toThrow('No matching signature');
  });

  test.each(['+12025550140', '+12025550150', '+12025550170', '+12025550196'])(
    'is sent nowhere when %s is not answered before its end',
    async (to_number) => {
      const { received, voice_url } = await givenRuntime();
      const { member, workflow_id } = await givenLine(voice_url);

      await ended(member, await call(member, workflow_id, to_number));

      expect(received).toEqual([]);
    },
  );

  const failures: readonly (readonly [string, string, Answer])[] = [
    ['answers 500', '11217', (res) => res.writeHead(500).end('no')],
    ['answers 404', '11217', (res) => res.writeHead(404).end()],
    [
      'redirects to nobody',
      '11205',
      (res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['redirects nowhere', '11216', (res) => res.writeHead(302).end()],
    ['redirects without end', '11215', (res) => res.writeHead(307, { location: '/again' }).end()],
    ['closes the connection', '11205', (res) => res.destroy()],
    ['answers invalid XML', '12100', (res) => res.setHeader('content-type', xml).end('<Response>')],
    [
      'answers with a picture',
      '12300',
      (res) => res.setHeader('content-type', 'image/png').end('x'),
    ],
    [
      'answers too long a document',
      '11750',
      (res) => res.setHeader('content-type', xml).end(`<Response>${' '.repeat(65_536)}</Response>`),
    ],
    [
      'dials somebody',
      'not_simulated',
      (res) => res.setHeader('content-type', xml).end('<Response><Dial>+1</Dial></Response>'),
    ],
  ];
  test.each(failures)(
    'ends with the reason when the runtime %s, and no log has the token',
    async (_, carrier_code, answer) => {
      const { received, voice_url } = await givenRuntime(answer);
      const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });

      const run = await call(member, workflow_id);
      const done = await ended(member, run);

      expect(done).toMatchObject({
        outcome: 'completed',
        failure: { code: 'agent_failed', carrier_code },
      });
      expect(received.length).toBeGreaterThan(0);
      const ofCall = server.logged.filter(({ call_id }) => call_id === done.carrier_call_id);
      expect(ofCall.map(({ code }) => code)).toContain(carrier_code);
      expect(JSON.stringify(server.logged)).not.toContain('vap_run_');
      expect(JSON.stringify(server.logged)).not.toContain('vap_code_');
    },
  );

  const document = (content: string) => (res: ServerResponse) =>
    res.setHeader('content-type', 'text/xml; charset=utf-8').end(`<Response>${content}</Response>`);

  test.each(['', '<Say>Goodbye.</Say>', '<Hangup/><Say>Never</Say>', '<Reject/>'])(
    'ends at the end of the document <Response>%s</Response>, without a failure',
    async (content) => {
      const { voice_url } = await givenRuntime(document(content));
      const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1, talk_ms: 60_000 });

      const done = await ended(member, await call(member, workflow_id));

      expect([done.outcome, done.failure]).toEqual(['completed', null]);
    },
  );

  test('follows redirects and pauses from page to page, each signed and with the members of the call', async () => {
    const answers: Answer[] = [
      (res) => res.writeHead(307, { location: 'first' }).end(),
      document('<Pause length="0.05"/><Redirect>second?step=2&amp;x=1</Redirect>'),
      document('<Redirect method="GET">third</Redirect>'),
      document('<Hangup/>'),
    ];
    let answered = 0;
    const { received, voice_url } = await givenRuntime((res) => answers[answered++]!(res));
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });
    await member.post(`/api/v1/workflow/${workflow_id}/runtime/rotate-secret`);

    const done = await ended(member, await call(member, workflow_id));

    expect(done).toMatchObject({ outcome: 'completed', failure: null });
    expect(received.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /voice',
      'POST /first',
      'POST /second',
      'GET /third',
    ]);
    expect(received[2]!.url.search).toBe('?step=2&x=1');
    const sids = received.map(
      ({ form, url }) => form['CallSid'] ?? url.searchParams.get('CallSid'),
    );
    expect(new Set(sids)).toEqual(new Set([done.carrier_call_id]));
    for (const { headers } of received) expect(headers).toHaveProperty('webhook-signature');
  });

  test('has no page signed for another workflow, whatever address a document leads to', async () => {
    const other = await givenLine('http://127.0.0.1:9/');
    await other.member.post(`/api/v1/workflow/${other.workflow_id}/runtime/rotate-secret`);
    const { received, voice_url } = await givenRuntime((res) =>
      received.length > 1
        ? document('<Hangup/>')(res)
        : document(`<Redirect>/other?run_id=1&amp;workflow_id=${other.workflow_id}</Redirect>`)(
            res,
          ),
    );
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });

    await ended(member, await call(member, workflow_id));

    expect(received.map(({ url }) => url.pathname)).toEqual(['/voice', '/other']);
    expect(received[1]!.headers).not.toHaveProperty('webhook-signature');
  });

  test('opens the stream of its document, and goes on with the next verb when its runtime leaves', async () => {
    const { session, stream_url } = await givenStreamRuntime();
    const { received, voice_url } = await givenRuntime((res) =>
      (received.length > 1
        ? document('<Hangup/>')
        : document(
            `<Connect action="/after"><Stream url="${stream_url}"><Parameter name="who" value="Ada &amp; Bo"/></Stream></Connect>`,
          ))(res),
    );
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });

    const run = await call(member, workflow_id, '+12025550110');
    const { hears, socket } = await session();
    const { start } = await hears('start');
    await hears('media');
    const { body: talking } = await member.get(`/api/v1/runs/${run.id}`);
    socket.close();
    const done = await ended(member, run);

    expect(start.customParameters).toEqual({ who: 'Ada & Bo' });
    expect(talking.state).toBe('running');
    expect(done).toMatchObject({ outcome: 'completed', failure: null });
    expect(received.map(({ url }) => url.pathname)).toEqual(['/voice', '/after']);
  });

  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#connect-action-url-callback
  test('opens the relay of its document, and says at the action how it ended', async () => {
    const { session, stream_url } = await givenStreamRuntime();
    const { received, voice_url } = await givenRuntime((res) =>
      (received.length > 1
        ? document('<Hangup/>')
        : document(
            `<Connect action="/after"><ConversationRelay url="${stream_url}" language="sv-SE"/></Connect>`,
          ))(res),
    );
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });

    const run = await call(member, workflow_id, '+12025550101');
    const { hears, say } = await session();
    const { lang } = await hears('prompt');
    say({ type: 'end', handoffData: '{"reason":"billing"}' });
    const done = await ended(member, run);

    expect(lang).toBe('sv-SE');
    expect(received[1]!.form).toMatchObject({
      SessionStatus: 'ended',
      HandoffData: '{"reason":"billing"}',
    });
    expect(done).toMatchObject({ outcome: 'completed', failure: null });
    expect(JSON.stringify(server.logged)).not.toContain('billing');
  });

  test('does not go on with its document when the person hangs up, or somebody hangs it up', async () => {
    const { session, stream_url } = await givenStreamRuntime();
    const { received, voice_url } = await givenRuntime(
      document(`<Connect action="/after"><Stream url="${stream_url}"/></Connect>`),
    );
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1 });
    const left = await call(member, workflow_id, '+12025550125');
    const leaving = await session(0);
    await leaving.hears('media', ({ media }) => media.chunk === '100');
    leaving.say({ event: 'media', media: { payload: loud(10) } });
    const person = await ended(member, left);
    const hungUp = await call(member, workflow_id, '+12025550110');
    const { hears, isClosed } = await session(1);
    await hears('media');

    await member.post(`/api/v1/runs/${hungUp.id}/hang-up`);

    expect((await ended(member, hungUp)).outcome).toBe('canceled');
    expect([person.outcome, person.failure]).toEqual(['completed', null]);
    await until(async () => isClosed(), Boolean);
    expect(received.map(({ url }) => url.pathname)).toEqual(['/voice', '/voice']);
  });

  test.each([
    ['JSON', (res: ServerResponse) => res.setHeader('content-type', 'application/json').end('{}')],
    ['nothing', (res: ServerResponse) => res.setHeader('content-type', xml).end()],
  ])('lasts talk_ms with a runtime that answers %s, and 200 ms without it', async (_, answer) => {
    const { voice_url } = await givenRuntime(answer);
    const one = await givenLine(voice_url, { ring_ms: 1, talk_ms: 700 });
    const other = await givenLine(voice_url, { ring_ms: 1 });

    const runs = await Promise.all(
      [one, other].map(async ({ member, workflow_id }) =>
        ended(member, await call(member, workflow_id)),
      ),
    );

    expect(runs.map(({ outcome, failure }) => [outcome, failure])).toEqual([
      ['completed', null],
      ['completed', null],
    ]);
    const [long, short] = runs.map(
      ({ answered_at, ended_at }) => Date.parse(ended_at) - Date.parse(answered_at),
    );
    expect(long).toBeGreaterThanOrEqual(690);
    expect(short).toBeGreaterThanOrEqual(190);
    expect(short).toBeLessThan(long!);
  });

  test('does not hold up the calls of others while its runtime is silent', async () => {
    const silent = await givenRuntime(() => undefined);
    const slow = await givenLine(silent.voice_url);
    const { received, voice_url } = await givenRuntime();
    const quick = await givenLine(voice_url);

    const waiting = await call(slow.member, slow.workflow_id);
    await until(
      async () => silent.received,
      (calls) => calls.length > 0,
    );
    const done = await ended(quick.member, await call(quick.member, quick.workflow_id));

    expect([done.outcome, received.length]).toEqual(['completed', 1]);
    const { body } = await slow.member.get(`/api/v1/runs/${waiting.id}`);
    expect(body.state).toBe('running');
    expect(await ended(slow.member, waiting)).toMatchObject({
      outcome: 'completed',
      failure: { code: 'agent_failed', carrier_code: '11205' },
    });
  });

  test('is not kept from being hung up by a silent runtime', async () => {
    const { received, voice_url } = await givenRuntime(() => undefined);
    const { member, workflow_id } = await givenLine(voice_url, { ring_ms: 1, talk_ms: 60_000 });
    const run = await call(member, workflow_id);
    await until(
      async () => received,
      (calls) => calls.length > 0,
    );

    await member.post(`/api/v1/runs/${run.id}/hang-up`);

    expect((await ended(member, run)).outcome).toBe('canceled');
  });
});
