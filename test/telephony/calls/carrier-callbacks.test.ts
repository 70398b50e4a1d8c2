import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenConfiguration } from '../given.ts';
import {
  callbackPath,
  expectUntouched,
  givenCall,
  stateOf,
  type Called,
  eventNames,
} from './given.ts';

const pair = ['call_ended', 'call_analyzed'];
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('receiveCarrierCallback of Twilio', () => {
  const credentials = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'f'.repeat(32) };

  async function givenTwilioCall(): Promise<Called> {
    const member = await newOrganization();
    const configuration_id = await givenConfiguration(member, { provider: 'twilio', credentials });
    const run_id = await givenCall(member, configuration_id);
    const path = callbackPath('twilio', configuration_id, run_id);
    return { member, configuration_id, run_id, path };
  }

  /** The documented scheme: the URL, then each parameter's name and value, sorted by name. */
  function post(called: Called, status: string, token = credentials.auth_token) {
    const parameters = { CallStatus: status, To: '+1 (202)', Caller: 'Zoë & <co>' };
    return postForm(called, parameters, token);
  }

  function postForm(
    { member, path }: Called,
    content: Readonly<Record<string, string>>,
    token = credentials.auth_token,
  ) {
    const parameters = { CallSid: 'CA1', ...content };
    const text = Object.entries(parameters)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, member.server.url + path);
    const signature = createHmac('sha1', token).update(text).digest('base64');
    return member.server.send('POST', path, {
      raw: new URLSearchParams(parameters).toString(),
      headers: { ...form, 'x-twilio-signature': signature },
    });
  }

  test('follows a call to its end with forms', async () => {
    const called = await givenTwilioCall();
    const { member, run_id } = called;

    const answers = [];
    for (const status of ['ringing', 'in-progress', 'completed', 'completed'])
      answers.push(await post(called, status));

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await stateOf(member, run_id)).toMatchObject({
      state: 'completed',
      outcome: 'completed',
      carrier_call_id: 'CA1',
    });
    expect(await eventNames(member, run_id)).toEqual(pair);
  });

  const detection = { AnsweredBy: 'machine_start', MachineDetectionDuration: '2400' };

  test('follows a call that a machine answered until the call ends, then as voicemail', async () => {
    const called = await givenTwilioCall();
    const { member, run_id } = called;
    await post(called, 'in-progress');

    await postForm(called, detection);
    const detected = await stateOf(member, run_id);
    await post(called, 'completed');

    expect(detected).toMatchObject({ state: 'running', answered_by: 'machine', outcome: null });
    expect(await stateOf(member, run_id)).toMatchObject({
      state: 'completed',
      outcome: 'voicemail',
      answered_by: 'machine',
    });
    expect(await eventNames(member, run_id)).toEqual(pair);
  });

  test('changes nothing when a machine is detected after the end', async () => {
    const called = await givenTwilioCall();
    const { member, run_id } = called;
    await post(called, 'in-progress');
    await post(called, 'completed');
    const before = await stateOf(member, run_id);

    const answer = await postForm(called, detection);

    expect(answer.status).toBe(204);
    expect(await stateOf(member, run_id)).toEqual(before);
    expect(before).toMatchObject({ outcome: 'completed', answered_by: null });
  });

  test("refuses another account's signature", async () => {
    const called = await givenTwilioCall();

    const answer = await post(called, 'completed', 'e'.repeat(32));

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    await expectUntouched(called);
  });
});

describe('receiveCarrierCallback of Telnyx', () => {
  const keys = generateKeyPairSync('ed25519');
  const spki = keys.publicKey.export({ format: 'der', type: 'spki' });
  const credentials = {
    api_key: `KEY${'0'.repeat(32)}`,
    connection_id: '1494404757140276705',
    public_key: spki.subarray(-32).toString('base64'),
  };

  async function givenTelnyxCall(): Promise<Called> {
    const member = await newOrganization();
    const configuration_id = await givenConfiguration(member, { provider: 'telnyx', credentials });
    const run_id = await givenCall(member, configuration_id);
    const path = callbackPath('telnyx', configuration_id, run_id);
    return { member, configuration_id, run_id, path };
  }

  /** The documented scheme: Ed25519 over the time in seconds, a vertical bar and the body. */
  function post({ member, path }: Called, data: object, ageSeconds = 0) {
    const raw = JSON.stringify({ data }, null, 1);
    const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
    const signature = signWith(null, Buffer.from(`${timestamp}|${raw}`), keys.privateKey);
    return member.server.send('POST', path, {
      raw,
      headers: {
        ...json,
        'telnyx-signature-ed25519': signature.toString('base64'),
        'telnyx-timestamp': timestamp,
      },
    });
  }
  const payload = { call_control_id: 'v3:abc' };
  const hangup = {
    event_type: 'call.hangup',
    payload: { ...payload, hangup_cause: 'user_busy' },
  };

  test('follows a call to its end with JSON, including spaces', async () => {
    const called = await givenTelnyxCall();
    const { member, run_id } = called;

    const answers = [
      await post(called, { event_type: 'call.initiated', payload }),
      await post(called, hangup),
      await post(called, hangup),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await stateOf(member, run_id)).toMatchObject({
      state: 'completed',
      outcome: 'busy',
      carrier_call_id: 'v3:abc',
    });
    expect(await eventNames(member, run_id)).toEqual(pair);
  });

  test('refuses one that was signed too long ago', async () => {
    const called = await givenTelnyxCall();

    const answer = await post(called, hangup, 400);

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    await expectUntouched(called);
  });
});
