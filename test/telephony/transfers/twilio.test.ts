import { describe, expect, test } from 'vitest';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { escaped } from '../../../src/telephony/carriers/twiml.ts';
import { ownServer } from '../../support/own-server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { givenTwilio, voice_url } from './given-carriers.ts';
import { briefing, reception, send } from './given.ts';

const server = ownServer();

// https://www.twilio.com/docs/voice/twiml/dial#attributes-action, https://www.twilio.com/docs/voice/twiml/number
describe('A transfer with Twilio', () => {
  test('rings, is connected when the destination answers, and ends the call after it', async () => {
    const { api, ofChild, ofDial, shown } = await givenTwilio(server);
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
    const { ofDial, shown, run_id, phase } = await givenTwilio(server);

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
    const { ofDial, api, rows } = await givenTwilio(server, {
      destinations: [{ ...reception, fallback: 'mobile', has_machine_detection: false }, mobile],
    });
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
    const { ofDial, shown } = await givenTwilio(server);

    const { text } = await ofDial('completed');

    expect(text).toBe('<Response><Hangup/></Response>');
    expect((await shown()).status).toBe('bridged');
  });

  test('that ended before the two were connected brings the call back to its agent', async () => {
    const { ofDial, shown } = await givenTwilio(server);

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
    const { ofChild, ofDial, asks, detected, shown } = await givenTwilio(server, { detect: true });
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
      const { ofChild, ofDial, asks, detected, shown, phase, rows } = await givenTwilio(server, {
        detect: true,
      });
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
    const { ofDial, asks, detected, shown, phase } = await givenTwilio(server, { detect: true });
    await detected('human');
    await asks();
    const before = await phase();

    const first = await ofDial('completed', { DialBridged: 'false' });
    const repeated = await ofDial('completed', { DialBridged: 'false' });

    expect(first.text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(repeated.text).toBe(first.text);
    expect([before, await phase()]).toEqual(['transferred', 'talking']);
    expect(await shown()).toMatchObject({
      status: 'failed',
      failure: { code: 'hung_up' },
      bridged_at: null,
    });
  });

  test('ends the call after the two were connected', async () => {
    const { ofDial, asks, detected, phase } = await givenTwilio(server, { detect: true });
    await detected('human');
    await asks();

    expect((await ofDial('completed', { DialBridged: 'true' })).text).toContain('<Hangup/>');
    expect(await phase()).toBe('transferred');
  });

  test('that the destination hangs up before brings the person back to the agent', async () => {
    const { ofChild, ofDial, asks, shown } = await givenTwilio(server, { detect: true });
    await ofChild('in-progress');
    await asks();

    const { text } = await ofDial('completed');

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
  });

  test('takes no result of detection for one of the call itself', async () => {
    const { detected, member, run_id } = await givenTwilio(server, { detect: true });

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
      const { ofChild, ofDial, asks, detected, shown } = await givenTwilio(server, {
        detect,
        warm: true,
      });
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
    const { asks } = await givenTwilio(server, {
      warm: true,
      text: '1\u0001 2\u001F 3\uFFFE 4\t\n😀',
    });

    expect(await asks()).toContain('<Say language="en-US">1  2  3  4\t\n😀</Say>');
  });

  test('lets no machine hear the briefing', async () => {
    const { asks, detected, shown } = await givenTwilio(server, { detect: true, warm: true });
    const before = await asks();

    await detected('machine_start');

    expect(before).not.toContain('<Say');
    expect(await asks()).toBe('<Response><Hangup/></Response>');
    expect(await asks('briefed')).toBe('<Response><Hangup/></Response>');
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'machine' } });
  });

  test('that the destination hangs up during the briefing brings the person back', async () => {
    const { asks, ofDial, shown, phase } = await givenTwilio(server, { warm: true });
    await asks();

    const { text } = await ofDial('completed');

    expect(text).toContain(`<Redirect>${voice_url}?run_id=`);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'hung_up' } });
    expect(await phase()).toBe('talking');
  });
});
