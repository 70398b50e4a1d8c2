import { describe, expect, test } from 'vitest';
import { documentOf, effectOf } from '../../../src/telephony/transfers/transition-rules.ts';
import { namesOf } from '../../webhooks/events/given.ts';
import { until } from '../calls/given.ts';
import { briefing, givenAnswered, reception, send, transferServer } from './given.ts';

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
