import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { reception } from '../../telephony/transfers/given.ts';
import { graphOf } from '../../workflows/conversations/given.ts';
import { givenTool } from '../given.ts';
import { startToolServer } from './given.ts';

const graph = graphOf(
  [
    ['start', 'startCall', 'Hello.'],
    ['find', 'agentNode', 'It is {{state}}.'],
    ['end', 'endCall', 'Still {{state}}. Bye.'],
  ],
  [
    ['start', 'find', 'order'],
    ['find', 'end', 'thanks'],
  ],
);
const workflow_definition = {
  ...graph,
  nodes: graph.nodes?.map((node) =>
    node.id === 'find'
      ? { ...node, data: { ...node.data, tools: ['lookup_order', 'transfer'] } }
      : node,
  ),
};

/** A text run of a workflow whose node may use a tool, and its agent. */
async function given(body: object = {}, owner?: Member, members: object = {}) {
  const member = owner ?? (await newOrganization());
  const server = await startToolServer();
  await givenTool(member, {
    url_template: `${server.url}/orders/{order_id}?lang={lang}`,
    is_write: true,
    ...members,
  });
  const { body: workflow } = await member.post('/api/v1/workflow', {
    name: 'Orders',
    workflow_definition,
    workflow_configurations: {
      run_token_scopes: ['run:act'],
      transfer_destinations: [reception],
    },
  });
  const created = await member.post(`/api/v1/workflow/${workflow.id}/runs`, {
    mode: 'text',
    ...body,
  });
  const run = `/api/v1/runs/${created.body.id}`;
  const { organization_id } = member;
  const run_id = Number(created.body.id);
  const key = runToken(member.server.app.secrets, { organization_id, run_id });
  return {
    member,
    server,
    created,
    run,
    run_id,
    call: (name: string, args: object, call_id = 'call-1') =>
      member.server.send('POST', `${run}/tools/${name}`, {
        key,
        body: { call_id, arguments: args },
      }),
    session: async () => (await member.server.send('GET', `${run}/session`, { key })).body,
  };
}

const order = { order_id: 'A-17' };

describe('callRunTool in a text run', () => {
  test('answers what the run says, checks and keeps the call, and sends nothing', async () => {
    const tool_answers = [
      { tool_name: 'lookup_order', result: { state: 'shipped' } },
      { tool_name: 'transfer', result: { status: 'requested' } },
      { tool_name: 'opt_out', error_code: 'carrier_failed' },
    ];
    const { member, server, call, run_id } = await given({ tool_answers });

    const answered = await call('lookup_order', order);
    const again = await call('lookup_order', order);
    const broken = await call('lookup_order', {}, 'call-2');
    const transferred = await call('transfer', { destination: 'reception' }, 'call-3');
    const optedOut = await call('opt_out', {}, 'call-4');

    expect(answered.body).toMatchObject({
      tool_name: 'lookup_order',
      tool_revision: 1,
      arguments: order,
      is_write: true,
      status: 'succeeded',
      result: { state: 'shipped' },
      http_status: null,
    });
    expect(again.body).toEqual(answered.body);
    expect(broken.status).toBe(422);
    expect(transferred.body).toMatchObject({ tool_id: null, result: { status: 'requested' } });
    expect(optedOut.body).toMatchObject({ status: 'unknown', error_code: 'carrier_failed' });
    expect(server.received).toEqual([]);
    const { items } = (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body;
    expect(items.length).toBe(3);
    expect((await member.get(`/api/v1/runs/${run_id}/transfers`)).body.items).toEqual([]);
  });

  test.each([
    ['lookup_order', order],
    ['transfer', { destination: 'reception' }],
    ['send_keys', { keys: '1' }],
  ])('fails for %s without an answer', async (name, args) => {
    const { server, call } = await given();

    const { status, body } = await call(name, args);

    expect([status, body.status, body.error_code]).toEqual([200, 'failed', 'answer_missing']);
    expect(server.received).toEqual([]);
  });

  test('answers a read that is said to be lost the same again', async () => {
    const tool_answers = [{ tool_name: 'lookup_order', error_code: 'answer_lost' }];
    const { call, server } = await given({ tool_answers }, undefined, { is_write: false });

    const { body } = await call('lookup_order', order);
    const again = await call('lookup_order', order);

    expect(body).toMatchObject({ status: 'unknown', error_code: 'answer_lost' });
    expect(again.body).toEqual(body);
    expect(server.received).toEqual([]);
  });

  test('needs room for content, also with a built-in tool', async () => {
    const tool_answers = [{ tool_name: 'transfer', result: { note: 'x'.repeat(2000) } }];
    const { member, call, run_id } = await given({ tool_answers });
    const { organization_id, server } = member;
    await server.app.db
      .updateTable('organizations')
      .set({ content_bytes_limit: 1 })
      .where('id', '=', organization_id)
      .execute();

    const { status, body } = await call('transfer', { destination: 'reception' });

    expect([status, body.code, body.limit_name]).toEqual([
      409,
      'limit_reached',
      'content_bytes_limit',
    ]);
    const { items } = (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body;
    expect(items).toEqual([]);
  });

  test('asks nobody for an approval', async () => {
    const tool_answers = [{ tool_name: 'lookup_order', result: {} }];
    const { call } = await given({ tool_answers }, undefined, { needs_approval: true });

    expect((await call('lookup_order', order)).body.status).toBe('succeeded');
  });

  test('lists what a call could have, and hangs up', async () => {
    const { member, call, session, run } = await given();

    const names = (await session()).tools.map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
    const { body } = await call('hang_up', {});

    expect(names).toEqual([
      'lookup_order',
      'hang_up',
      'transfer',
      'send_keys',
      'schedule_callback',
      'opt_out',
      'submit_result',
    ]);
    expect(body.result).toEqual({ is_ended: true });
    expect((await member.get(run)).body.state).toBe('completed');
  });
});

test('submitRunTurn calls the tools of the node, and remembers what they answered', async () => {
  const { member, run, server } = await given({
    tool_answers: [{ tool_name: 'lookup_order', result: { state: 'shipped' } }],
  });

  const first = await member.post(`${run}/turns`, {});
  const second = await member.post(`${run}/turns`, { text: 'My order?' });
  const third = await member.post(`${run}/turns`, { text: 'Thanks' });

  expect(first.body.tool_calls).toEqual([]);
  expect(second.body).toMatchObject({
    agent_text: 'It is shipped.',
    tool_calls: ['lookup_order', 'transfer'],
  });
  expect(third.body).toMatchObject({ agent_text: 'Still shipped. Bye.', is_ended: true });
  expect(server.received).toEqual([]);
});

test.each([
  [{ mode: 'test', tool_answers: [] }, ['tool_answers']],
  [{ tool_answers: [{ tool_name: 'a' }, { tool_name: 'a' }] }, ['tool_answers', '1', 'tool_name']],
])('createTestRun refuses %j', async (body, place) => {
  const { created } = await given(body);

  expect([created.status, created.body.detail[0].loc]).toEqual([422, ['body', ...place]]);
});
