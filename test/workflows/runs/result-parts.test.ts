import { describe, expect, test } from 'vitest';
import { type Member } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenCallRun } from '../given.ts';

const turn = (index: number, text = `Turn ${index}.`) => ({
  index,
  role: index % 2 === 0 ? 'agent' : 'caller',
  text,
  at: '2026-01-05T10:00:04.000Z',
});
const stored = (index: number) => ({
  role: turn(index).role,
  kind: 'speech',
  text: turn(index).text,
  at: turn(index).at,
  interrupted: null,
  spoken_ms: null,
});
const turns = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => turn(from + place));

const append = (member: Member, path: string, transcript: unknown, more = {}) =>
  member.post(`${path}/result`, { append: true, transcript, ...more });

const transcriptOf = async (member: Member, path: string) =>
  (await member.get(path)).body.transcript;

describe('submitRunResult with append', () => {
  test('adds turns to those stored, and keeps the run as it is', async () => {
    const { member, path } = await givenCallRun({ state: 'running' });

    await append(member, path, turns(0, 2));
    const { status, body } = await append(member, path, turns(2, 3), {
      gathered_context: { confirmed: true },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'running', gathered_context: { confirmed: true } });
    expect(body.transcript).toEqual([stored(0), stored(1), stored(2)]);
    expect((await member.get(`${path}/session`)).body.transcript_turns).toBe(3);
  });

  test('adds keys that the person pressed, once', async () => {
    const { member, path } = await givenCallRun();
    const pressed = { ...turn(1), kind: 'keys', text: '4711#' };

    await append(member, path, [turn(0), pressed]);
    const again = await append(member, path, [pressed, { ...turn(2), kind: 'speech' }]);

    expect(again.status).toBe(200);
    expect(again.body.transcript).toEqual([
      stored(0),
      { ...stored(1), kind: 'keys', text: '4711#' },
      stored(2),
    ]);
  });

  test('keeps that the person interrupted the agent, and how much was heard', async () => {
    const { member, path } = await givenCallRun();
    const cut = { interrupted: true, spoken_ms: 1840 };
    const whole = { interrupted: false, spoken_ms: 0 };

    await append(member, path, [{ ...turn(0), ...cut }, turn(1)]);
    const again = await append(member, path, [
      { ...turn(0), ...cut },
      { ...turn(1), interrupted: null, spoken_ms: null },
      { ...turn(2), ...whole },
    ]);
    const final = await member.post(`${path}/result`, { transcript: again.body.transcript });

    const expected = [{ ...stored(0), ...cut }, stored(1), { ...stored(2), ...whole }];
    expect([again.body.transcript, final.body.transcript]).toEqual([expected, expected]);
  });

  test.each([
    ['interrupted', false, { role: 'caller' }],
    ['spoken_ms', 0, { role: 'caller' }],
    ['interrupted', true, { kind: 'keys', text: '1' }],
    ['spoken_ms', -1, {}],
    ['spoken_ms', 1.5, {}],
    ['spoken_ms', 14_400_001, {}],
    ['interrupted', 'yes', {}],
  ])('refuses %s %j in a turn with %j', async (member_name, value, more) => {
    const { member, path } = await givenCallRun();

    const { status, body } = await append(member, path, [
      { ...turn(0), ...more, [member_name]: value },
    ]);

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'transcript', '0', member_name]]);
    expect(await transcriptOf(member, path)).toBeNull();
  });

  test('keeps of secret keys only how many there were', async () => {
    const { member, path } = await givenCallRun();

    const { body } = await append(member, path, [{ ...turn(0), kind: 'keys', text: 'xxxx#' }]);

    expect(body.transcript).toMatchObject([{ kind: 'keys', text: 'xxxx#' }]);
  });

  test('goes on with a transcript that was stored before turns had a kind', async () => {
    const { index: _, ...earlier } = turn(0);
    const { member, path } = await givenCallRun({ transcript: JSON.stringify([earlier]) });

    const { status, body } = await append(member, path, turns(0, 2));

    expect([status, body.transcript]).toEqual([200, [stored(0), stored(1)]]);
  });

  test.each(['', 'one', '1 2', '12w', 'X', '1'.repeat(101)])('refuses %j as keys', async (text) => {
    const { member, path } = await givenCallRun();

    const { status, body } = await append(member, path, [{ ...turn(0), kind: 'keys', text }]);

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'transcript', '0', 'text']]);
    expect(await transcriptOf(member, path)).toBeNull();
  });

  test('changes nothing by what is stored already, and adds what follows it', async () => {
    const { member, path } = await givenCallRun();
    await append(member, path, turns(0, 3));

    const same = await append(member, path, turns(1, 2));
    const longer = await append(member, path, turns(1, 5));

    expect(same.body.transcript).toHaveLength(3);
    expect(longer.body.transcript).toEqual([0, 1, 2, 3, 4].map(stored));
  });

  test.each([
    ['text', { text: 'Other.' }],
    ['role', { role: 'caller' }],
    ['kind', { kind: 'keys' }],
    ['time', { at: '2026-01-05T10:00:05.000Z' }],
    ['interruption', { interrupted: true }],
    ['duration', { spoken_ms: 1840 }],
  ])('refuses another %s for a stored turn, and adds nothing of the part', async (_, other) => {
    const { member, path } = await givenCallRun();
    await append(member, path, [...turns(0, 2), turn(2, '1')]);

    const { status, body } = await append(member, path, [
      turn(1),
      { ...turn(2, '1'), ...other },
      turn(3),
    ]);

    expect([status, body.code, body.index]).toEqual([409, 'transcript_turn_differs', 2]);
    expect(await transcriptOf(member, path)).toHaveLength(3);
  });

  test('refuses a part after a gap and names the next index', async () => {
    const { member, path } = await givenCallRun();
    await append(member, path, turns(0, 2));

    const { status, body } = await append(member, path, turns(3, 4));

    expect([status, body.code, body.next_index]).toEqual([409, 'transcript_turns_missing', 2]);
    expect(await transcriptOf(member, path)).toHaveLength(2);
  });

  test('stores each turn once when parts come together', async () => {
    const { member, path } = await givenCallRun({ state: 'running' });
    await append(member, path, turns(0, 1));

    const answers = await together(
      member.server,
      [2, 3, 4, 5, 6, 7].map((to) => () => append(member, path, turns(1, to))),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await transcriptOf(member, path)).toEqual([0, 1, 2, 3, 4, 5, 6].map(stored));
  });

  test('of two parts with different turns of one index stores one', async () => {
    const { member, path } = await givenCallRun({ state: 'running' });

    const answers = await together(
      member.server,
      ['One.', 'Two.'].map((text) => () => append(member, path, [turn(0, text)])),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await transcriptOf(member, path)).toHaveLength(1);
  });

  test('adds turns after the end of the call too', async () => {
    const ended_at = '2026-01-05T10:01:00.000Z';
    const { member, path } = await givenCallRun({
      state: 'completed',
      outcome: 'completed',
      ended_at,
    });

    const { status, body } = await append(member, path, turns(0, 1));

    expect([status, body.transcript, body.outcome]).toEqual([200, [stored(0)], 'completed']);
  });

  test('after the final transcript accepts what is in it and adds nothing', async () => {
    const { member, path } = await givenCallRun();
    await append(member, path, turns(0, 1));
    const whole = [0, 1, 2].map(stored);
    await member.post(`${path}/result`, { transcript: whole });

    const known = await append(member, path, turns(1, 3));
    const late = await append(member, path, turns(2, 4));
    const gap = await append(member, path, turns(9, 10));

    expect(known.status).toBe(200);
    expect([late.status, late.body.code]).toEqual([409, 'transcript_final']);
    expect([gap.status, gap.body.code]).toEqual([409, 'transcript_final']);
    expect(await transcriptOf(member, path)).toHaveLength(3);
  });

  test('goes on after all turns were removed', async () => {
    const { member, path } = await givenCallRun();
    await append(member, path, turns(0, 2));

    await member.post(`${path}/result`, { transcript: null });
    const { body } = await append(member, path, turns(0, 1));

    expect(body.transcript).toEqual([stored(0)]);
  });

  test('starts a test run, which the final result completes', async () => {
    const { member, path } = await givenCallRun({ mode: 'test' });

    const { body: begun } = await append(member, path, turns(0, 1));
    const { body: further } = await append(member, path, turns(1, 2));
    const { body: ended } = await member.post(`${path}/result`, { call_disposition: 'done' });

    expect(begun).toMatchObject({ state: 'running', outcome: null, ended_at: null });
    expect(further.started_at).toBe(begun.started_at);
    expect(ended).toMatchObject({ state: 'completed', started_at: begun.started_at });
    expect(ended.transcript).toHaveLength(2);
  });

  test('refuses more than 1 MiB of transcript in all, and keeps what is stored', async () => {
    const { member, path } = await givenCallRun({ state: 'running' });
    const long = (from: number, to: number) =>
      turns(from, to).map((each) => ({ ...each, text: 'x'.repeat(10_000) }));
    await append(member, path, long(0, 100));

    const { status, body } = await append(member, path, long(100, 110), {
      gathered_context: { confirmed: true },
    });

    expect([status, body.code, body.limit_bytes]).toEqual([409, 'transcript_too_large', 1_048_576]);
    const { body: run } = await member.get(path);
    expect([run.transcript.length, run.gathered_context]).toEqual([100, {}]);
  });

  test.each([
    ['no transcript', { append: true }, []],
    ['null as transcript', { append: true, transcript: null }, []],
    ['no index', { append: true, transcript: [{ ...turn(0), index: undefined }] }, ['0', 'index']],
    ['a gap within the part', { append: true, transcript: [turn(0), turn(2)] }, ['1', 'index']],
    ['an index twice', { append: true, transcript: [turn(1), turn(1)] }, ['1', 'index']],
    ['an index without append', { transcript: [turn(0)] }, ['0', 'index']],
  ])('refuses %s', async (_, body, place) => {
    const { member, path } = await givenCallRun();

    const answer = await member.post(`${path}/result`, body);

    expect([answer.status, answer.body.detail[0].loc]).toEqual([
      422,
      ['body', 'transcript', ...place],
    ]);
  });

  test('leaves one audit event for all parts', async () => {
    const { member, path } = await givenCallRun();

    await append(member, path, turns(0, 1));
    await append(member, path, turns(0, 2));
    await append(member, path, turns(2, 3));

    const events = await member.server.app.db
      .selectFrom('audit_events')
      .select('after')
      .where('organization_id', '=', member.organization_id)
      .where('action', '=', 'workflow_run.result_submitted')
      .execute();
    expect(events).toHaveLength(1);
  });
});
