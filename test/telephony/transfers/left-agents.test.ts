import { describe, expect, test } from 'vitest';
import {
  type Act,
  refusalOf,
  type TransferState,
} from '../../../src/workflows/runs/agent-rules.ts';
import { loadContract } from '../../../src/http/operations.ts';
import { isOfRun } from '../../../src/http/security.ts';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { later } from '../../../src/timestamp.ts';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCallableTool, order, startToolServer } from '../../tools/tool-executions/given.ts';
import { functionsIn } from '../../tools/tool-executions/agents.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { acting } from './given-handoffs.ts';
import { givenTransfer, givenTransferable, reception, transferServer } from './given.ts';

const server = transferServer();

const states: readonly TransferState[] = [null, 'transferring', 'transferred'];

describe('What is refused while a call is transferred, and after', () => {
  test.each([
    ['hang_up', 'run_token', [null, 'transfer_in_progress', 'call_transferred']],
    ['hang_up', 'session', [null, null, null]],
    ['hang_up', 'api_key', [null, null, null]],
    ['send_keys', 'run_token', [null, null, 'call_transferred']],
    ['send_keys', 'session', [null, null, null]],
    ['speak', 'run_token', [null, null, 'call_transferred']],
    ['speak', 'session', [null, null, null]],
    ['call_tool', 'run_token', [null, null, 'call_transferred']],
    ['call_tool', 'api_key', [null, null, null]],
    ['transfer', 'run_token', [null, null, 'call_transferred']],
    ['transfer', 'session', [null, null, 'call_transferred']],
    ['instruct', 'session', [null, null, 'call_transferred']],
    ['accept_tool_call', 'session', [null, null, 'call_transferred']],
  ] as const)('%s by a %s', (act: Act, kind, refusals) => {
    expect(states.map((state) => refusalOf(act, { kind }, state))).toEqual(refusals);
  });
});

/** Of what a run's token reaches, what is refused once its agent has left, and what is not: it records, or changes nothing then. */
const reached = {
  refused: ['callRunTool', 'createRunTransfer', 'hangUpRun', 'sendRunKeys', 'streamRunSpeech'],
  others: [
    'acknowledgeRunInstruction',
    'cancelRunTransfer',
    'previewRunTransfer',
    'submitRunResult',
  ],
};

test('Whatever a token of a run can do is refused or not once its agent has left, as is decided here', () => {
  const ids = loadContract()
    .operations.filter(({ method, scope }) => method !== 'GET' && isOfRun(scope))
    .map(({ id }) => id);

  expect(ids.toSorted()).toEqual([...reached.refused, ...reached.others].toSorted());
});

type Reach = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

/** An answered call whose agent may act, and what its agent and others can ask for. */
async function given(status: 'ringing' | 'bridged') {
  const member = await newOrganization({ server });
  const next = await givenWorkflow(member, { versions: ['published'], name: 'Billing' });
  const made = await givenTransferable(member, {
    settings: acting,
    destinations: [reception, { name: 'billing', workflow_id: next.id }],
  });
  const { organization_id } = member;
  const key = runToken(server.app.secrets, { organization_id, run_id: made.run_id });
  const path = `/api/v1/runs/${made.run_id}`;
  const transfer_id = await givenTransfer(server, { organization_id, run_id: made.run_id }, status);
  const token: Reach = (method, end, body) =>
    server.send(method, path + end, { key, ...(body && { body }) });
  const person: Reach = (method, end, body) =>
    method === 'GET' ? member.get(path + end) : member.post(path + end, body);
  return { ...made, member, transfer_id, token, person };
}

/** The status and the code of each request. */
async function answersOf(reach: Reach, requests: Readonly<Record<string, object | undefined>>) {
  const answers: Record<string, [number, string | undefined]> = {};
  for (const [end, body] of Object.entries(requests)) {
    const answer = await reach('POST', end.replace(/ .*/, ''), body);
    answers[end] = [answer.status, answer.body?.code];
  }
  return answers;
}

const transfers = {
  '/transfers to somebody': { destination: reception.name, kind: 'cold' },
  '/transfers to an agent': { destination: 'billing', kind: 'handoff' },
  '/transfers to nobody': { destination: 'nobody', kind: 'cold' },
};

const called = (args: object = {}) => ({ call_id: JSON.stringify(args), arguments: args });

const refused = [409, 'call_transferred'];

describe('Once the person is connected with somebody else', () => {
  test("the run's token does nothing in the call", async () => {
    const { token, transfer_id } = await given('bridged');

    const answers = await answersOf(token, {
      '/hang-up': undefined,
      '/keys': { keys: '1' },
      '/speech/stream': { text: 'Hello.', encoding: 'mulaw' },
      ...transfers,
      '/tools/hang_up': called(),
      '/tools/transfer': called({ destination: 'billing' }),
      '/tools/send_keys': called({ keys: '1' }),
    });
    const preview = await token('POST', '/preview-transfer', transfers['/transfers to somebody']);
    const { body } = await token('POST', '/hang-up');

    for (const answer of Object.values(answers)) expect(answer).toEqual(refused);
    expect(body).toMatchObject({ transfer_id });
    expect(preview.body).toMatchObject({
      is_accepted: false,
      refusal: { code: 'call_transferred' },
    });
    expect(await wantedOf(token)).toBe('transferred');
  });

  test("the run's token records", async () => {
    const { token, person, run_id } = await given('bridged');
    const callback_at = later(server.app.now(), 86_400_000);

    const answers = await Promise.all([
      token('POST', '/tools/submit_result', called({ call_disposition: 'connected' })),
      token('POST', '/tools/schedule_callback', called({ callback_at })),
      token('POST', '/tools/opt_out', called()),
    ]);
    const turn = { role: 'agent', text: 'I connect you.', at: server.app.now(), index: 0 };
    const part = await token('POST', '/result', { append: true, transcript: [turn] });

    for (const { status, body } of answers)
      expect([status, body.status]).toEqual([200, 'succeeded']);
    expect([part.status, part.body.phase]).toEqual([200, 'transferred']);
    expect((await person('GET', '')).body).toMatchObject({
      id: run_id,
      call_disposition: 'connected',
      phase: 'transferred',
    });
  });

  test('the session has the tools alone that record', async () => {
    const { token } = await given('bridged');

    const { body } = await token('GET', '/session');

    expect(functionsIn(body)).toEqual(['schedule_callback', 'opt_out', 'submit_result']);
    expect(body.phase).toBe('transferred');
  });

  test('people end the call and press keys, and neither transfer nor instruct it', async () => {
    const { person, member, run_id } = await given('bridged');
    const { key } = (
      await member.post('/api/v1/auth/api-keys', { name: 'Desk', scopes: ['calls:place'] })
    ).body;

    const answers = await answersOf(person, {
      ...transfers,
      '/instructions': { text: 'Offer her the appointment on 16 June.' },
      '/keys': { keys: '1' },
      '/hang-up': undefined,
    });
    const byKey = await member.send('POST', `/api/v1/runs/${run_id}/hang-up`, { key });

    expect(answers).toEqual({
      '/transfers to somebody': refused,
      '/transfers to an agent': refused,
      '/transfers to nobody': refused,
      '/instructions': refused,
      '/keys': [200, undefined],
      '/hang-up': [202, undefined],
    });
    expect([byKey.status, byKey.body.hang_up_requested_at]).toEqual([202, expect.any(String)]);
  });

  test('no tool of the organization is called, and none is accepted', async () => {
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const free = await givenCalled(member, tools.url);
    const asking = await givenCalled(member, tools.url, { needs_approval: true, name: 'asking' });
    const waiting = await asking.call(order);
    const before = await free.call(order);
    for (const { run } of [free, asking]) await givenTransfer(server, run, 'bridged');

    const kept = await free.call(order);
    const further = await free.call({ ...order, call_id: 'call-2' });
    const path = `/api/v1/tool-executions/${waiting.body.id}`;
    const accepted = await member.post(`${path}/accept`);
    const declined = await member.post(`${path}/decline`, { reason: 'She speaks with us.' });

    expect(kept.body).toEqual(before.body);
    expect([further.status, further.body.code]).toEqual(refused);
    expect([accepted.status, accepted.body.code]).toEqual(refused);
    expect([declined.status, declined.body.status]).toEqual([200, 'failed']);
    expect(tools.received).toHaveLength(1);
  });

  test('a call that was accepted before is not sent', async () => {
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const { call, run } = await givenCalled(member, tools.url, { needs_approval: true });
    const waiting = await call(order);
    await member.post(`/api/v1/tool-executions/${waiting.body.id}/accept`);
    await givenTransfer(server, run, 'bridged');

    const { status, body } = await call(order);

    expect([status, body.code]).toEqual(refused);
    expect(tools.received).toEqual([]);
  });
});

describe('While somebody is rung', () => {
  test("the run's token does not hang up, and is told why", async () => {
    const { token, transfer_id } = await given('ringing');

    const answer = await token('POST', '/hang-up');
    const tool = await token('POST', '/tools/hang_up', called());

    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'transfer_in_progress', transfer_id },
    ]);
    expect(tool.body).toMatchObject({
      status: 'failed',
      error_code: 'refused',
      error_detail: expect.stringMatching(/^transfer_in_progress: A transfer of the call/),
    });
    expect(await wantedOf(token)).toBe('transferring');
  });

  test('of a transfer and a hang-up in one turn the person is not dropped', async () => {
    const member = await newOrganization({ server });
    const made = await givenTransferable(member, { settings: acting });
    const { organization_id } = member;
    const key = runToken(server.app.secrets, { organization_id, run_id: made.run_id });
    const call = (name: string, args: object = {}) =>
      server.send('POST', `/api/v1/runs/${made.run_id}/tools/${name}`, { key, body: called(args) });

    const transfer = await call('transfer', { destination: reception.name });
    const hangUp = await call('hang_up');

    expect([transfer.body.status, hangUp.body.status]).toEqual(['succeeded', 'failed']);
    expect(await made.phase()).toBe('transferring');
    expect(await made.rows()).toMatchObject([{ status: 'requested' }]);
  });

  test('people hang up', async () => {
    const { person } = await given('ringing');

    expect((await person('POST', '/hang-up')).status).toBe(202);
  });
});

/** The phase of a call that nobody ends. */
async function wantedOf(token: Reach): Promise<string> {
  const { body } = await token('GET', '/session');
  const row = await server.app.db
    .selectFrom('live_calls')
    .select('wanted')
    .where('run_id', '=', body.run_id)
    .executeTakeFirstOrThrow();
  expect(row.wanted).toBeNull();
  return body.phase;
}

/** A run with a tool, which is an answered call. */
async function givenCalled(member: Member, url: string, members: object = {}) {
  const made = await givenCallableTool(member, url, members);
  const run = { organization_id: member.organization_id, run_id: made.run_id };
  await server.app.db
    .updateTable('workflow_runs')
    .set({
      mode: 'ad_hoc',
      state: 'running',
      to_number: '+12025550100',
      started_at: server.app.now(),
    })
    .where('id', '=', made.run_id)
    .execute();
  return { ...made, run };
}
