import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../../src/telephony/carriers/carrier.ts';
import { documentOf, effectOf } from '../../../src/telephony/transfers/transition-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { namesOf } from '../../webhooks/events/given.ts';
import { until } from '../calls/given.ts';
import { type Act, givenAccepted } from './given-accepted.ts';
import { askedNetwork, briefing, givenAnswered, reception, send, transferServer } from './given.ts';

const server = transferServer();

const stages = [null, 'brief', 'briefing', 'connect', 'connecting'] as const;

describe('A warm transfer never connects who has not heard the briefing:', () => {
  const reports = [
    { status: 'ringing' },
    { status: 'answered' },
    { status: 'answered', answered_by: 'human' },
    { status: 'answered', answered_by: 'unknown' },
    { status: 'answered', answered_by: 'machine' },
    { status: 'connected' },
    { status: 'completed' },
    { status: 'busy' },
  ] as const;

  test.each([true, false])('effectOf, detection %j', (detects) => {
    for (const stage of [null, 'brief', 'briefing'] as const)
      for (const report of reports) {
        const effect = effectOf({ kind: 'warm', detects, stage }, report);
        expect(['bridge', 'connect']).not.toContain(effect?.by);
      }
  });

  test('documentOf', () => {
    for (const status of ['requested', 'ringing', 'briefing'] as const)
      for (const detects of [true, false]) {
        const documents = stages.map((stage) =>
          documentOf({ status, kind: 'warm', detects, stage }, false),
        );
        expect(documents).not.toContain('connect');
        expect(documentOf({ status, kind: 'warm', detects, stage: null }, true)).not.toBe(
          'connect',
        );
      }
  });
});

describe('createRunTransfer', () => {
  const given = () => givenAnswered(server);

  test('of a warm transfer briefs the destination and then connects the two, on the simulated network', async () => {
    const { member, warmTransfer, show, phase, rows } = await given();
    const { status, body } = await warmTransfer();
    expect([status, body.kind, body.status]).toEqual([202, 'warm', 'requested']);
    expect(await rows()).toMatchObject([
      { briefing: briefing.text, briefing_language: 'en-US', detects: false },
    ]);

    const ended = await until(
      async () => {
        await send(server.app);
        return show(body.id);
      },
      ({ ended_at }) => ended_at !== null,
    );

    expect(ended.status).toBe('bridged');
    expect(await phase()).toBe('transferred');
    expect(await rows()).toMatchObject([{ briefing: null, briefing_language: null }]);
    expect(await namesOf(member)).toEqual([
      'transfer_requested',
      'transfer_ringing',
      'transfer_briefing',
      'transfer_bridged',
    ]);
  });

  test.each([
    ['a warm transfer without a briefing', { kind: 'warm' }, ['body', 'briefing']],
    ['a cold one with a briefing', { kind: 'cold', briefing }, ['body', 'briefing']],
    [
      'a briefing of spaces',
      { kind: 'warm', briefing: { text: '   ' } },
      ['body', 'briefing', 'text'],
    ],
    [
      'a briefing that is too long',
      { kind: 'warm', briefing: { text: 'x'.repeat(501) } },
      ['body', 'briefing', 'text'],
    ],
    [
      'a language that no carrier speaks',
      { kind: 'warm', briefing: { text: 'x', language: 'tlh' } },
      ['body', 'briefing', 'language'],
    ],
  ])('refuses %s', async (_, body, loc) => {
    const { member, transfers, rows } = await given();

    const answer = await member.post(transfers, { destination: reception.name, ...body });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
    expect(await rows()).toEqual([]);
  });
});

const given = async (has_machine_detection: boolean) => {
  const made = await givenAccepted(server, { warm: true, has_machine_detection });
  const { briefed, connected, hungUp } = made.network;
  return { ...made, asked: () => [briefed.length, connected.length, hungUp.length] };
};

describe('A warm transfer', () => {
  test.each<[detect: boolean, acts: Act[], status: string, code: string | null, asked: number[]]>([
    [false, ['answer', 'send'], 'briefing', null, [1, 0, 0]],
    [false, ['answer', 'answer', 'send', 'send', 'answer'], 'briefing', null, [1, 0, 0]],
    [false, ['answer', 'connected', 'send'], 'briefing', null, [1, 0, 0]],
    [false, ['answer', 'send', 'briefed', 'send', 'connected'], 'bridged', null, [1, 1, 0]],
    [false, ['answer', 'send', 'briefed', 'briefed', 'send', 'send'], 'briefing', null, [1, 1, 0]],
    [false, ['briefed', 'send'], 'requested', null, [0, 0, 0]],
    [false, ['answer', 'send', 'gone', 'briefed', 'send'], 'failed', 'hung_up', [1, 0, 0]],
    [true, ['answer', 'send'], 'ringing', null, [0, 0, 0]],
    [true, ['answer', 'human', 'send', 'human', 'send'], 'briefing', null, [1, 0, 0]],
    [true, ['human', 'send', 'briefed', 'send', 'connected'], 'bridged', null, [1, 1, 0]],
    [true, ['answer', 'machine', 'send', 'briefed', 'send'], 'failed', 'machine', [0, 0, 1]],
    [true, ['human', 'send', 'machine', 'send'], 'failed', 'machine', [1, 0, 1]],
    [true, ['human', 'send', 'cancel', 'send', 'briefed', 'send'], 'canceled', null, [1, 0, 1]],
    [true, ['human', 'send', 'end', 'send', 'briefed', 'send'], 'failed', 'call_ended', [1, 0, 1]],
    [true, ['human', 'send', 'deadline', 'send'], 'failed', 'unknown', [1, 0, 1]],
    [
      false,
      ['answer', 'send', 'briefed', 'send', 'deadline', 'send'],
      'failed',
      'unknown',
      [1, 1, 0],
    ],
  ])(
    'with detection %j after %j is %s (%s), with commands to brief, connect and hang up: %j',
    async (detect, acts, status, code, asked) => {
      const made = await given(detect);

      for (const act of acts) await made.acts[act]();

      const transfer = await made.shown();
      expect([transfer.status, transfer.failure?.code ?? null]).toEqual([status, code]);
      expect(made.asked()).toEqual(asked);
      for (const request of made.network.briefed)
        expect(request).toMatchObject({ leg_id: 'leg', ...briefing });
    },
  );

  test('sends the briefing again, by the same command, if the process was killed before the answer', async () => {
    const { network, acts, shown } = await given(false);
    network.brief = () => new Promise(() => undefined);
    await acts.answer();
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.briefed.length).toBe(1);
    const next = askedNetwork(server);

    await send(next.app);
    expect(next.briefed).toEqual([]);
    server.setNow(later(server.app.now(), 10_000));
    await send(next.app);
    await acts.briefed();
    await send(next.app);
    await acts.connected();

    expect(next.briefed).toEqual(network.briefed);
    expect((await shown()).status).toBe('bridged');
  });

  test.each<[again: Act[], status: string]>([
    [['briefed', 'send', 'connected'], 'bridged'],
    [['briefed', 'send'], 'briefing'],
    [[], 'briefing'],
  ])(
    'is not ended by a refusal that comes after %j, when the briefing was sent again',
    async (again, status) => {
      const { network, acts, shown, asked } = await given(false);
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
      expect(asked()[2]).toBe(0);
    },
  );

  test('is not ended by a refusal that comes while the briefing is sent again', async () => {
    const { network, acts, shown } = await given(false);
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

  test('fails and gives the person back if the carrier refuses to speak', async () => {
    const { network, acts, shown, phase, asked } = await given(false);
    network.brief = async () => ({ kind: 'refused', detail: 'The call has ended.' });
    await acts.answer();

    await acts.send();
    await acts.send();

    expect(await shown()).toMatchObject({ status: 'failed', failure: { code: 'carrier_failure' } });
    expect(asked()).toEqual([1, 0, 1]);
    expect(await phase()).toBe('talking');
  });
});
