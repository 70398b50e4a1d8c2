import { describe, expect, test } from 'vitest';
import { effectOf } from '../../../src/telephony/transfers/transition-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { until } from '../calls/given.ts';
import { type Act, givenAccepted } from './given-accepted.ts';
import { askedNetwork, givenTransferable, send, transferServer } from './given.ts';

const server = transferServer();

const number = (digits: string) => `+120255501${digits}`;

describe('effectOf', () => {
  const [apart, connecting] = [
    { kind: 'cold', detects: true, stage: null },
    { kind: 'cold', detects: true, stage: 'connecting' },
  ] as const;
  const direct = { kind: 'cold', detects: false, stage: null } as const;

  test.each([
    [direct, { status: 'answered' }, { by: 'bridge' }],
    [direct, { status: 'connected' }, undefined],
    [direct, { status: 'completed' }, { by: 'bridge' }],
    [apart, { status: 'ringing' }, { by: 'ring' }],
    [apart, { status: 'answered' }, { by: 'ring' }],
    [apart, { status: 'answered', answered_by: 'human' }, { by: 'connect' }],
    [apart, { status: 'answered', answered_by: 'unknown' }, { by: 'connect' }],
    [connecting, { status: 'answered', answered_by: 'human' }, undefined],
    [apart, { status: 'connected' }, undefined],
    [connecting, { status: 'connected' }, { by: 'bridge' }],
    [apart, { status: 'completed' }, { by: 'fail', failure: 'hung_up' }],
    [connecting, { status: 'completed' }, { by: 'fail', failure: 'hung_up' }],
    [apart, { status: 'busy' }, { by: 'fail', failure: 'busy' }],
    [apart, { status: 'no_answer' }, { by: 'fail', failure: 'no_answer' }],
  ] as const)('of %j and %j is %j', (transfer, news, effect) => {
    expect(effectOf(transfer, news)).toEqual(effect);
  });

  test.each([apart, connecting])('of a machine never connects: %j', (transfer) => {
    const effect = effectOf(transfer, { status: 'answered', answered_by: 'machine' });

    expect(effect).toEqual({ by: 'fail', failure: 'machine', hangs_up: true });
  });
});

describe('A transfer on the simulated network', () => {
  test.each([
    [undefined, '10', 'bridged', null],
    [undefined, '60', 'failed', 'machine'],
    [true, '60', 'failed', 'machine'],
    [false, '60', 'bridged', null],
    [undefined, '40', 'failed', 'busy'],
  ])(
    'with has_machine_detection %j to a number that ends with %s is %s',
    async (has_machine_detection, digits, status, code) => {
      const member = await newOrganization({ server });
      const destination = { name: 'reception', phone_number: number(digits) };
      const { transfer, show, phase } = await givenTransferable(member, {
        destinations: [
          has_machine_detection === undefined
            ? destination
            : { ...destination, has_machine_detection },
        ],
      });
      const { id } = (await transfer()).body;

      const ended = await until(
        async () => {
          await send(server.app);
          return show(id);
        },
        (shown) => shown.ended_at !== null,
      );

      expect([ended.status, ended.failure?.code ?? null]).toEqual([status, code]);
      expect(await phase()).toBe(status === 'bridged' ? 'transferred' : 'talking');
    },
  );
});

describe('A transfer that detects machines', () => {
  test.each<[acts: Act[], status: string, code: string | null, connects: number, hangUps: number]>([
    [['ring', 'answer', 'send'], 'ringing', null, 0, 0],
    [['answer', 'connected'], 'ringing', null, 0, 0],
    [['answer', 'human', 'human', 'send', 'send', 'human', 'send'], 'ringing', null, 1, 0],
    [['answer', 'human', 'send', 'connected'], 'bridged', null, 1, 0],
    [['answer', 'unknown', 'send', 'connected', 'gone'], 'bridged', null, 1, 0],
    [['human', 'connected', 'send'], 'bridged', null, 0, 0],
    [['answer', 'machine', 'send', 'send', 'connected'], 'failed', 'machine', 0, 1],
    [['answer', 'human', 'machine', 'send', 'connected'], 'failed', 'machine', 0, 1],
    [['answer', 'machine', 'human', 'send'], 'failed', 'machine', 0, 1],
    [['answer', 'gone', 'send'], 'failed', 'hung_up', 0, 0],
    [['answer', 'human', 'gone', 'send'], 'failed', 'hung_up', 0, 0],
    [['answer', 'cancel', 'send', 'human', 'send'], 'canceled', null, 0, 1],
    [['answer', 'end', 'send', 'human', 'send'], 'failed', 'call_ended', 0, 1],
    [['answer', 'human', 'send', 'end', 'send'], 'failed', 'call_ended', 1, 1],
    [['answer', 'deadline', 'send'], 'failed', 'unknown', 0, 1],
    [['answer', 'human', 'send', 'deadline', 'send'], 'failed', 'unknown', 1, 0],
  ])(
    'after %j is %s (%s), with %i commands to connect and %i to hang up',
    async (acts, status, code, connects, hangUps) => {
      const made = await givenAccepted(server);

      for (const act of acts) await made.acts[act]();

      const { network, shown } = made;
      const transfer = await shown();
      expect([transfer.status, transfer.failure?.code ?? null]).toEqual([status, code]);
      expect([network.connected.length, network.hungUp.length]).toEqual([connects, hangUps]);
      expect(network.recalled).toEqual([]);
      for (const request of [...network.connected, ...network.hungUp])
        expect(request).toMatchObject({ leg_id: 'leg', carrier_call_id: made.carrier_call_id });
    },
  );

  test('fails and hangs up if the carrier refuses to connect the two', async () => {
    const { network, acts, shown, phase } = await givenAccepted(server);
    network.connect = async () => ({ kind: 'refused', detail: 'The call has ended.' });
    await acts.human();

    await acts.send();
    await acts.send();

    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'carrier_failure' } });
    expect([network.connected.length, network.hungUp.length]).toEqual([1, 1]);
    expect(await phase()).toBe('talking');
  });

  test('is connected by the same command again after a pause, up to five times, while the carrier does not answer', async () => {
    const { network, acts, shown } = await givenAccepted(server);
    network.connect = async () => ({ kind: 'failed', detail: 'No answer.' });
    await acts.human();

    await acts.send();
    await acts.send();
    expect(network.connected).toHaveLength(1);
    for (let paused = 0; paused < 7; paused += 1) await acts.pause();

    expect(network.connected).toHaveLength(5);
    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'carrier_failure' } });
  });

  test('is connected by another process if the first was killed before the answer', async () => {
    const { network, acts, shown } = await givenAccepted(server);
    network.connect = () => new Promise(() => undefined);
    await acts.human();
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.connected.length).toBe(1);
    const next = askedNetwork(server);

    await send(next.app);
    expect(next.connected).toEqual([]);
    server.setNow(later(server.app.now(), 10_000));
    await send(next.app);
    await acts.connected();

    expect(next.connected).toHaveLength(1);
    expect((await shown()).status).toBe('bridged');
  });

  test('gets one command if two processes look at once', async () => {
    const { network, acts } = await givenAccepted(server);
    const other = askedNetwork(server);
    await acts.human();

    await Promise.all([send(network.app), send(other.app)]);

    expect([...network.connected, ...other.connected]).toHaveLength(1);
  });
});
