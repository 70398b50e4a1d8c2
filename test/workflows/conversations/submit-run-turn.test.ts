import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { onPostgres } from '../../support/database.ts';
import { turnOf } from '../../../src/workflows/conversations/capacity.ts';
import { lock } from '../../../src/workflows/conversations/queries.ts';
import { givenRun, givenWorkflow } from '../given.ts';
import { givenGraph, givenTextRun, graphOf, reminder } from './given.ts';

async function given(more: object = {}): Promise<{ member: Member; path: string; run: string }> {
  const member = await newOrganization();
  const path = await givenGraph(member);
  return { member, path, run: await givenTextRun(member, path, more) };
}

const said = ({ body }: { body: { transcript: { role: string; text: string }[] | null } }) =>
  body.transcript?.map(({ role, text }) => `${role}: ${text}`);

describe('submitRunTurn', () => {
  test('holds a conversation that follows the graph, and completes the run at its end', async () => {
    const { member, run } = await given({ initial_context: { first_name: 'Ada' } });

    const opening = await member.post(`${run}/turns`, {});
    const begun = await member.get(run);
    const second = await member.post(`${run}/turns`, { text: 'Yes, speaking.' });
    const third = await member.post(`${run}/turns`, { text: 'What?' });
    const last = await member.post(`${run}/turns`, { text: 'The customer will come!' });

    expect(opening.body).toEqual({
      turn_number: 1,
      agent_text: 'Is this Ada?',
      node_id: 'start',
      node_name: 'start',
      edge_id: null,
      path: [],
      is_ended: false,
      tool_calls: [],
    });
    expect(begun.body).toMatchObject({ mode: 'text', state: 'running', ended_at: null });
    expect(second.body).toMatchObject({ turn_number: 2, node_id: 'confirm', path: ['confirm'] });
    expect(third.body).toMatchObject({ turn_number: 3, node_id: 'confirm', path: [] });
    expect(last.body).toMatchObject({
      agent_text: 'Goodbye, Ada.',
      edge_id: 'confirm-goodbye',
      is_ended: true,
    });
    const after = await member.get(run);
    expect(after.body).toMatchObject({
      state: 'completed',
      outcome: 'completed',
      started_at: begun.body.started_at,
      to_number: null,
      queued_at: null,
      answered_at: null,
      attempt_number: null,
      duration_seconds: null,
      usage: null,
      analysis: null,
    });
    expect(after.body.ended_at >= after.body.started_at).toBe(true);
    expect(said(after)).toEqual([
      'agent: Is this Ada?',
      'caller: Yes, speaking.',
      'agent: Does Monday suit?',
      'caller: What?',
      'agent: Does Monday suit?',
      'caller: The customer will come!',
      'agent: Goodbye, Ada.',
    ]);
  });

  test('takes keys that the caller presses, as turns of their own kind', async () => {
    const member = await newOrganization();
    const menu = graphOf(
      [
        ['start', 'startCall', 'For Ada, press 1.'],
        ['ada', 'endCall', 'Goodbye.'],
      ],
      [['start', 'ada', '1']],
    );
    const run = await givenTextRun(member, await givenGraph(member, menu));

    const both = await member.post(`${run}/turns`, { text: 'One.', keys: '1' });
    const other = await member.post(`${run}/turns`, { keys: '2#' });
    const right = await member.post(`${run}/turns`, { keys: '1' });

    expect([both.status, both.body.detail[0].loc]).toEqual([422, ['body', 'keys']]);
    expect(other.body).toMatchObject({ node_id: 'start', edge_id: null });
    expect(right.body).toMatchObject({ edge_id: 'start-ada', is_ended: true });
    const said = { at: expect.any(String), interrupted: null, spoken_ms: null };
    expect((await member.get(run)).body.transcript).toEqual([
      { role: 'caller', kind: 'keys', text: '2#', ...said },
      { role: 'agent', kind: 'speech', text: 'For Ada, press 1.', ...said },
      { role: 'caller', kind: 'keys', text: '1', ...said },
      { role: 'agent', kind: 'speech', text: 'Goodbye.', ...said },
    ]);
  });

  test('places no call, sends no event and is listed by its mode', async () => {
    const { member, path, run } = await given();
    await member.post('/api/v1/webhooks/endpoints', { url: 'http://127.0.0.1:9/' });

    await member.post(`${run}/turns`, { text: 'wrong number' });

    const { db } = member.server.app;
    const of = async (table: 'pending_events' | 'webhook_events' | 'live_calls') =>
      db
        .selectFrom(table)
        .select('organization_id')
        .where('organization_id', '=', member.organization_id)
        .execute();
    expect(await of('pending_events')).toEqual([]);
    expect(await of('webhook_events')).toEqual([]);
    expect(await of('live_calls')).toEqual([]);
    const ids = async (query: string) =>
      (
        await member.get(`/api/v1/runs?workflow_id=${path.split('/').at(-1)}&${query}`)
      ).body.items.map(({ id }: { id: number }) => id);
    expect(await ids('mode=text')).toEqual([Number(run.split('/').at(-1))]);
    expect(await ids('mode=text&state=running')).toEqual([]);
    expect(await ids('mode=test')).toEqual([]);
    expect((await member.get(path)).body.total_runs).toBe(1);
  });

  test('uses the version that the run was created with', async () => {
    const { member, path } = await given();
    const first = await givenTextRun(member, path, { version_number: 1 });
    await member.put(path, {
      workflow_definition: graphOf([['hello', 'startCall', 'Version 2.']], []),
    });
    const second = await givenTextRun(member, path);

    expect((await member.post(`${first}/turns`, {})).body.agent_text).toBe('Is this there?');
    expect((await member.post(`${second}/turns`, {})).body.agent_text).toBe('Version 2.');
  });

  test('gives a repeated turn the same answer', async () => {
    const { member, run } = await given();
    const key = { 'idempotency-key': 'turn-1' };

    const first = await member.post(`${run}/turns`, { text: 'speaking' }, key);
    const again = await member.post(`${run}/turns`, { text: 'speaking' }, key);
    const other = await member.post(`${run}/turns`, { text: 'confirmed' }, key);

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await member.get(run)).body.transcript).toHaveLength(2);
  });

  test('refuses a turn while another one is answered, and adds nothing', async () => {
    const { member, run } = await given();
    const { organization_id } = member;
    const run_id = Number(run.split('/').at(-1));

    const release = member.server.app.inProgress.take([turnOf({ organization_id, run_id })]);
    const refused = await member.post(`${run}/turns`, { text: 'speaking' });
    release();
    const answered = await member.post(`${run}/turns`, { text: 'wrong number' });

    expect([refused.status, refused.body.code]).toEqual([409, 'turn_in_progress']);
    expect(answered.body).toMatchObject({ turn_number: 1, node_id: 'wrong' });
  });

  test.runIf(onPostgres)('refuses a turn while another process answers one', async () => {
    const { member, run } = await given();
    const other = await member.server.app.db.startTransaction().execute();
    const run_id = Number(run.split('/').at(-1));
    await lock(other, { organization_id: member.organization_id, run_id });

    const refused = await member.post(`${run}/turns`, {});
    await other.rollback().execute();

    expect([refused.status, refused.body.code]).toEqual([409, 'turn_in_progress']);
    expect((await member.post(`${run}/turns`, {})).status).toBe(200);
  });

  test('answers turns at once one after the other or not at all', async () => {
    const { member, run } = await given();

    const answers = await Promise.all(
      [1, 2, 3].map(() => member.post(`${run}/turns`, { text: 'What?' })),
    );

    const numbers = answers.flatMap(({ body }) => body.turn_number ?? []);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      numbers.map((_, index) => index + 1),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body.code).toBe('turn_in_progress');
    expect((await member.get(run)).body.transcript).toHaveLength(2 * numbers.length);
  });

  test.each([
    [
      'a turn',
      (member: Member, run: string) => member.post(`${run}/turns`, { text: 'wrong number' }),
    ],
    ['its result', (member: Member, run: string) => member.post(`${run}/result`, {})],
    ['a hang-up', (member: Member, run: string) => member.post(`${run}/hang-up`)],
  ])('refuses a run that %s has ended', async (_, end) => {
    const { member, run } = await given();
    expect((await end(member, run)).status).toBeLessThan(300);
    const before = (await member.get(run)).body;

    const answer = await member.post(`${run}/turns`, { text: 'speaking' });

    expect([answer.status, answer.body.code]).toEqual([409, 'run_ended']);
    expect(before.state).toBe('completed');
    expect((await member.get(run)).body).toEqual(before);
  });

  test.each(['test', 'ad_hoc'] as const)('refuses a run of the mode %s', async (mode) => {
    const member = await newOrganization();
    const id = await givenRun(member, await givenWorkflow(member), { mode });

    const answer = await member.post(`/api/v1/runs/${id}/turns`, {});

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'run_without_conversation', mode });
  });

  test('refuses more than 100 turns', async () => {
    const { member, run } = await given();
    await member.server.app.db
      .updateTable('run_conversations')
      .set({ turns: 99 })
      .where('run_id', '=', Number(run.split('/').at(-1)))
      .execute();

    const last = await member.post(`${run}/turns`, {});
    const answer = await member.post(`${run}/turns`, {});

    expect(last.body.turn_number).toBe(100);
    expect([answer.status, answer.body.code, answer.body.limit]).toEqual([
      409,
      'conversation_too_long',
      100,
    ]);
  });

  test.each([{ text: '' }, { text: 'x'.repeat(2001) }, { text: null }, { texts: 'x' }])(
    'refuses the body %#',
    async (body) => {
      const { member, run } = await given();

      expect((await member.post(`${run}/turns`, body)).status).toBe(422);
    },
  );
});

describe('createTestRun with the mode text', () => {
  test('opens a conversation that has not begun', async () => {
    const { member, run } = await given({ name: 'Ada' });

    expect((await member.get(run)).body).toMatchObject({
      name: 'Ada',
      mode: 'text',
      state: 'initialized',
      transcript: null,
      started_at: null,
    });
  });

  test('refuses a version without a start', async () => {
    const member = await newOrganization();
    const path = await givenGraph(member, { ...reminder, nodes: reminder.nodes?.slice(1) ?? [] });

    const answer = await member.post(`${path}/runs`, { mode: 'text' });

    expect([answer.status, answer.body.code]).toEqual([409, 'start_node_missing']);
    expect((await member.get('/api/v1/runs')).body.items).toEqual([]);
    expect((await member.post(`${path}/runs`, {})).status).toBe(201);
  });
});
