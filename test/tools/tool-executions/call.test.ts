import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { settleLost } from '../../../src/tools/tool-executions/queries.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { definitionWith, givenCallableTool, json, order, startToolServer } from './given.ts';

const secret = 'Bearer 0000-secret-of-a-tool';
const write = {
  method: 'POST',
  is_write: true,
  arguments_schema: {
    type: 'object',
    properties: {
      order_id: { type: 'string' },
      lang: { type: 'string' },
      note: { type: 'string' },
    },
    required: ['order_id'],
    additionalProperties: false,
  },
};

describe('callRunTool', () => {
  test('sends the request with the secret and keeps the result', async () => {
    const member = await newOrganization();
    const server = await startToolServer(json({ state: 'shipped' }));
    const headers = [{ name: 'X-Shop', value: 'nl' }];
    const { call, run_id, tool } = await givenCallableTool(member, server.url, { secret, headers });

    const answered = await call(order);

    expect(answered.body).toMatchObject({
      run_id,
      tool_id: tool.id,
      tool_name: 'lookup_order',
      tool_revision: 1,
      ...order,
      is_write: false,
      status: 'succeeded',
      error_code: null,
      http_status: 200,
      result: { state: 'shipped' },
    });
    expect(server.received).toMatchObject([
      {
        method: 'GET',
        path: '/orders/A-17?lang=nl',
        body: '',
        headers: { authorization: secret, 'x-shop': 'nl', accept: 'application/json' },
      },
    ]);
    const shown = await member.get(`/api/v1/tool-executions/${answered.body.id}`);
    expect(shown.body).toEqual(answered.body);
  });

  test('sends the arguments that the URL does not name as JSON', async () => {
    const member = await newOrganization();
    const server = await startToolServer((response) => response.writeHead(204).end());
    const { call } = await givenCallableTool(member, server.url, write);

    const { body } = await call({
      call_id: 'x',
      arguments: { order_id: 'A/..', note: 'Ring twice' },
    });
    const again = await call({ call_id: 'y', arguments: { order_id: 'A/b', note: 'Ring twice' } });

    expect(body.detail[0].loc).toEqual(['body', 'arguments', 'order_id']);
    expect(again.body).toMatchObject({ status: 'succeeded', result: null, http_status: 204 });
    expect(server.received).toMatchObject([
      { method: 'POST', path: '/orders/A%2Fb', body: '{"note":"Ring twice"}' },
    ]);
    expect(server.received[0]?.headers['content-type']).toBe('application/json');
  });

  test('gives the same id the same answer, and sends once, also at once', async () => {
    const member = await newOrganization();
    const waiting: (() => void)[] = [];
    const server = await startToolServer((response) =>
      waiting.push(() => json({ n: waiting.length })(response)),
    );
    const { call } = await givenCallableTool(member, server.url, write);

    const both = [call(order), call(order), call(order)];
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    const answers = await Promise.all(both);
    const later = await call(order);

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [200, later.body]),
    );
    expect(later.body.result).toEqual({ n: 1 });
    expect(server.received.length).toBe(1);
  });

  test('refuses another call under the same id', async () => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { call } = await givenCallableTool(member, server.url);
    await call(order);

    const refused = await call({ ...order, arguments: { order_id: 'B' } });

    expect([refused.status, refused.body.code]).toEqual([409, 'tool_call_reused']);
    expect(server.received.length).toBe(1);
  });

  test.each([
    [{}, ['order_id']],
    [{ order_id: 7 }, ['order_id']],
    [{ order_id: 'A', more: 1 }, ['more']],
    [{ order_id: '..' }, ['order_id']],
    [{ order_id: '' }, ['order_id']],
  ])('refuses the arguments %j and says where', async (args, place) => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { call } = await givenCallableTool(member, server.url);

    const { status, body } = await call({ call_id: 'x', arguments: args });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'arguments', ...place]]);
    expect(server.received).toEqual([]);
  });

  test('reaches the tools of its version alone', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const server = await startToolServer();
    const { call, run_id } = await givenCallableTool(member, server.url);
    const theirs = await givenCallableTool(other, server.url, { name: 'theirs' });
    await member.post('/api/v1/tools', {
      name: 'unnamed',
      description: 'x',
      kind: 'http',
      method: 'POST',
      url_template: server.url,
      arguments_schema: { type: 'object' },
    });
    const path = `/api/v1/runs/${run_id}/tools/lookup_order`;

    const answers = [
      await call(order, 'unnamed'),
      await call(order, 'theirs'),
      await member.server.send('POST', path, { key: theirs.key, body: order }),
      await other.post(path, order),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(server.received).toEqual([]);
  });

  test('refuses a run that has ended, but shows what it has kept', async () => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { call, run_id } = await givenCallableTool(member, server.url);
    const kept = await call(order);
    await member.post(`/api/v1/runs/${run_id}/result`, { gathered_context: {} });

    const refused = await call({ ...order, call_id: 'other' });

    expect([refused.status, refused.body.code]).toEqual([409, 'run_ended']);
    expect((await call(order)).body).toEqual(kept.body);
    expect(server.received.length).toBe(1);
  });
});

describe('A published version', () => {
  test('keeps the tool as it was, with the current secret', async () => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { call, tool, run_id } = await givenCallableTool(member, server.url);

    await member.patch(tool.path, {
      name: 'renamed',
      description: 'Other words',
      url_template: `${server.url}/changed/{order_id}?lang={lang}`,
      secret,
    });
    const { body } = await call(order);

    expect(body).toMatchObject({ status: 'succeeded', tool_revision: 1 });
    expect(server.received[0]).toMatchObject({
      path: '/orders/A-17?lang=nl',
      headers: { authorization: secret },
    });
    const session = await member.get(`/api/v1/runs/${run_id}/session`);
    expect(session.body.tools).toMatchObject([
      { type: 'function', function: { name: 'lookup_order', description: 'Looks an order up.' } },
      { function: { name: 'submit_result' } },
    ]);
  });

  test('sends a secret to no origin but its own', async () => {
    const member = await newOrganization();
    const [former, next] = [await startToolServer(), await startToolServer()];
    const { call, tool } = await givenCallableTool(member, former.url, { secret });

    await member.patch(tool.path, {
      url_template: `${next.url}/orders/{order_id}?lang={lang}`,
      secret: 'Bearer another-secret',
    });
    const { body } = await call(order);

    expect(body).toMatchObject({ status: 'failed', error_code: 'secret_unavailable' });
    expect([former.received, next.received]).toEqual([[], []]);
  });

  test('needs every tool that it names, and keeps them from deletion', async () => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { tool, workflow } = await givenCallableTool(member, server.url);

    const kept = await member.delete(tool.path);
    await member.put(workflow, {
      workflow_definition: { ...definitionWith(['lookup_order']), tools: ['missing'] },
    });
    const checked = await member.post(`${workflow}/validate`);
    const refused = await member.post(`${workflow}/publish`);

    expect([kept.status, kept.body.code]).toEqual([409, 'tool_in_use']);
    expect(checked.body.faults).toMatchObject([
      { loc: ['workflow_definition', 'tools', '0'], type: 'tool_unknown' },
    ]);
    expect(refused.status).toBe(422);
  });

  test('of a draft has the tools as they are', async () => {
    const member = await newOrganization();
    const server = await startToolServer();
    const { call, workflow, tool } = await givenCallableTool(member, server.url);
    await member.put(workflow, { workflow_definition: definitionWith(['renamed']) });
    await member.patch(tool.path, { name: 'renamed' });
    const run = (await member.post(`${workflow}/runs`, {})).body;
    const path = `/api/v1/runs/${run.id}/tools`;

    expect((await member.post(`${path}/renamed`, order)).body.tool_revision).toBe(2);
    expect((await member.post(`${path}/lookup_order`, { ...order, call_id: 'other' })).status).toBe(
      404,
    );
    expect((await call(order)).status).toBe(200);
    const session = await member.get(`/api/v1/runs/${run.id}/session`);
    expect(session.body.tools).toMatchObject([
      { function: { name: 'renamed' } },
      { function: { name: 'submit_result' } },
    ]);
  });
});

test('callRunTool sends nothing for an organization with as much content as it can have', async () => {
  const member = await newOrganization();
  const admin = await newOrganization({ superAdmin: true });
  const server = await startToolServer();
  const { call, run_id } = await givenCallableTool(member, server.url);
  const { content_bytes } = (await member.get('/api/v1/organizations/limits')).body;
  await admin.put(`/api/v1/admin/organizations/${member.organization_id}/limits`, {
    content_bytes_limit: content_bytes,
  });

  const { status, body } = await call(order);

  expect([status, body.code, body.limit_name]).toEqual([
    409,
    'limit_reached',
    'content_bytes_limit',
  ]);
  expect(server.received).toEqual([]);
  const { items } = (await member.get(`/api/v1/tool-executions?run_id=${run_id}`)).body;
  expect(items).toEqual([]);
});

/** Deletes or suspends the organization, while its call is in progress. */
const close = ({ organization_id, server }: Member, how: 'deleted' | 'suspended') =>
  server.app.db
    .updateTable('organizations')
    .set(
      how === 'deleted'
        ? { deleted_at: server.app.now() }
        : { suspended_at: server.app.now(), suspension_reason: 'Unpaid.' },
    )
    .where('id', '=', organization_id)
    .execute();

describe('A call in progress', () => {
  test.each([{}, { needs_approval: true }])(
    'of an organization that was deleted calls no tool of %j',
    async (members) => {
      const member = await newOrganization();
      const tools = await startToolServer();
      const { call } = await givenCallableTool(member, tools.url, members);
      await close(member, 'deleted');

      const { body } = await call(order);
      const again = await call(order);

      expect(body).toMatchObject({ status: 'failed', error_code: 'organization_suspended' });
      expect(again.body).toEqual(body);
      expect(tools.received).toEqual([]);
    },
  );

  test('of an organization that was suspended calls its tools', async () => {
    const member = await newOrganization();
    const tools = await startToolServer();
    const { call } = await givenCallableTool(member, tools.url);
    await close(member, 'suspended');

    expect((await call(order)).body.status).toBe('succeeded');
  });
});

describe('A process that stops between sending and keeping', () => {
  const server = ownServer();

  async function givenLost(members: object) {
    server.setNow(new Date().toISOString());
    const member = await newOrganization({ server });
    const tools = await startToolServer();
    const callable = await givenCallableTool(member, tools.url, members);
    const { app } = server;
    const { id } = (await callable.call(order)).body;
    await app.db
      .updateTable('tool_executions')
      .set({
        status: 'sending',
        result: null,
        http_status: null,
        settled_at: null,
        deadline_at: later(app.now(), 1000),
      })
      .where('id', '=', id)
      .execute();
    return { member, tools, callable, path: `/api/v1/tool-executions/${id}` };
  }

  test.each(['the sweep', 'a repeated call'])('leaves a write unknown for %s', async (finder) => {
    const { member, tools, callable, path } = await givenLost(write);
    const { app } = server;

    expect(await settleLost(app.db, app.now())).toBe(0);
    server.setNow(later(app.now(), 1001));
    if (finder === 'the sweep') expect(await settleLost(app.db, app.now())).toBe(1);
    const { body } = await callable.call(order);

    expect(body).toMatchObject({ status: 'unknown', error_code: 'answer_lost' });
    expect((await member.get(path)).body).toEqual(body);
    expect(tools.received.length).toBe(1);
  });

  test('lets no read be sent again for an organization that was deleted', async () => {
    const { member, tools, callable } = await givenLost({});
    server.setNow(later(server.app.now(), 1001));
    await close(member, 'deleted');

    const { body } = await callable.call(order);

    expect(body).toMatchObject({ status: 'unknown', error_code: 'answer_lost' });
    expect(tools.received.length).toBe(1);
  });

  test.each(['the sweep', 'a repeated call'])(
    'lets a read be sent again after %s',
    async (finder) => {
      const { member, tools, callable, path } = await givenLost({});
      const { app } = server;
      server.setNow(later(app.now(), 1001));
      if (finder === 'the sweep') expect(await settleLost(app.db, app.now())).toBe(1);

      const both = await Promise.all([callable.call(order), callable.call(order)]);

      for (const { body } of both) expect(body).toMatchObject({ status: 'succeeded' });
      expect((await member.get(path)).body).toEqual(both[0]?.body);
      expect(tools.received.length).toBe(2);
    },
  );
});
