import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../../src/telephony/carriers/carrier.ts';
import { effectOf } from '../../../src/telephony/transfers/transition-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { until } from '../calls/given.ts';
import { type Act, givenAccepted } from './given-accepted.ts';
import { askedNetwork, briefing, givenTransferable, send, transferServer } from './given.ts';

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

describe('A transfer whose destination is apart', () => {
  test.each<[string, boolean, string, string, string | null, number[]]>([
    ['cold', true, 'ring answer send', 'ringing', null, [0, 0, 0]],
    ['cold', true, 'answer connected', 'ringing', null, [0, 0, 0]],
    ['cold', true, 'answer human human send send human send', 'ringing', null, [0, 1, 0]],
    ['cold', true, 'answer human send connected', 'bridged', null, [0, 1, 0]],
    ['cold', true, 'answer unknown send connected gone', 'bridged', null, [0, 1, 0]],
    ['cold', true, 'human connected send', 'bridged', null, [0, 0, 0]],
    ['cold', true, 'answer machine send send connected', 'failed', 'machine', [0, 0, 1]],
    ['cold', true, 'answer human machine send connected', 'failed', 'machine', [0, 0, 1]],
    ['cold', true, 'answer machine human send', 'failed', 'machine', [0, 0, 1]],
    ['cold', true, 'answer gone send', 'failed', 'hung_up', [0, 0, 0]],
    ['cold', true, 'answer human gone send', 'failed', 'hung_up', [0, 0, 0]],
    ['cold', true, 'answer cancel send human send', 'canceled', null, [0, 0, 1]],
    ['cold', true, 'answer end send human send', 'failed', 'call_ended', [0, 0, 1]],
    ['cold', true, 'answer human send end send', 'failed', 'call_ended', [0, 1, 1]],
    ['cold', true, 'answer deadline send', 'failed', 'unknown', [0, 0, 1]],
    ['cold', true, 'answer human send deadline send', 'failed', 'unknown', [0, 1, 0]],
    ['warm', false, 'answer send', 'briefing', null, [1, 0, 0]],
    ['warm', false, 'answer answer send send answer', 'briefing', null, [1, 0, 0]],
    ['warm', false, 'answer connected send', 'briefing', null, [1, 0, 0]],
    ['warm', false, 'answer send briefed send connected', 'bridged', null, [1, 1, 0]],
    ['warm', false, 'answer send briefed briefed send send', 'briefing', null, [1, 1, 0]],
    ['warm', false, 'briefed send', 'requested', null, [0, 0, 0]],
    ['warm', false, 'answer send gone briefed send', 'failed', 'hung_up', [1, 0, 0]],
    ['warm', true, 'answer send', 'ringing', null, [0, 0, 0]],
    ['warm', true, 'answer human send human send', 'briefing', null, [1, 0, 0]],
    ['warm', true, 'human send briefed send connected', 'bridged', null, [1, 1, 0]],
    ['warm', true, 'answer machine send briefed send', 'failed', 'machine', [0, 0, 1]],
    ['warm', true, 'human send machine send', 'failed', 'machine', [1, 0, 1]],
    ['warm', true, 'human send cancel send briefed send', 'canceled', null, [1, 0, 1]],
    ['warm', true, 'human send end send briefed send', 'failed', 'call_ended', [1, 0, 1]],
    ['warm', true, 'human send deadline send', 'failed', 'unknown', [1, 0, 1]],
    ['warm', false, 'answer send briefed send deadline send', 'failed', 'unknown', [1, 1, 0]],
  ])(
    '%s, with detection %j, after %s is %s (%s), with commands to brief, connect and hang up: %j',
    async (kind, has_machine_detection, acts, status, code, told) => {
      const made = await givenAccepted(server, { warm: kind === 'warm', has_machine_detection });

      await made.happens(acts);

      const { network, shown, carrier_call_id } = made;
      const transfer = await shown();
      expect([transfer.status, transfer.failure?.code ?? null]).toEqual([status, code]);
      const { briefed, connected, hungUp, recalled } = network;
      expect([briefed.length, connected.length, hungUp.length]).toEqual(told);
      expect(recalled).toEqual([]);
      for (const request of [...briefed, ...connected, ...hungUp])
        expect(request).toMatchObject({ leg_id: 'leg', carrier_call_id });
      for (const request of briefed) expect(request).toMatchObject(briefing);
    },
  );

  const given = (command: 'brief' | 'connect') =>
    givenAccepted(server, {
      warm: command === 'brief',
      has_machine_detection: command !== 'brief',
    });
  /** Who answers a cold transfer is connected if it is a person. */
  const answer = { brief: 'answer', connect: 'human' } as const;
  const asked = { brief: 'briefed', connect: 'connected' } as const;

  describe.each(['brief', 'connect'] as const)('and whose carrier is told to %s', (command) => {
    test('fails, hangs up and gives the person back if the carrier refuses', async () => {
      const { network, acts, shown, phase } = await given(command);
      network[command] = async () => ({ kind: 'refused', detail: 'The call has ended.' });
      await acts[answer[command]]();

      await acts.send();
      await acts.send();

      expect(await shown()).toMatchObject({
        status: 'failed',
        failure: { code: 'carrier_failure' },
      });
      expect([network[asked[command]].length, network.hungUp.length]).toEqual([1, 1]);
      expect(await phase()).toBe('talking');
    });

    test('is told the same by another process, after a pause, if the first was killed before the answer', async () => {
      const { network, acts, kill, shown } = await given(command);
      await acts[answer[command]]();
      const next = await kill(command);

      await send(next.app);
      expect(next[asked[command]]).toEqual([]);
      server.setNow(later(server.app.now(), 10_000));
      await send(next.app);
      if (command === 'brief') {
        await acts.briefed();
        await send(next.app);
      }
      await acts.connected();

      expect(next[asked[command]]).toEqual(network[asked[command]]);
      expect((await shown()).status).toBe('bridged');
    });

    test('is told again after a pause, up to five times, while the carrier does not answer', async () => {
      const { network, acts, shown } = await given(command);
      network[command] = async () => ({ kind: 'failed', detail: 'No answer.' });
      await acts[answer[command]]();

      await acts.send();
      await acts.send();
      expect(network[asked[command]]).toHaveLength(1);
      for (let paused = 0; paused < 7; paused += 1) await acts.pause();

      expect(network[asked[command]]).toHaveLength(5);
      expect(await shown()).toMatchObject({
        status: 'failed',
        failure: { code: 'carrier_failure' },
      });
    });

    test('gets one command if two processes look at once', async () => {
      const { network, acts } = await given(command);
      const other = askedNetwork(server);
      await acts[answer[command]]();

      await Promise.all([send(network.app), send(other.app)]);

      expect([...network[asked[command]], ...other[asked[command]]]).toHaveLength(1);
    });
  });

  test.each<[again: Act[], status: string]>([
    [['briefed', 'send', 'connected'], 'bridged'],
    [['briefed', 'send'], 'briefing'],
    [[], 'briefing'],
  ])(
    'is not ended by a refusal that comes after %j, when the briefing was sent again',
    async (again, status) => {
      const { network, acts, shown } = await given('brief');
      const { promise, resolve } = Promise.withResolvers<CommandResult>();
      network.brief = () => promise;
      await acts.answer();
      await network.app.calls.sendTransfers();
      await expect.poll(() => network.briefed.length).toBe(1);
      const next = askedNetwork(server);

      server.setNow(later(server.app.now(), 10_000));
      await send(next.app);
      for (const act of again) {
        if (act === 'send') await send(next.app);
        else await acts[act]();
      }
      resolve({ kind: 'refused', detail: 'The call to the destination is over.' });
      await network.app.calls.settled();

      expect((await shown()).status).toBe(status);
      expect(network.hungUp).toEqual([]);
    },
  );

  test('is not ended by a refusal that comes while the briefing is sent again', async () => {
    const { network, acts, shown } = await given('brief');
    const [first, second] = [
      Promise.withResolvers<CommandResult>(),
      Promise.withResolvers<CommandResult>(),
    ];
    network.brief = () => first.promise;
    await acts.answer();
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.briefed.length).toBe(1);
    const next = askedNetwork(server);
    next.brief = () => second.promise;
    server.setNow(later(server.app.now(), 10_000));
    await next.app.calls.sendTransfers();
    await expect.poll(() => next.briefed.length).toBe(1);

    first.resolve({ kind: 'refused', detail: 'It is busy.' });
    await network.app.calls.settled();
    second.resolve({ kind: 'accepted' });
    await next.app.calls.settled();

    expect((await shown()).status).toBe('briefing');
  });
});
