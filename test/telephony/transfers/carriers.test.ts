import { createHmac, sign as signWith } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { escaped } from '../../../src/telephony/carriers/twiml.ts';
import type { Carriers } from '../../../src/telephony/calls/dependencies.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import {
  carrierApi,
  json,
  telnyxCredentials,
  telnyxKeys,
  twilioCredentials,
} from '../carriers/given.ts';
import { givenNumber } from '../given.ts';
import { briefing, givenTransferable, reception, send } from './given.ts';

const server = ownServer();
const own = '+12025550199';
const voice_url = 'https://agent.example.com/voice';

interface Provided {
  readonly provider: 'twilio' | 'telnyx';
  readonly credentials: Record<string, string>;
  readonly carriers: Partial<Carriers>;
  readonly detect?: boolean;
  readonly warm?: boolean;
  readonly destinations?: readonly object[];
  readonly text?: string | undefined;
}

/** A call of the provider whose transfer its carrier has accepted, and the path at which it reports. */
async function givenSent({
  provider,
  credentials,
  carriers,
  detect = false,
  warm = false,
  ...given
}: Provided) {
  const member = await newOrganization({ server });
  const destinations = given.destinations ?? [{ ...reception, has_machine_detection: detect }];
  const made = await givenTransferable(member, { from_number: own, destinations });
  const { organization_id } = member;
  await server.app.db
    .updateTable('telephony_configurations')
    .set({
      provider,
      credentials_encrypted: sealCredentials(server.app.secrets, organization_id, credentials),
    })
    .where('id', '=', made.configuration_id)
    .execute();
  await givenNumber(member, made.configuration_id, { phone_number: own });
  const { id } = (await (warm ? made.warmTransfer(given.text) : made.transfer())).body;
  const app = withCarriers(server, carriers);
  await send(app);
  const path = `/api/v1/telephony/transfer-callbacks/${provider}/${made.configuration_id}?run_id=${made.run_id}&transfer_id=${id}`;
  return { ...made, member, id, path, shown: () => made.show(id), sendAll: () => send(app) };
}

async function givenTwilio(
  detect = false,
  warm = false,
  destinations?: readonly object[],
  text?: string,
) {
  const api = await carrierApi(json(200, { sid: 'CA1', status: 'in-progress' }));
  const credentials = { ...twilioCredentials, voice_url };
  const made = await givenSent({
    provider: 'twilio',
    credentials,
    carriers: { twilio: createTwilio(api) },
    detect,
    warm,
    ...(destinations && { destinations }),
    text,
  });
  const post = (form: Record<string, string>, path = made.path) => {
    const text = Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, server.url + path);
    return server.send('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', twilioCredentials.auth_token)
          .update(text)
          .digest('base64'),
      },
    });
  };
  const ofChild = (CallStatus: string) =>
    post({ CallSid: 'CA2', ParentCallSid: 'CA1', CallStatus });
  const ofDial = (DialCallStatus: string, others = {}) =>
    post({
      CallSid: 'CA1',
      CallStatus: 'in-progress',
      DialCallSid: 'CA2',
      DialCallStatus,
      ...others,
    });
  const asks = async (leg = 'answered') =>
    (await post({ CallSid: 'CA2', CallStatus: 'in-progress' }, `${made.path}&leg=${leg}`)).text;
  const detected = (AnsweredBy: string) =>
    post({ CallSid: 'CA2', AnsweredBy }, `${made.path}&leg=detected`);
  return { ...made, api, ofChild, ofDial, asks, detected };
}

// https://www.twilio.com/docs/voice/twiml/dial#attributes-action, https://www.twilio.com/docs/voice/twiml/number
describe('A transfer with Twilio', () => {
  test('rings, is connected when the destination answers, and ends the call after it', async () => {
    const { api, ofChild, ofDial, shown } = await givenTwilio();
    expect(api.received).toHaveLength(1);
    expect((await shown()).status).toBe('requested');

    await ofChild('ringing');
    expect((await shown()).status).toBe('ringing');
    const answered = await ofChild('in-progress');
    const bridged = await shown();
    const over = await ofDial('completed');

    expect(answered.text).toBe('<Response></Response>');
    expect(bridged).toMatchObject({ status: 'bridged', bridged_at: expect.any(String) });
    expect(over.text).toBe('<Response><Hangup/></Response>');
    expect(await shown()).toEqual(bridged);
  });

  test.each([
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
    ['failed', 'carrier_failure'],
    ['canceled', 'call_ended'],
  ])('that ends with %s brings the call back to its agent', async (dialed, code) => {
    const { ofDial, shown, run_id, phase } = await givenTwilio();

    const { text } = await ofDial(dialed);

    expect(text).toMatch(
      new RegExp(
        `^<Response><Redirect>${voice_url}[?]run_id=${run_id}&#38;.*</Redirect></Response>$`,
      ),
    );
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code } });
    expect(await phase()).toBe('talking');
  });

  test('whose fallback is rung waits for it, also if the report is repeated after the next request', async () => {
    const mobile = { name: 'mobile', phone_number: '+12025550111' };
    const { ofDial, api, rows } = await givenTwilio(false, false, [
      { ...reception, fallback: 'mobile', has_machine_detection: false },
      mobile,
    ]);
    const app = withCarriers(server, { twilio: createTwilio(api) });

    const first = await ofDial('no-answer');
    await send(app);
    const repeated = await ofDial('no-answer');
    await send(app);

    expect(first.text).toMatch(/^<Response><Pause length="5"[/]><Redirect>/);
    expect(repeated.text).toBe(first.text);
    expect(await rows()).toMatchObject([
      { status: 'failed', failure: 'no_answer' },
      { destination: 'mobile', sending_at: expect.any(String) },
    ]);
    expect(api.received).toHaveLength(2);
    expect(decodeURIComponent(api.received[1]!.body)).toContain(mobile.phone_number);
  });

  test('that was connected without a report of it is known by its end', async () => {
    const { ofDial, shown } = await givenTwilio();

    const { text } = await ofDial('completed');

    expect(text).toBe('<Response><Hangup/></Response>');
    expect((await shown()).status).toBe('bridged');
  });

  test('that ended before the two were connected brings the call back to its agent', async () => {
    const { ofDial, shown } = await givenTwilio();

    const { text } = await ofDial('completed', { DialBridged: 'false' });

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
  });
});

// https://www.twilio.com/docs/voice/twiml/number, https://www.twilio.com/docs/voice/answering-machine-detection
describe('A transfer with Twilio that detects machines', () => {
  const waiting =
    /^<Response><Pause length="1"\/><Redirect>.*leg=answered<\/Redirect><\/Response>$/;

  test.each(['human', 'unknown'])('connects who is %s, and nobody before', async (who) => {
    const { ofChild, ofDial, asks, detected, shown } = await givenTwilio(true);
    await ofChild('ringing');
    await ofChild('in-progress');

    const before = [await asks(), (await shown()).status];
    await detected(who);
    const between = (await shown()).status;
    const connected = await asks();
    const bridged = (await shown()).status;

    expect(before).toEqual([expect.stringMatching(waiting), 'ringing']);
    expect([between, connected, bridged]).toEqual(['ringing', '<Response></Response>', 'bridged']);
    expect(await asks()).toBe('<Response></Response>');
    expect((await ofDial('completed')).text).toBe('<Response><Hangup/></Response>');
  });

  test.each(['machine_start', 'fax'])(
    'ends the call of a %s, and brings the person back to the agent',
    async (who) => {
      const { ofChild, ofDial, asks, detected, shown, phase, rows } = await givenTwilio(true);
      await ofChild('in-progress');
      await asks();

      await detected(who);

      expect(await asks()).toBe('<Response><Hangup/></Response>');
      expect((await ofDial('completed')).text).toContain(`<Redirect>${voice_url}?run_id=`);
      expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'machine' } });
      expect(await phase()).toBe('talking');
      expect(await rows()).toMatchObject([{ bridged_at: null }]);
    },
  );

  test('brings the person back from who hangs up just as the two are connected', async () => {
    const { ofDial, asks, detected } = await givenTwilio(true);
    await detected('human');
    await asks();

    const { text } = await ofDial('completed', { DialBridged: 'false' });

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect((await ofDial('completed', { DialBridged: 'true' })).text).toContain('<Hangup/>');
  });

  test('that the destination hangs up before brings the person back to the agent', async () => {
    const { ofChild, ofDial, asks, shown } = await givenTwilio(true);
    await ofChild('in-progress');
    await asks();

    const { text } = await ofDial('completed');

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
  });

  test('takes no result of detection for one of the call itself', async () => {
    const { detected, member, run_id } = await givenTwilio(true);

    await detected('machine_start');

    const { body } = await member.get(`/api/v1/runs/${run_id}`);
    expect([body.state, body.answered_by]).toEqual(['running', null]);
  });
});

// https://www.twilio.com/docs/voice/twiml/number#attributes-url, https://www.twilio.com/docs/voice/twiml/say
describe('A warm transfer with Twilio', () => {
  const said = escaped(briefing.text);

  test.each([[true], [false]])(
    'has who answers hear the briefing, again if its answer is lost, and then the person (detection %j)',
    async (detect) => {
      const { ofChild, ofDial, asks, detected, shown } = await givenTwilio(detect, true);
      await ofChild('in-progress');
      if (detect) await detected('human');

      const documents = [await asks(), await asks()];
      const before = (await shown()).status;
      const after = await asks('briefed');

      for (const document of documents) {
        expect(document).toContain(`<Say language="en-US">${said}</Say><Redirect>`);
        expect(document).toContain('leg=briefed</Redirect>');
      }
      expect([before, after, (await shown()).status]).toEqual([
        'briefing',
        '<Response></Response>',
        'bridged',
      ]);
      expect((await ofDial('completed')).text).toBe('<Response><Hangup/></Response>');
    },
  );

  test('says no character that a document cannot have', async () => {
    const { asks } = await givenTwilio(false, true, undefined, '1\u0001 2\u001F 3\uFFFE 4\t\n😀');

    expect(await asks()).toContain('<Say language="en-US">1  2  3  4\t\n😀</Say>');
  });

  test('lets no machine hear the briefing', async () => {
    const { asks, detected, shown } = await givenTwilio(true, true);
    const before = await asks();

    await detected('machine_start');

    expect(before).not.toContain('<Say');
    expect(await asks()).toBe('<Response><Hangup/></Response>');
    expect(await asks('briefed')).toBe('<Response><Hangup/></Response>');
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'machine' } });
  });

  test('that the destination hangs up during the briefing brings the person back', async () => {
    const { asks, ofDial, shown, phase } = await givenTwilio(false, true);
    await asks();

    const { text } = await ofDial('completed');

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
    expect(await phase()).toBe('talking');
  });
});

// https://developers.telnyx.com/api-reference/call-commands/transfer-call
describe('A transfer with Telnyx', () => {
  async function given(detect = false, warm = false) {
    const api = await carrierApi(json(200, { data: { result: 'ok', call_control_id: 'v3:leg' } }));
    const made = await givenSent({
      provider: 'telnyx',
      credentials: telnyxCredentials,
      carriers: { telnyx: createTelnyx(api) },
      detect,
      warm,
    });
    const post = (event_type: string, payload: object) => {
      const raw = JSON.stringify({ data: { event_type, occurred_at: server.app.now(), payload } });
      const timestamp = String(Math.floor(Date.parse(server.app.now()) / 1000));
      const signature = signWith(null, Buffer.from(`${timestamp}|${raw}`), telnyxKeys.privateKey);
      return server.send('POST', made.path, {
        raw,
        headers: {
          'content-type': 'application/json',
          'telnyx-signature-ed25519': signature.toString('base64'),
          'telnyx-timestamp': timestamp,
        },
      });
    };
    const state = Buffer.from(`transfer ${made.id}`).toString('base64');
    const ofLeg = (event: string, payload: object = {}) =>
      post(event, { call_control_id: 'v3:leg', client_state: state, ...payload });
    const ofCall = (event: string, payload: object = {}) =>
      post(event, { call_control_id: made.carrier_call_id, client_state: 'MTc=', ...payload });
    return { ...made, api, ofLeg, ofCall };
  }

  test('rings, and is connected when the destination answers, not when it is bridged before', async () => {
    const { api, ofLeg, ofCall, shown, rows } = await given();
    expect(api.received).toHaveLength(1);

    await ofLeg('call.initiated');
    await ofLeg('call.bridged');
    await ofCall('call.bridged');
    expect((await shown()).status).toBe('ringing');
    expect(await rows()).toMatchObject([{ leg_id: 'v3:leg' }]);
    await ofLeg('call.answered');

    expect((await shown()).status).toBe('bridged');
  });

  test.each([
    ['user_busy', 'busy'],
    ['timeout', 'no_answer'],
    ['call_rejected', 'carrier_failure'],
  ])('that ends with %s fails, and the call goes on', async (hangup_cause, code) => {
    const { ofLeg, shown, phase } = await given();

    await ofLeg('call.hangup', { hangup_cause });

    expect(await shown()).toMatchObject({ status: 'failed', failure: { code } });
    expect(await phase()).toBe('talking');
  });

  test('takes the report of the end of the call itself at its address', async () => {
    const { ofCall, shown, member, run_id } = await given();

    await ofCall('call.hangup', { hangup_cause: 'normal_clearing' });
    await send(server.app);

    const { body } = await member.get(`/api/v1/runs/${run_id}`);
    expect([body.state, body.outcome]).toEqual(['completed', 'completed']);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'call_ended' } });
  });

  describe('that detects machines', () => {
    const ended = 'call.machine.detection.ended';

    test.each(['human', 'not_sure'])('connects who is %s, by a command', async (result) => {
      const { api, ofLeg, ofCall, sendAll, shown } = await given(true);
      await ofLeg('call.initiated');
      await ofLeg('call.answered');
      await sendAll();
      const before = [(await shown()).status, api.received.length];

      await ofLeg(ended, { result });
      await ofLeg(ended, { result });
      await sendAll();
      await sendAll();
      const between = (await shown()).status;
      await ofCall('call.bridged');
      expect((await shown()).status).toBe('ringing');
      await ofLeg('call.bridged');

      expect(before).toEqual(['ringing', 1]);
      expect(between).toBe('ringing');
      expect(api.received.map(({ path }) => path)).toEqual([
        '/calls',
        '/calls/v3:leg/actions/bridge',
      ]);
      expect((await shown()).status).toBe('bridged');
    });

    test('ends the call of a machine, and the call itself goes on', async () => {
      const { api, ofLeg, sendAll, shown, phase } = await given(true);
      await ofLeg('call.answered');

      await ofLeg(ended, { result: 'machine' });
      await sendAll();
      await sendAll();
      await ofLeg('call.hangup', { hangup_cause: 'normal_clearing' });

      expect(api.received.map(({ path }) => path)).toEqual([
        '/calls',
        '/calls/v3:leg/actions/hangup',
      ]);
      expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'machine' } });
      expect(await phase()).toBe('talking');
    });
  });

  describe('that is warm', () => {
    test.each([[true], [false]])(
      'briefs who answers and then connects the two, each by a command (detection %j)',
      async (detect) => {
        const { api, ofLeg, sendAll, shown } = await given(detect, true);
        await ofLeg('call.answered');
        if (detect) await ofLeg('call.machine.detection.ended', { result: 'human' });
        await sendAll();
        const during = (await shown()).status;

        await ofLeg('call.speak.started');
        await ofLeg('call.speak.ended', { status: 'completed' });
        await sendAll();
        await ofLeg('call.bridged');

        expect(during).toBe('briefing');
        expect(api.received.map(({ path }) => path)).toEqual([
          '/calls',
          '/calls/v3:leg/actions/speak',
          '/calls/v3:leg/actions/bridge',
        ]);
        expect((await shown()).status).toBe('bridged');
      },
    );

    test('connects nobody when the briefing was cut off', async () => {
      const { api, ofLeg, sendAll, shown } = await given(false, true);
      await ofLeg('call.answered');
      await sendAll();

      await ofLeg('call.speak.ended', { status: 'call_hangup' });
      await ofLeg('call.hangup', { hangup_cause: 'normal_clearing' });
      await sendAll();

      expect(api.received).toHaveLength(2);
      expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
    });
  });
});
