import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSimulatedNetwork } from '../../../src/telephony/simulation/network.ts';
import { later } from '../../../src/timestamp.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { ownServer } from '../../support/own-server.ts';
import { until } from '../calls/given.ts';
import { loud } from './given-runtime.ts';
import { givenTalkingOn, type TalkOptions } from './given-talking.ts';

const server = ownServer({ role: 'all' });
const givenTalking = (options: TalkOptions = {}) => givenTalkingOn(server, options);
type Talking = Awaited<ReturnType<typeof givenTalking>>;

/** The network in another process. */
function anotherNetwork() {
  const { db, secrets, log } = server.app;
  const network = createSimulatedNetwork({
    db,
    secrets,
    log,
    now: () => server.app.now(),
    connector: () => {},
    sign: async () => ({}),
  });
  onTestFinished(() => network.stop());
  return network;
}

const callOf = async ({ member, run }: Talking) =>
  (await member.get(`/api/v1/runs/${run.id}`)).body;

async function givenDestinations({ member, workflow_id }: Talking) {
  const next = await givenWorkflow(member, { versions: ['published'], name: 'Next' });
  const transfer_destinations = [
    { name: 'reception', phone_number: '+12025550110', has_machine_detection: false },
    { name: 'nobody', phone_number: '+12025550150', has_machine_detection: false },
    { name: 'next', workflow_id: next.id },
  ];
  await server.app.db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify({ transfer_destinations }) })
    .where('id', '=', workflow_id)
    .execute();
  return next;
}

async function transfer({ member, run }: Talking, destination: string, kind = 'cold') {
  const path = `/api/v1/runs/${run.id}/transfers`;
  const made = await member.post(path, { destination, kind });
  expect(made.status).toBe(202);
  return (...statuses: string[]) =>
    until(
      async () => (await member.get(`${path}/${made.body.id}`)).body.status as string,
      (status) => statuses.includes(status),
    );
}

describe('A call with an open stream', () => {
  test('is left by its agent once a transfer has connected it, and lasts until it is hung up', async () => {
    const talking = await givenTalking();
    const { session, member, run, done } = talking;
    await givenDestinations(talking);
    const { hears, isClosed } = await session();
    await hears('media');

    const status = await transfer(talking, 'reception');

    await hears('stop');
    expect(await status('bridged')).toBe('bridged');
    await until(async () => isClosed(), Boolean);
    expect((await callOf(talking)).phase).toBe('transferred');
    await member.post(`/api/v1/runs/${run.id}/hang-up`);
    expect((await done()).outcome).toBe('canceled');
  });

  test('keeps its stream when nobody answers a transfer', async () => {
    const talking = await givenTalking();
    await givenDestinations(talking);
    const { hears, messages, isClosed, socket } = await talking.session();
    await hears('media');

    const status = await transfer(talking, 'nobody');

    expect(await status('failed')).toBe('failed');
    const before = messages.length;
    await until(
      async () => messages.length,
      (length) => length > before + 5,
    );
    expect(isClosed()).toBe(false);
    socket.close();
  });

  test('has another stream after a handoff, whose agent has its own token, and the former is closed', async () => {
    const talking = await givenTalking();
    const next = await givenDestinations(talking);
    const { session, member, run, done } = talking;
    const former = await session(0);
    await former.hears('media');

    const status = await transfer(talking, 'next', 'handoff');

    const present = await session(1);
    const { start } = await present.hears('start');
    const { run_token, workflow_id } = start.customParameters;
    expect(await status('bridged')).toBe('bridged');
    await former.hears('stop');
    await until(async () => former.isClosed(), Boolean);
    expect(workflow_id).toBe(String(next.id));
    const read = await member.send('GET', `/api/v1/runs/${run.id}/session`, { key: run_token });
    expect([read.status, read.body.workflow_id]).toEqual([200, next.id]);
    present.socket.close();
    expect(await done()).toMatchObject({ outcome: 'completed', failure: null });
  });

  test('is closed within seconds when another process hangs the call up', async () => {
    const talking = await givenTalking();
    const { hears, say, isClosed } = await talking.session();
    await hears('media');
    const { carrier_call_id } = await callOf(talking);

    await anotherNetwork().hangUp({ ring_ms: 1, talk_ms: 600_000 }, carrier_call_id);

    await hears('stop');
    // Audio for a call that has ended goes nowhere.
    say({ event: 'media', media: { payload: loud(10) } });
    expect((await talking.done()).outcome).toBe('completed');
    await until(async () => isClosed(), Boolean);
  });

  test('is ended by another process when its own vouches for it no more', async () => {
    const talking = await givenTalking();
    const { hears } = await talking.session();
    await hears('media');
    const { carrier_call_id } = await callOf(talking);
    const row = () =>
      server.app.db
        .selectFrom('simulated_calls')
        .select(['talking_until', 'hung_up_at'])
        .where('id', '=', carrier_call_id)
        .executeTakeFirstOrThrow();
    const vouched = await row();
    const network = anotherNetwork();
    await network.recover();
    const kept = await row();

    // As of a process that was killed a while ago.
    await server.app.db
      .updateTable('simulated_calls')
      .set({ talking_until: later(server.app.now(), -1000) })
      .where('id', '=', carrier_call_id)
      .execute();
    await network.recover();

    expect(vouched.talking_until! > server.app.now()).toBe(true);
    expect(kept.hung_up_at).toBeNull();
    expect((await row()).hung_up_at).not.toBeNull();
    await hears('stop');
    expect(await talking.done()).toMatchObject({ outcome: 'completed', failure: null });
  });

  test('is not held up by the runtimes of others, one of which floods and one never answers', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const talking = await givenTalking();
    const unanswered = await givenTalking({ stream_url: `ws://127.0.0.1:${port}` });
    const flooded = await givenTalking();
    const { hears, messages, isClosed, socket } = await talking.session();
    const flood = await flooded.session();
    await Promise.all([hears('media'), flood.hears('media')]);
    const before = messages.length;
    const began = performance.now();

    for (let sent = 0; sent < 20_000; sent += 1) flood.say({ event: 'custom' });

    const ofFlood = await flooded.done();
    const frames = messages.length - before;
    const elapsed = performance.now() - began;
    expect(ofFlood.failure).toMatchObject({ code: 'agent_failed', carrier_code: '31924' });
    // A process that is held up skips frames beyond a second.
    expect(frames).toBeGreaterThan(Math.min(elapsed / 20, 50) / 2);
    expect((await unanswered.done()).failure).toMatchObject({ carrier_code: '31920' });
    expect(isClosed()).toBe(false);
    socket.close();
    expect(await talking.done()).toMatchObject({ outcome: 'completed', failure: null });
  });
});
