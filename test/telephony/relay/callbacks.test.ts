import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { relayCallbackUrl } from '../../../src/telephony/relay/with-relay.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { carrierApi, json, twilioCredentials } from '../carriers/given.ts';
import { givenHandoff } from '../transfers/given-handoffs.ts';
import { send, transferServer } from '../transfers/given.ts';

const server = transferServer();
const relay_url = 'wss://agent.example.com/relay';

/** An answered call of Twilio with a relay, and what Twilio reports of its end. */
async function givenRelayed(nextSettings: object = {}) {
  const made = await givenHandoff(server, { nextSettings });
  await made.placedWith('twilio', { ...twilioCredentials, relay_url });
  const line = { provider: 'twilio', configuration_id: made.configuration_id };
  const reports = (
    content: Record<string, string>,
    token = twilioCredentials.auth_token,
    handoff_id: number | null = null,
  ) => {
    const path = relayCallbackUrl('', { ...line, run_id: made.run_id, handoff_id });
    const form = { CallSid: made.carrier_call_id, CallStatus: 'in-progress', ...content };
    const text = Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, server.url + path);
    const signature = createHmac('sha1', token).update(text).digest('base64');
    return server.send('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      },
    });
  };
  const run = async () => (await made.member.get(made.path)).body;
  return { ...made, reports, run };
}

const accepting = () => carrierApi(json(200, { sid: 'CA1', status: 'in-progress' }));

const hangUp = '<Response><Hangup/></Response>';

describe('receiveRelayCallback', () => {
  test('ends a call whose runtime was lost, and says why', async () => {
    const { reports, run } = await givenRelayed();
    const lost = { SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'WebSocket ended' };

    const answers = [await reports(lost), await reports({ ...lost, ErrorCode: '64102' })];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, hangUp],
      [200, hangUp],
    ]);
    expect(await run()).toMatchObject({
      state: 'completed',
      outcome: 'completed',
      failure: { code: 'agent_failed', carrier_code: '64105' },
    });
  });

  test('has a call hung up whose runtime has ended it, and keeps nothing of its handoff data', async () => {
    const { reports, run } = await givenRelayed();

    const { text } = await reports({
      SessionStatus: 'ended',
      HandoffData: '{"card":"4242424242424242"}',
    });
    const before = await run();
    await reports({ CallStatus: 'completed', SessionStatus: 'completed' });

    expect(text).toBe(hangUp);
    expect(before.state).toBe('running');
    expect(await run()).toMatchObject({ outcome: 'completed', failure: null });
    expect(JSON.stringify(server.logged)).not.toContain('4242');
  });

  test('with a wrong signature changes nothing', async () => {
    const { reports, run } = await givenRelayed();

    const answer = await reports({ SessionStatus: 'failed' }, 'x');

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    expect((await run()).state).toBe('running');
  });

  test('of a configuration that there is not is 404', async () => {
    const line = { provider: 'twilio', configuration_id: 2_000_000_000, run_id: 1 };
    const answer = await server.send('POST', relayCallbackUrl('', { ...line, handoff_id: null }), {
      raw: 'CallSid=CA1&CallStatus=in-progress&SessionStatus=failed',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': 'none',
      },
    });

    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  test('leaves the person in silence while the call is transferred', async () => {
    const { reports, run, handOff } = await givenRelayed();
    await handOff();

    const { text } = await reports({ SessionStatus: 'failed', ErrorCode: '64105' });

    expect(text).toBe('<Response><Pause length="60"/></Response>');
    expect((await run()).state).toBe('running');
  });

  test('of an agent that no longer has the call changes nothing; of the one that has it, ends it', async () => {
    const { reports, run, handOff } = await givenRelayed();
    const { id } = (await handOff()).body;
    await send(withCarriers(server, { twilio: createTwilio(await accepting()) }));
    const lost = { SessionStatus: 'failed', ErrorCode: '64105' };

    const late = await reports(lost);
    const before = await run();
    const own = await reports(lost, twilioCredentials.auth_token, id);

    expect([late.text, before.state]).toEqual([
      '<Response><Pause length="60"/></Response>',
      'running',
    ]);
    expect([own.text, (await run()).failure.code]).toEqual([hangUp, 'agent_failed']);
  });

  test('answers a carrier about a run that is not its own with the end of the call', async () => {
    const { reports, member, run_id } = await givenRelayed();
    await member.server.app.db
      .updateTable('workflow_runs')
      .set({ telephony_configuration_id: null })
      .where('id', '=', run_id)
      .execute();

    expect((await reports({ SessionStatus: 'failed' })).text).toBe(hangUp);
  });
});

test("createRunTransfer hands a relay to the next agent, by this one's settings", async () => {
  const relay = { greeting: 'Hello again', language: 'sv-SE' };
  const { handOff, tokenOf, configuration_id, run_id } = await givenRelayed({ relay });
  const api = await accepting();
  const app = withCarriers(server, { twilio: createTwilio(api) });
  const { id } = (await handOff()).body;

  await send(app);

  const twiml = new URLSearchParams(api.received[0]!.body).get('Twiml');
  expect(twiml).toContain(
    `relay-callbacks/twilio/${configuration_id}?run_id=${run_id}&#38;handoff_id=${id}#rc=5&#38;rp=ct,rt,5xx">` +
      `<ConversationRelay url="${relay_url}" welcomeGreeting="Hello again" language="sv-SE" dtmfDetection="true">`,
  );
  expect(twiml).toContain(`name="run_token" value="${tokenOf(id)}"`);
});
