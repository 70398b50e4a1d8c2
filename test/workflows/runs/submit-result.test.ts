import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { insertComposed } from '../../../src/webhooks/deliveries/compose-queries.ts';
import { takingNone } from '../../../src/webhooks/deliveries/take-queries.ts';
import { analysisWaitMs, announceEnds } from '../../../src/webhooks/actions.ts';
import { compose } from '../../../src/webhooks/events/compose.ts';
import { analysisFrom } from '../../../src/workflows/runs/rules.ts';
import { givenMember } from '../../auth/members/given.ts';
import { type Member } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenRun, givenCallRun } from '../given.ts';

const result = {
  transcript: [
    { role: 'agent', text: 'Good morning.', at: '2026-01-05T10:00:05.000Z' },
    { role: 'caller', text: 'Hello.', at: '2026-01-05T11:00:06.500+01:00' },
  ],
  recording_url: 'https://recordings.example.com/1.mp3',
  analysis: { call_summary: 'Ada confirmed.', call_successful: true, custom: { mood: 'good' } },
  gathered_context: { confirmed: true },
  call_disposition: 'confirmed',
  usage: { seconds: 42, tokens: 1840, characters: null, cost: null, details: {} },
};

const over = { state: 'completed', outcome: 'completed' } as const;

const submitResult = (member: Member, path: string, body: unknown) =>
  member.post(`${path}/result`, body);

/** Ends the call like the engine, waiting for an analysis; returns when call_analyzed is due. */
async function givenEnd({ server, organization_id }: Member, id: number) {
  const { app } = server;
  const now = app.now();
  const run = {
    id,
    organization_id,
    ended_at: now,
    conversed: true,
    analyzed: false,
    traceparent: null,
  };
  await app.db.transaction().execute((trx) => announceEnds(trx, app.jobs, { runs: [run], now }));
  return later(now, analysisWaitMs);
}

const dueOf = async ({ server }: Member, run_id: number) =>
  (
    await server.app.db
      .selectFrom('pending_events')
      .select('due_at')
      .where('run_id', '=', run_id)
      .where('event', '=', 'call_analyzed')
      .executeTakeFirst()
  )?.due_at;

describe('submitRunResult', () => {
  test('lets editors submit results of test runs alone', async () => {
    const ended_at = '2099-01-05T10:01:00.000Z';
    const { member, workflow, path } = await givenCallRun({ ...over, ended_at });
    const editor = await givenMember(member, 'editor');
    const own = `/api/v1/runs/${await givenRun(member, workflow, { mode: 'test' })}`;
    const submit = (where: string, body: object) =>
      member.send('POST', `${where}/result`, { token: editor.token, body });

    const refused = await submit(path, { opt_out: true, call_disposition: 'late' });
    const answer = await submit(own, { call_disposition: 'fine' });

    expect([refused.status, refused.body.code, refused.body.required_roles]).toEqual([
      403,
      'role_required',
      ['owner', 'admin', 'operator'],
    ]);
    expect((await member.get(path)).body.call_disposition).toBeNull();
    expect([answer.status, answer.body.state]).toEqual([200, 'completed']);
  });

  test('stores all of it, with the agent as the source of the analysis', async () => {
    const { member, workflow, path } = await givenCallRun({
      ...over,
      ended_at: '2026-01-05T10:01:00.000Z',
      gathered_context: '{"consent_given":true,"consent_ts":"2026-01-05T10:00:30.000Z"}',
    });

    const answer = await submitResult(member, path, result);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...result,
      ...over,
      ended_at: '2026-01-05T10:01:00.000Z',
      transcript: [
        result.transcript[0],
        { ...result.transcript[1], at: '2026-01-05T10:00:06.500Z' },
      ],
      analysis: { ...result.analysis, in_voicemail: null, disposition: null, source: 'agent' },
      gathered_context: {
        confirmed: true,
        consent_given: true,
        consent_ts: '2026-01-05T10:00:30.000Z',
      },
    });
    expect((await member.get(path)).body).toEqual(answer.body);
    expect((await member.get(workflow.path)).body).toMatchObject({
      call_disposition_codes: { disposition_codes: ['confirmed'] },
    });
  });

  test('replaces what is sent, merges the gathered context and keeps the rest', async () => {
    const { member, path } = await givenCallRun({ state: 'running' });
    const { body: before } = await submitResult(member, path, result);

    const { body } = await submitResult(member, path, {
      gathered_context: { rescheduled: 'Monday', confirmed: null },
      recording_url: null,
    });

    expect(body).toEqual({
      ...before,
      recording_url: null,
      gathered_context: { confirmed: null, rescheduled: 'Monday' },
    });
    expect(body.state).toBe('running');
    expect((await submitResult(member, path, {})).body).toEqual(body);
  });

  test('loses no member under concurrent writes, including consent marks', async () => {
    const { member, workflow, path, id } = await givenCallRun({ state: 'running' });
    const names = Array.from({ length: 8 }, (_, index) => `member_${index}`);

    await Promise.all([
      ...names.map((name) => submitResult(member, path, { gathered_context: { [name]: name } })),
      member.post(`${workflow.path}/runs/${id}/mark-consent`, { consent_given: true }),
    ]);

    const { gathered_context } = (await member.get(path)).body;
    expect(Object.keys(gathered_context).toSorted()).toEqual(
      ['consent_given', 'consent_ts', ...names].toSorted(),
    );
  });

  test('completes a test run once, and ends no other run', async () => {
    const { member, path } = await givenCallRun({ mode: 'test' });

    const first = await submitResult(member, path, {});
    const second = await submitResult(member, path, result);

    expect(first.body).toMatchObject({ ...over, ended_at: expect.any(String) });
    expect(second.body).toMatchObject({ ...over, ended_at: first.body.ended_at });
  });

  test.each(['consent_given', 'consent_ts'])('refuses %s and stores nothing', async (name) => {
    const { member, path } = await givenCallRun();
    const { body: before } = await member.get(path);

    const answer = await submitResult(member, path, {
      ...result,
      gathered_context: { confirmed: true, [name]: true },
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'gathered_context', name], type: 'value_error' }),
    ]);
    expect((await member.get(path)).body).toEqual(before);
  });

  test('makes call_analyzed due immediately when it brings the analysis', async () => {
    const { member, path, id } = await givenCallRun({
      ...over,
      ended_at: '2026-01-05T10:01:00.000Z',
    });
    const due = await givenEnd(member, id);

    await submitResult(member, path, { transcript: result.transcript });
    const still = await dueOf(member, id);
    await submitResult(member, path, { analysis: result.analysis });
    const hastened = await dueOf(member, id);

    expect(still).toBe(due);
    expect(hastened! < due).toBe(true);
  });

  test('is preceded by the analysis that follows from the outcome once its event is composed, which is not stored', async () => {
    const { member, path, id } = await givenCallRun({
      ...over,
      outcome: 'voicemail',
      ended_at: '2026-01-05T10:01:00.000Z',
      has_derived_analysis: true,
    });
    const { db } = member.server.app;
    const due = await givenEnd(member, id);
    const before = await member.get(path);
    await db.transaction().execute((trx) => compose(trx, due));
    const after = await member.get(path);
    const { analysis } = await db
      .selectFrom('workflow_runs')
      .select('analysis')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await submitResult(member, path, { call_disposition: 'asked again' });
    const later = await member.get(path);

    expect(before.body.analysis).toBe(null);
    const derived = analysisFrom({ outcome: 'voicemail', call_disposition: null });
    expect(after.body.analysis).toEqual(derived);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(analysis).toBe(null);
    expect(later.body.analysis).toEqual({ ...derived, disposition: 'asked again' });
  });

  test('is stored after the event was composed, which does not change', async () => {
    const { member, path, id } = await givenCallRun({
      ...over,
      ended_at: '2026-01-05T10:01:00.000Z',
    });
    const due = await givenEnd(member, id);
    const { db } = member.server.app;
    const { number } = await db
      .selectFrom('pending_events')
      .select('number')
      .where('run_id', '=', id)
      .where('event', '=', 'call_analyzed')
      .executeTakeFirstOrThrow();
    const { organization_id } = member;
    const analyzed = {
      number,
      organization_id,
      event: 'call_analyzed',
      campaign_id: null,
    } as const;
    const composed = [{ ...analyzed, body: '{"call":{}}' }];
    await db.transaction().execute((trx) => insertComposed(trx, composed, takingNone(due)));

    const answer = await submitResult(member, path, result);

    expect(answer.body.analysis.source).toBe('agent');
    const events = await db
      .selectFrom('webhook_events')
      .select(['body', 'composed_at'])
      .where('run_id', '=', id)
      .execute();
    expect(events).toEqual([{ body: expect.stringMatching(/,"call":\{\}\}$/), composed_at: due }]);
    expect(await dueOf(member, id)).toBe(undefined);
  });

  const turn = { role: 'agent', text: 'a', at: '2026-01-05T10:00:05.000Z' };
  test.each([
    [{ transcript: Array.from({ length: 10_001 }, () => turn) }, 'too_long'],
    [{ transcript: [{ ...turn, text: 'x'.repeat(10_001) }] }, 'string_too_long'],
    [{ transcript: [{ ...turn, at: '2016-12-31T23:59:60Z' }] }, 'value_error'],
    [{ transcript: [{ ...turn, role: 'robot' }] }, 'enum'],
    [{ recording_url: 'javascript:alert(1)' }, 'string_pattern_mismatch'],
    [{ analysis: { source: 'outcome' } }, 'extra_forbidden'],
    [{ call_disposition: '' }, 'string_too_short'],
    [{ outcome: 'completed' }, 'extra_forbidden'],
  ])('refuses %.60j', async (body, type) => {
    const { member, path } = await givenCallRun();

    const answer = await submitResult(member, path, body);

    expect([answer.status, answer.body.detail[0].type]).toEqual([422, type]);
  });

  test('accepts a transcript of 10,000 turns', async () => {
    const { member, path } = await givenCallRun();

    const answer = await submitResult(member, path, {
      transcript: Array.from({ length: 10_000 }, () => turn),
    });

    expect(answer.body.transcript).toHaveLength(10_000);
  });

  describe('limits the gathered context to 1 MiB', () => {
    const mebibyte = 1_048_576;
    /** A context of this stored size, including the room for consent. */
    const contextOf = (bytes: number, name = 'note') => ({
      [name]: 'x'.repeat(bytes - `{"${name}": "", ${room}}`.length),
    });
    const room = `"consent_given": false, "consent_ts": "2026-01-01T00:00:00.000Z"`;

    test('exactly, and reports the size that it would have', async () => {
      const { member, path } = await givenCallRun();
      await submitResult(member, path, { gathered_context: { confirmed: true } });
      const before = (await member.get(path)).body;
      const rest = mebibyte - `"confirmed": true, `.length;

      const refused = await submitResult(member, path, {
        recording_url: null,
        gathered_context: contextOf(rest + 1),
      });

      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'gathered_context_too_large',
        limit_bytes: mebibyte,
        size_bytes: mebibyte + 1,
      });
      expect((await member.get(path)).body).toEqual(before);
      const kept = await submitResult(member, path, { gathered_context: contextOf(rest) });
      expect(kept.status).toBe(200);
    });

    test('when numbers are longer in the database than on the wire', async () => {
      const { member, path } = await givenCallRun();
      const numbers = Array.from({ length: 4000 }, () => 1e300);

      const answer = await submitResult(member, path, { gathered_context: { numbers } });

      expect(JSON.stringify(numbers).length).toBeLessThan(mebibyte / 30);
      expect(answer.body).toMatchObject({ code: 'gathered_context_too_large' });
    });

    test('when several concurrent requests would each fit alone', async () => {
      const { member, path } = await givenCallRun();
      const names = ['a', 'b', 'c', 'd', 'e'];

      const answers = await together(
        member.server,
        names.map(
          (name) => () =>
            submitResult(member, path, { gathered_context: contextOf(mebibyte / 2 - 100, name) }),
        ),
      );

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
      const { gathered_context } = (await member.get(path)).body;
      expect(JSON.stringify(gathered_context).length).toBeLessThan(mebibyte);
    });

    test('and reserves room for consent and for the rest of the result', async () => {
      const { member, workflow, path, id } = await givenCallRun();
      await submitResult(member, path, { gathered_context: contextOf(mebibyte) });

      const marked = await member.post(`${workflow.path}/runs/${id}/mark-consent`, {
        consent_given: false,
      });
      const answer = await submitResult(member, path, { call_disposition: 'confirmed' });

      expect([marked.status, answer.status]).toEqual([200, 200]);
      expect(answer.body.gathered_context.consent_given).toBe(false);
    });
  });
});
