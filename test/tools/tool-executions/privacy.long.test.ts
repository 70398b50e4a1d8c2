import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { applyRetention } from '../../../src/privacy/retention/sweep.ts';
import { keepSettled } from '../../../src/tools/tool-executions/settled.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { onPostgres } from '../../support/database.ts';
import { ownServer } from '../../support/own-server.ts';
import { erase } from '../../privacy/given.ts';
import { countBlocked } from '../../support/waiting.ts';
import { bodiesOf } from '../../webhooks/events/given.ts';
import { definitionWith, givenCallableTool, json, order, startToolServer } from './given.ts';

const ada = '+12025550185';
const server = ownServer();

/** Makes the run a call to Ada that has ended. */
async function end(run_id: number) {
  const now = server.app.now();
  const over = {
    state: 'completed',
    outcome: 'completed',
    started_at: now,
    ended_at: now,
  } as const;
  await server.app.db
    .updateTable('workflow_runs')
    .set({ mode: 'ad_hoc', to_number: ada, ...over })
    .where('id', '=', run_id)
    .execute();
}

/** A call to Ada that has used a tool and has ended. */
async function givenEndedCall(member: Member, members: object = {}) {
  const tools = await startToolServer(json({ customer: 'Ada Lovelace' }));
  const { call, run_id } = await givenCallableTool(member, tools.url, members);
  const { body } = await call(order);
  if (body.status === 'waiting_for_approval')
    await member.post(`/api/v1/tool-executions/${body.id}/decline`, {
      reason: 'Ada Lovelace has called.',
    });
  await end(run_id);
  return { run_id, path: `/api/v1/tool-executions/${body.id}` };
}

/** A text run with what its tools answer and have answered. */
async function givenConversation(member: Member): Promise<number> {
  const { body: workflow } = await member.post('/api/v1/workflow', {
    name: 'Orders',
    workflow_definition: definitionWith([]),
  });
  const tool_answers = [{ tool_name: 'lookup', result: { customer: 'Ada' } }];
  const { body } = await member.post(`/api/v1/workflow/${workflow.id}/runs`, {
    mode: 'text',
    tool_answers,
  });
  await server.app.db
    .updateTable('run_conversations')
    .set({ learned: JSON.stringify({ customer: 'Ada' }) })
    .where('run_id', '=', body.id)
    .execute();
  return Number(body.id);
}

async function aMember(): Promise<Member> {
  server.setNow(new Date().toISOString());
  const member = await newOrganization({ server });
  await sql`update sessions set expires_at = '9999-01-01'`.execute(server.app.db);
  return member;
}

describe('What a tool was asked and has answered', () => {
  test('is removed with the transcript of its run', async () => {
    const member = await aMember();
    const kept = await givenEndedCall(await aMember());
    const { path } = await givenEndedCall(member);
    const days = { contexts_days: null, contacts_days: null, events_days: null, audit_days: null };
    await member.put('/api/v1/organizations/retention', { transcripts_days: 1, ...days });

    server.setNow(later(server.app.now(), 26 * 3_600_000));
    await applyRetention(server.app);

    const { body } = await member.get(path);
    expect(body).toMatchObject({ arguments: null, result: null, status: 'succeeded' });
    const left = await server.app.db
      .selectFrom('tool_executions')
      .select('id')
      .where('result', 'is not', null)
      .execute();
    expect(left.map(({ id }) => `/api/v1/tool-executions/${id}`)).toEqual([kept.path]);
  });

  test('is removed with the transcript also where a text run has it', async () => {
    const member = await aMember();
    const other = await givenConversation(await aMember());
    const run_id = await givenConversation(member);
    const days = { contexts_days: null, contacts_days: null, events_days: null, audit_days: null };
    await member.put('/api/v1/organizations/retention', { transcripts_days: 1, ...days });

    server.setNow(later(server.app.now(), 26 * 3_600_000));
    await applyRetention(server.app);

    const rows = await server.app.db
      .selectFrom('run_conversations')
      .select(['run_id', 'tool_answers', 'learned'])
      .where('run_id', 'in', [other, run_id])
      .orderBy('run_id')
      .execute();
    expect(rows).toMatchObject([
      { run_id: other, tool_answers: [{ tool_name: 'lookup' }], learned: { customer: 'Ada' } },
      { run_id, tool_answers: null, learned: null },
    ]);
  });

  test('is removed with its run', async () => {
    const member = await aMember();
    const { run_id, path } = await givenEndedCall(member);

    expect((await member.delete(`/api/v1/runs/${run_id}`)).status).toBe(204);
    expect((await member.get(path)).status).toBe(404);
  });

  test('is exported and erased with its person', async () => {
    const member = await aMember();
    const { path } = await givenEndedCall(member);

    const exported = await member.post('/api/v1/privacy/exports', { phone_number: ada });
    await erase(member, ada);

    expect(exported.text).toContain('"kind":"tool_execution"');
    expect(exported.text).toContain('Ada Lovelace');
    expect((await member.get(path)).body).toMatchObject({ arguments: null, result: null });
  });

  test.each([
    ['kept', 1],
    ['asked for again', 2],
  ])('is not %s when its person was erased meanwhile', async (_what, requests) => {
    const member = await aMember();
    const waiting: (() => void)[] = [];
    const tools = await startToolServer((response) =>
      waiting.push(() => json({ customer: 'Ada Lovelace' })(response)),
    );
    // An erasure takes longer than the usual time limit if the machine is busy.
    const { call, run_id } = await givenCallableTool(member, tools.url, { timeout_ms: 20_000 });
    const calls = Array.from({ length: requests }, () => call(order));
    await expect.poll(() => waiting.length).toBe(1);
    await end(run_id);

    await erase(member, ada);
    if (requests > 1) expect((await Promise.race(calls)).body.code).toBe('run_ended');
    waiting[0]?.();
    const answers = await Promise.all(calls);

    expect(tools.received.length).toBe(1);
    const kept = { status: 'unknown', error_code: 'answer_lost', arguments: null, result: null };
    expect(answers.map(({ body }) => body)).toContainEqual(expect.objectContaining(kept));
    const { items } = (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body;
    expect((await member.get(`/api/v1/tool-executions/${items[0].id}`)).body).toMatchObject(kept);
  });

  // The embedded database has one connection, and so nobody to wait for.
  test.runIf(onPostgres)('is not kept of a call that begins while its run ends', async () => {
    const member = await aMember();
    const tools = await startToolServer();
    const { call, run_id } = await givenCallableTool(member, tools.url);
    const { pool } = server.connection;
    // An uncommitted row with the same id keeps the call from being stored once it has seen that the run goes on.
    const client = await pool.connect();
    await client.query('begin');
    await client.query(
      `insert into tool_executions
         (organization_id, run_id, tool_name, call_id, is_write, deadline_at, created_at)
       values ($1, $2, 'lookup', $3, false, $4, $4)`,
      [member.organization_id, run_id, order.call_id, server.app.now()],
    );
    const called = call(order);
    await expect.poll(() => countBlocked(server.app.db)).toBe(1);
    let isErased = false;
    const erased = end(run_id)
      .then(() => erase(member, ada))
      .finally(() => {
        isErased = true;
      });

    await expect.poll(async () => isErased || (await countBlocked(server.app.db)) > 1).toBe(true);
    await client.query('rollback');
    client.release();
    await Promise.all([called, erased]);

    const { items } = (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body;
    expect((await member.get(`/api/v1/tool-executions/${items[0].id}`)).body).toMatchObject({
      arguments: null,
      result: null,
    });
  });

  test('is not kept of a call that was refused when its person was erased meanwhile', async () => {
    const member = await aMember();
    const { run_id } = await givenEndedCall(member);
    await erase(member, ada);
    const { organization_id } = member;
    const row = {
      organization_id,
      run_id,
      tool_id: null,
      tool_name: 'transfer',
      tool_revision: null,
      call_id: 'late',
      arguments: '{"destination":"Ada"}',
      is_write: true,
      created_at: server.app.now(),
    };
    const outcome = {
      status: 'failed',
      error_code: 'refused',
      error_detail: 'Nobody answers.',
      http_status: null,
      result: null,
      duration_ms: 1,
    } as const;

    const kept = keepSettled(server.app, { organization_id, run_id }, { row, outcome });

    await expect(kept).rejects.toMatchObject({ problem: { code: 'not_found' } });
  });

  test('is settled for a call that waits for an approval', async () => {
    const member = await aMember();
    const tools = await startToolServer();
    const { call, run_id } = await givenCallableTool(member, tools.url, { needs_approval: true });
    const { body } = await call(order);
    await end(run_id);

    await erase(member, ada);

    expect((await member.get(`/api/v1/tool-executions/${body.id}`)).body).toMatchObject({
      status: 'failed',
      error_code: 'run_ended',
      arguments: null,
    });
  });

  test('is erased with the reason of a decision, and with the events about it', async () => {
    const member = await aMember();
    const { path } = await givenEndedCall(member, { needs_approval: true });
    expect(await bodiesOf(member)).toMatchObject([
      { type: 'tool_approval_requested' },
      { type: 'tool_approval_resolved' },
    ]);
    expect((await member.get(path)).body.decision_reason).toBe('Ada Lovelace has called.');

    await erase(member, ada);

    expect((await member.get(path)).body).toMatchObject({
      arguments: null,
      decision: 'declined',
      decision_reason: null,
    });
    expect(await bodiesOf(member)).toEqual([]);
  });
});
