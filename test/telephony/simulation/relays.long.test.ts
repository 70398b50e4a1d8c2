import { describe, expect, test } from 'vitest';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, givenCallable, until } from '../calls/given.ts';
import { givenInbound, ours } from '../inbound-calls/given.ts';
import { follow } from '../../../src/workflows/sessions/stream.ts';
import { givenStreamRuntime, type Message } from './given-runtime.ts';

const server = ownServer({ role: 'all' });

/** A call to a person who is silent (10) or another, whose agent runtime writes and reads. */
async function givenTalking(ending = '10', accepts = true) {
  const runtime = await givenStreamRuntime(accepts);
  const member = await newOrganization({ server });
  const { configuration_id, workflow_id } = await givenCallable(member);
  const { app } = server;
  await app.db
    .updateTable('telephony_configurations')
    .set({
      credentials_encrypted: sealCredentials(app.secrets, member.organization_id, {
        ring_ms: 1,
        relay_url: runtime.stream_url,
      }),
    })
    .where('id', '=', configuration_id)
    .execute();
  const relay = { language: 'en-GB', has_partial_prompts: true };
  await app.db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify({ relay }) })
    .where('id', '=', workflow_id)
    .execute();
  const to_number = `+120255501${ending}`;
  const call = { workflow_id, to_number };
  const { body: run } = await member.post('/api/v1/telephony/initiate-call', call);
  return { ...runtime, member, run, to_number, done: () => ended(member, run) };
}

describe('A call with a relay', () => {
  test('brings the token in its setup, and talks as the settings say', async () => {
    const { session, member, run, to_number, done } = await givenTalking('01');

    const { hears, say, url } = await session();
    const { customParameters, ...setup } = await hears('setup');
    await hears('prompt');
    say({ type: 'text', token: 'Is this Ada?', last: true });
    const prompt = await hears(
      'prompt',
      ({ last, voicePrompt }) => last && voicePrompt !== 'Hello?',
    );
    const { run_token: key, ...parameters } = customParameters;
    const read = await member.send('GET', `/api/v1/runs/${run.id}/session`, { key });
    say({ type: 'end' });

    expect(setup).toMatchObject({ to: to_number, direction: 'outbound-api' });
    expect(parameters).toMatchObject({ run_id: String(run.id), to_number });
    expect(prompt).toMatchObject({ voicePrompt: 'Yes, that is me.', lang: 'en-GB' });
    expect(await hears('prompt', ({ last }) => last === false)).toMatchObject({ lang: 'en-GB' });
    expect([read.status, url.search]).toEqual([200, '']);
    expect(await done()).toMatchObject({ outcome: 'completed', failure: null });
    expect(JSON.stringify(server.logged)).not.toContain('vap_run_');
  });

  test.each([
    ['is lost', '64105', true],
    ['does not open', '64102', false],
  ])('whose socket %s ends as completed, with the reason', async (_, carrier_code, accepts) => {
    const { session, done } = await givenTalking('10', accepts);
    if (accepts) {
      const { hears, socket } = await session();
      await hears('setup');
      socket.terminate();
    }

    expect(await done()).toMatchObject({
      outcome: 'completed',
      failure: { code: 'agent_failed', carrier_code },
    });
  });

  test('closes the socket of a runtime that sends what is no message', async () => {
    const { session, done } = await givenTalking();
    const { hears, say, socket } = await session();
    await hears('setup');
    const closed = new Promise<unknown[]>((resolve) =>
      socket.on('close', (code, reason) => resolve([code, reason.toString()])),
    );

    for (let sent = 0; sent < 10; sent += 1) say('hello');

    expect(await closed).toEqual([1000, 'Too many consecutive malformed messages.']);
    expect((await done()).failure).toMatchObject({ code: 'agent_failed', carrier_code: '64105' });
  });

  test('has its runtime send keys to a menu', async () => {
    const { session, member, run } = await givenTalking('30');
    const { hears, say, socket } = await session();
    const { customParameters } = await hears('setup');
    const { run_token: key } = customParameters;
    await hears('prompt', ({ last }) => last);
    const { organization_id } = member;
    const stream = follow(server.app, {
      key: { organization_id, run_id: run.id },
      after: 0,
      agent: null,
      signal: AbortSignal.timeout(20_000),
    });

    const sending = member.post(`/api/v1/runs/${run.id}/keys`, { keys: ',1' });
    const { data } = (await stream.next()).value!;
    const { instruction_number, digits } = data as { instruction_number: number; digits: string };
    say({ type: 'sendDigits', digits });
    const path = `/api/v1/runs/${run.id}/instructions/${instruction_number}/acknowledge`;
    await member.send('POST', path, { key, body: { status: 'taken' } });

    expect([(await sending).status, digits]).toEqual([200, 'ww1']);
    const reached = ({ last, voicePrompt }: Message) => last && voicePrompt.includes('reception. ');
    expect((await hears('prompt', reached)).voicePrompt).toMatch('You are connected');
    await stream.return(undefined);
    socket.close();
  });

  test('ends with its run when that is hung up', async () => {
    const { session, member, run, done, sessions } = await givenTalking();
    const { hears } = await session();
    await hears('setup');

    await member.post(`/api/v1/runs/${run.id}/hang-up`);

    expect((await done()).outcome).toBe('canceled');
    await until(async () => sessions[0]!.isClosed(), Boolean);
  });
});

test('A call that comes in on the simulated network talks at the relay, for its run', async () => {
  const { stream_url: relay_url, session } = await givenStreamRuntime();
  const { member } = await givenInbound({
    server,
    credentials: { relay_url },
    workflow_configurations: { relay: { greeting: 'Hello <"Ada">', language: 'de-DE' } },
  });
  const numbers = { from_number: '+12025550101', to_number: ours };

  const { body } = await member.post('/api/v1/simulation/inbound-call', numbers);
  const { hears, socket } = await session();

  expect(await hears('setup')).toMatchObject({
    direction: 'inbound',
    customParameters: { run_id: String(body.run_id) },
  });
  expect(await hears('prompt')).toMatchObject({ lang: 'de-DE', voicePrompt: 'Hello?' });
  socket.close();
});
