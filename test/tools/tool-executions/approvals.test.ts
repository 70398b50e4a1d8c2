import { describe, expect, test } from 'vitest';
import { settleAllUnsent } from '../../../src/tools/tool-executions/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { emailOf } from '../../auth/accounts/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { deliver, givenEndpoint, startReceiver } from '../../webhooks/given.ts';
import { bodiesOf } from '../../webhooks/events/given.ts';
import { givenCallableTool, order, startToolServer } from './given.ts';
import { executionsPath as path, waitingOn, write } from './waiting.ts';

const server = ownServer();
const givenWaiting = waitingOn(server);

describe('A tool that needs an approval', () => {
  test('is not called before a person accepts, and then once', async () => {
    const { member, tools, waiting, again, accept, show, execution, id } = await givenWaiting();
    expect(waiting).toMatchObject({ approval_expires_at: later(waiting.created_at, 120_000) });
    expect(await again()).toEqual(waiting);

    const accepted = await accept();
    expect(tools.received).toEqual([]);
    const answers = await Promise.all([again(), again(), again()]);

    expect([accepted.status, accepted.body]).toMatchObject([
      200,
      { status: 'accepted', decision: 'accepted', decided_by: member.user_id, settled_at: null },
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'succeeded', result: { state: 'canceled' } });
    expect(await again()).toEqual(answers[0]);
    // The agent does not see who the members are.
    expect(answers[0]).toMatchObject({ decided_by: member.user_id, decided_by_email: null });
    const decided_by_email = await emailOf(member);
    expect(accepted.body.decided_by_email).toBe(decided_by_email);
    expect(await show()).toEqual({ ...answers[0], decided_by_email });
    const listed = await member.get(path);
    expect(listed.body.items).toMatchObject([{ decided_by_email }]);
    const ofKey = await member.send('GET', path, { key: member.key });
    expect(ofKey.body.items).toMatchObject([{ decided_by_email: null }]);
    expect(tools.received.length).toBe(1);
    const { items } = (
      await member.get('/api/v1/audit-events?action=workflow_run.tool_call_accepted')
    ).body;
    expect(items).toMatchObject([
      {
        action: 'workflow_run.tool_call_accepted',
        actor: { kind: 'user', id: member.user_id },
        after: { status: 'accepted', tool_execution_id: id, tool_name: 'lookup_order' },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('A-17');
    expect((await member.get(execution)).headers.get('etag')).not.toBeNull();
  });

  test('is never called once it was declined, and its agent gets the reason', async () => {
    const { tools, again, decline, show } = await givenWaiting();

    const { status, body } = await decline('The order has left the house.');

    const declined = {
      status: 'failed',
      error_code: 'approval_declined',
      decision: 'declined',
      decision_reason: 'The order has left the house.',
    };
    expect([status, body]).toMatchObject([200, declined]);
    expect(await again()).toEqual({ ...body, decided_by_email: null });
    expect(await show()).toEqual(body);
    expect(tools.received).toEqual([]);
  });

  test('checks the arguments before it asks', async () => {
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const { call } = await givenCallableTool(member, tools.url, write);

    expect((await call({ call_id: 'x', arguments: { order_id: 7 } })).status).toBe(422);
    expect((await member.get(path)).body.items).toEqual([]);
    expect(await bodiesOf(member)).toEqual([]);
  });

  test('is shown with it, and a published version keeps whether it needs one', async () => {
    const { member, callable, tools } = await givenWaiting({ approval_timeout_seconds: 30 });

    const changed = await member.patch(callable.tool.path, { needs_approval: false });
    const other = await callable.call({ ...order, call_id: 'other' });

    expect(changed.body).toMatchObject({ needs_approval: false, approval_timeout_seconds: 30 });
    expect(other.body.status).toBe('waiting_for_approval');
    expect(tools.received).toEqual([]);
  });

  test('lets at most ten calls of a run wait', async () => {
    const { callable, decline } = await givenWaiting();
    for (let call = 2; call <= 10; call += 1)
      expect((await callable.call({ ...order, call_id: `call-${call}` })).status).toBe(200);

    const { status, body } = await callable.call({ ...order, call_id: 'one more' });

    expect([status, body.code, body.limit_name, body.limit]).toEqual([
      409,
      'limit_reached',
      'waiting_tool_calls',
      10,
    ]);
    await decline();
    expect((await callable.call({ ...order, call_id: 'one more' })).status).toBe(200);
  });

  test('is asked for anew by each call, and once by calls of one id at once', async () => {
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const { call } = await givenCallableTool(member, tools.url, write);

    const answers = await Promise.all(
      ['a', 'a', 'b', 'c', 'a'].map((call_id) => call({ ...order, call_id })),
    );

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
    expect((await bodiesOf(member)).length).toBe(3);
  });
});

describe('A decision', () => {
  test.each([
    ['accept', 'accept'],
    ['accept', 'decline'],
    ['decline', 'accept'],
  ] as const)('is made once: %s and %s', async (one, other) => {
    const { tools, again, show, ...decide } = await givenWaiting();

    const both = await Promise.all([decide[one](), decide[other]()]);

    const [won, lost] = both.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect([lost?.body.code, lost?.body.state]).toEqual([
      'tool_execution_not_waiting',
      won?.body.status,
    ]);
    expect(await show()).toEqual(won?.body);
    await again();
    expect(tools.received.length).toBe(won?.body.decision === 'accepted' ? 1 : 0);
  });

  test('is refused for a call that nobody was asked about', async () => {
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const { call } = await givenCallableTool(member, tools.url);
    const { body } = await call(order);

    const { status, body: refused } = await member.post(`${path}/${body.id}/accept`);

    expect([status, refused.code, refused.state]).toEqual([
      409,
      'tool_execution_not_waiting',
      'succeeded',
    ]);
  });
});

describe('tool_approval_requested', () => {
  test('says what is asked, in the order of the run, and is delivered', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['tool_approval_requested'] });
    server.setNow(new Date().toISOString());
    const { callable, waiting } = await givenWaiting(
      { secret: 'Bearer 0000-secret-of-a-tool' },
      member,
    );
    // In the same millisecond.
    await callable.call({ ...order, call_id: 'call-2' });

    const events = await bodiesOf(member);
    await deliver(server);

    expect(events).toMatchObject([
      {
        type: 'tool_approval_requested',
        at: waiting.created_at,
        tool_execution: {
          id: waiting.id,
          run_id: callable.run_id,
          campaign_id: null,
          tool_id: callable.tool.id,
          tool_name: 'lookup_order',
          tool_description: 'Looks an order up.',
          tool_revision: 1,
          ...order,
          is_write: true,
          approval_expires_at: waiting.approval_expires_at,
        },
      },
      { tool_execution: { call_id: 'call-2' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('0000-secret');
    expect(receiver.received.map(({ event }) => event)).toEqual(
      Array(2).fill('tool_approval_requested'),
    );
    const listed = await member.get(`/api/v1/events?run_id=${callable.run_id}`);
    expect(listed.body.items.toReversed()).toEqual(events);
  });

  test('is removed with its run', async () => {
    const { member, callable, end } = await givenWaiting();
    expect((await bodiesOf(member)).length).toBe(1);
    await callable.call({ ...order, call_id: 'call-2' });
    await end();

    expect((await member.delete(`/api/v1/runs/${callable.run_id}`)).status).toBe(204);

    expect(await bodiesOf(member)).toEqual([]);
  });
});

describe('tool_approval_resolved', () => {
  /** Two calls of a run that wait, and the events of what became of them. */
  async function given() {
    server.setNow(new Date().toISOString());
    const { member, callable, ...first } = await givenWaiting();
    const { body: second } = await callable.call({ ...order, call_id: 'call-2' });
    return {
      ...first,
      member,
      second,
      acceptSecond: () => member.post(`${path}/${second.id}/accept`),
      events: async () =>
        (await bodiesOf(member)).filter(({ type }) => type === 'tool_approval_resolved'),
    };
  }

  test('says what was decided and by whom, in the order of the decisions', async () => {
    const { member, id, second, decline, accept, acceptSecond, events } = await given();
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['tool_approval_resolved'] });
    const declined = (await decline('Not today.')).body;
    // In the same millisecond.
    const accepted = (await acceptSecond()).body;
    expect((await accept()).status).toBe(409);

    await deliver(server);

    expect(await events()).toMatchObject([
      {
        at: declined.decided_at,
        actor: { kind: 'user', id: member.user_id },
        tool_execution: {
          id,
          run_id: declined.run_id,
          tool_name: 'lookup_order',
          call_id: order.call_id,
          is_write: true,
          resolution: 'declined',
          decision_reason: 'Not today.',
        },
      },
      {
        at: accepted.decided_at,
        tool_execution: { id: second.id, resolution: 'accepted', decision_reason: null },
      },
    ]);
    expect(receiver.received.map(({ event }) => event)).toEqual(
      Array(2).fill('tool_approval_resolved'),
    );
  });

  test.each([
    ['a repeated call', 'expired'],
    ['the sweep', 'expired'],
    ['the sweep', 'run_ended'],
  ])('says that nobody has decided: %s finds that it is %s', async (finder, resolution) => {
    const { id, second, waiting, again, end, events } = await given();
    if (resolution === 'run_ended') await end();
    else server.setNow(later(second.approval_expires_at, 1000));

    if (finder === 'the sweep') {
      await settleAllUnsent(server.app);
      await settleAllUnsent(server.app);
    } else expect((await again()).call_id).toBe(waiting.call_id);

    const actor = { kind: 'system', id: null };
    expect(await events()).toMatchObject([
      { actor, tool_execution: { id, resolution, decision_reason: null } },
      { actor, tool_execution: { id: second.id, resolution } },
    ]);
  });

  test('is not sent again for what was accepted and not sent', async () => {
    const { member, id, second, accept, acceptSecond, end, events, show } = await given();
    await accept();
    await acceptSecond();
    const composed = await events();
    await end();
    await settleAllUnsent(server.app);

    expect((await show()).error_code).toBe('run_ended');
    const { db } = server.app;
    const pending = await db
      .selectFrom('pending_events')
      .select('event')
      .where('organization_id', '=', member.organization_id)
      .where('event', '=', 'tool_approval_resolved')
      .execute();
    expect(pending).toEqual([]);
    expect(composed.map(({ tool_execution }) => tool_execution.id)).toEqual([id, second.id]);
  });
});

test('listToolExecutions has the arguments of calls that wait, unless they are long', async () => {
  const { member, callable, id, waiting, accept } = await givenWaiting();
  const call = (call_id: string, length: number) =>
    callable.call({ call_id, arguments: { order_id: 'x'.repeat(length) } });
  const overhead = '{"order_id": ""}'.length;
  const fits = (await call('call-2', 4096 - overhead)).body;
  const long = (await call('call-3', 4097 - overhead)).body;
  const listed = async () => {
    const { items } = (await member.get(path)).body;
    return new Map(
      items.map((item: { id: number; arguments: unknown }) => [item.id, item.arguments]),
    );
  };
  const before = await listed();
  await accept();

  expect(Object.fromEntries(before)).toEqual({
    [id]: waiting.arguments,
    [fits.id]: fits.arguments,
    [long.id]: null,
  });
  expect((await listed()).get(id)).toBeNull();
});

test('listToolExecutions finds the calls that wait', async () => {
  const { member, callable, id, accept } = await givenWaiting();
  const second = (await callable.call({ ...order, call_id: 'call-2' })).body;
  const idsOf = async (status: string): Promise<number[]> =>
    (await member.get(`${path}?status=${status}`)).body.items.map(
      (item: { readonly id: number }) => item.id,
    );
  expect(await idsOf('waiting_for_approval')).toEqual([second.id, id]);

  await accept();

  expect(await idsOf('waiting_for_approval')).toEqual([second.id]);
  expect(await idsOf('accepted')).toEqual([id]);
});
