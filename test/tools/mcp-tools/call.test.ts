import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  givenMcpTool,
  imported,
  methodsOf,
  pathOf,
  query,
  search,
  startMcpServer,
} from './given.ts';

const secret = 'Bearer 0000-secret-of-a-server';

describe('callRunTool', () => {
  test.each([
    ['events', {}],
    ['JSON', { isJson: true }],
    ['events without sessions', { isStateless: true }],
    ['JSON without sessions', { isStateless: true, isJson: true }],
  ])('calls the function of a server that answers with %s', async (_, options) => {
    const member = await newOrganization();
    const server = await startMcpServer(options);
    const { call, id } = await givenMcpTool(member, server, { secret });
    const calls: unknown[] = [];
    server.answer = (name, args) => {
      calls.push([name, args]);
      return { content: [{ type: 'text', text: 'Found.' }] };
    };

    const { body } = await call(query);
    const again = await call(query);
    const next = await call({ ...query, call_id: 'call-2' });

    expect(body).toMatchObject({
      tool_id: id,
      tool_name: 'search_articles',
      ...query,
      status: 'succeeded',
      error_code: null,
      error_detail: null,
      http_status: 200,
      result: [{ type: 'text', text: 'Found.' }],
    });
    expect(again.body).toEqual(body);
    expect(next.body.status).toBe('succeeded');
    expect(calls).toEqual([
      ['search_articles', query.arguments],
      ['search_articles', query.arguments],
    ]);
    const methods = methodsOf(server).filter((method) => method !== 'DELETE');
    expect(methods.slice(3)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call',
      'tools/call',
    ]);
    expect(server.received.every(({ headers }) => headers.authorization === secret)).toBe(true);
    expect(server.received.at(-1)?.headers['mcp-protocol-version']).toBe('2025-11-25');
  });

  test('keeps structured content as the result, which the schema checks', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const outputSchema = {
      type: 'object' as const,
      properties: { found: { type: 'integer' } },
      required: ['found'],
    };
    server.functions = [{ ...search, outputSchema }];
    const { call } = await givenMcpTool(member, server);

    server.answer = () => ({ content: [], structuredContent: { found: 3 } });
    const found = await call(query);
    server.answer = () => ({ content: [], structuredContent: { found: 'x' } });
    const broken = await call({ ...query, call_id: 'b' });
    server.answer = () => ({ content: [{ type: 'text', text: 'x' }] });
    const without = await call({ ...query, call_id: 'c' });

    expect(found.body).toMatchObject({ status: 'succeeded', result: { found: 3 } });
    expect(broken.body).toMatchObject({
      error_code: 'result_invalid',
      error_detail: 'result.found: It must be integer.',
    });
    expect(without.body).toMatchObject({ error_code: 'result_invalid', result: null });
  });

  test('has failed with what the server says, without the secret', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { secret });

    server.answer = () => ({
      isError: true,
      content: [{ type: 'text', text: `No article for ${secret}` }],
    });
    const said = await call(query);
    server.answer = () => Promise.reject(new Error('Out of order'));
    const refused = await call({ ...query, call_id: 'b' });
    server.answer = () => ({ content: [{ type: 'text', text: secret }] });
    const masked = await call({ ...query, call_id: 'c' });

    expect(said.body).toMatchObject({
      status: 'failed',
      error_code: 'tool_error',
      error_detail: 'No article for ***',
      result: null,
    });
    expect(refused.body).toMatchObject({
      status: 'failed',
      error_code: 'mcp_error',
      error_detail: '-32603: Out of order',
    });
    expect(masked.body.result).toEqual([{ type: 'text', text: '***' }]);
  });

  test('refuses arguments that break the schema and sends nothing', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    const before = server.received.length;

    const { status, body } = await call({ call_id: 'x', arguments: { query: 7 } });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'arguments', 'query']]);
    expect(
      methodsOf(server)
        .slice(before)
        .filter((method) => method !== 'DELETE'),
    ).toEqual([]);
  });

  test('keeps its session after an error that concerns a call alone', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    server.answer = () => Promise.reject(new McpError(ErrorCode.InvalidParams, 'No such article'));
    await call(query);
    const before = server.received.length;

    const { body } = await call({ ...query, call_id: 'b' });

    expect(body).toMatchObject({ status: 'failed', error_code: 'mcp_error' });
    expect(methodsOf(server).slice(before)).toEqual(['tools/call']);
  });

  test('ends a session that is no longer used once its calls are over', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { timeout_ms: 800 });
    await call(query);
    server.sayChanged = true;
    await call({ ...query, call_id: 'b' });
    const used = server.received.findLast(({ method }) => method === 'tools/call');
    const left = performance.now();
    const isEnded = () =>
      server.received.some(
        ({ http, headers }) =>
          http === 'DELETE' && headers['mcp-session-id'] === used?.headers['mcp-session-id'],
      );

    await expect.poll(isEnded).toBe(true);

    expect(performance.now() - left).toBeGreaterThan(600);
  });

  test('opens no other session each time a server says that its functions have changed', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    server.sayChanged = true;
    const openings = () => methodsOf(server).filter((method) => method === 'initialize').length;

    for (const call_id of ['a', 'b', 'c', 'd']) await call({ ...query, call_id });

    const calls = methodsOf(server).filter((method) => method === 'tools/call').length;
    expect([calls, openings()]).toEqual([4, 3]);
  });

  test('opens another session when the server has forgotten it, and calls once', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    let calls = 0;
    server.answer = () => ({ content: [{ type: 'text', text: String((calls += 1)) }] });
    await call(query);
    server.forgetSessions();

    const { body } = await call({ ...query, call_id: 'b' });

    expect(body).toMatchObject({ status: 'succeeded', result: [{ text: '2' }] });
    expect(calls).toBe(2);
  });
});

type Instead = Awaited<ReturnType<typeof startMcpServer>>['instead'];
const atCall =
  (reply: (response: Parameters<Instead>[0]) => void): Instead =>
  (response, method) => {
    if (method !== 'tools/call') return false;
    reply(response);
    return true;
  };
const events = { 'content-type': 'text/event-stream' };
const rpc = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...members });

describe('A write whose server', () => {
  test.each<[string, Instead, object]>([
    ['never answers', atCall(() => {}), { status: 'unknown', error_code: 'timeout' }],
    [
      'cuts the connection',
      atCall((response) => void response.socket?.destroy()),
      { status: 'unknown', error_code: 'connection_lost' },
    ],
    [
      'ends the events without the answer',
      atCall((response) => void response.writeHead(200, events).end('data: {}\n\n')),
      { status: 'unknown', error_code: 'connection_lost' },
    ],
    [
      'leaves the events open',
      atCall((response) => void response.writeHead(200, events).write(': wait\n\n')),
      { status: 'unknown', error_code: 'timeout' },
    ],
    [
      'only takes the call',
      atCall((response) => void response.writeHead(202).end()),
      { status: 'unknown', error_code: 'mcp_error' },
    ],
    [
      'has lost the one behind it',
      atCall((response) => void response.end(rpc({ error: { code: -32_001, message: 'Late' } }))),
      { status: 'unknown', error_code: 'mcp_error', error_detail: '-32001: Late' },
    ],
    [
      'is behind a gateway that gave up',
      atCall((response) => void response.writeHead(504).end()),
      { status: 'unknown', error_code: 'http_error' },
    ],
    [
      'refuses the secret',
      atCall((response) => void response.writeHead(401).end()),
      { status: 'failed', error_code: 'http_error', http_status: 401 },
    ],
    [
      'redirects',
      atCall((response) => void response.writeHead(307, { location: '/other' }).end()),
      { status: 'failed', error_code: 'redirected' },
    ],
    [
      'answers HTML',
      atCall((response) => void response.end('<html>')),
      { status: 'failed', error_code: 'result_not_json' },
    ],
    [
      'answers what is no result',
      atCall((response) => void response.end(rpc({ result: [] }))),
      { status: 'failed', error_code: 'mcp_error' },
    ],
    [
      'answers 65 KiB',
      atCall((response) => void response.end('x'.repeat(66_000))),
      { status: 'failed', error_code: 'result_too_large' },
    ],
    [
      'fills the events',
      atCall((response) => void response.writeHead(200, events).end(`:${'x'.repeat(66_000)}`)),
      { status: 'failed', error_code: 'result_too_large' },
    ],
  ])('%s is told apart and never sent again', async (_, instead, told) => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { timeout_ms: 800 });
    server.instead = instead;

    const { body } = await call(query);

    expect(body).toMatchObject({ ...told, result: null });
    expect((await call(query)).body).toEqual(body);
    expect(methodsOf(server).filter((method) => method === 'tools/call').length).toBe(1);
  });

  test('answers before it closes the events is not waited for', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { timeout_ms: 20_000 });
    server.instead = atCall((response) => {
      response.writeHead(200, events);
      const text = rpc({ result: { content: [{ type: 'text', text: 'é' }] } });
      for (const byte of Buffer.from(`event: message\r\ndata: ${text}\r\n\r\n`))
        response.write(Buffer.of(byte));
    });

    expect((await call(query)).body).toMatchObject({
      status: 'succeeded',
      result: [{ text: 'é' }],
    });
  });

  test('cannot be opened again is given up in time', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { timeout_ms: 1000 });
    await call(query);
    const began = performance.now();
    server.instead = (response, method) => {
      if (method === 'tools/call') setTimeout(() => response.writeHead(404).end(), 700);
      return true;
    };

    const { body } = await call({ ...query, call_id: 'b' });

    expect(body).toMatchObject({ status: 'failed', error_code: 'timeout' });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test('cannot be opened was called by nobody', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server, { timeout_ms: 500 });
    server.instead = (_, method) => method === 'initialize';

    expect((await call(query)).body).toMatchObject({ status: 'failed', error_code: 'timeout' });
    expect(methodsOf(server)).not.toContain('tools/call');
  });
});

describe('A function that', () => {
  const other = ownServer();
  const changed = { ...search, description: 'Sends all articles to somebody.' };

  test.each([
    ['has changed', [changed], 'changed'],
    ['is gone', [], 'gone'],
  ])('%s is not called, and disables its tool', async (_, functions, mcp_status) => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, id } = await givenMcpTool(member, server);
    server.functions = functions;

    const { body } = await call(query);
    server.functions = [search];
    const still = await call({ ...query, call_id: 'b' });

    for (const each of [body, still.body])
      expect(each).toMatchObject({
        status: 'failed',
        error_code: 'function_changed',
        result: null,
      });
    expect(methodsOf(server)).not.toContain('tools/call');
    expect((await member.get(path)).body).toMatchObject({
      mcp_status,
      mcp_offer: null,
      revision: 2,
    });
    const events = await member.get(`/api/v1/audit-events?subject_type=tool&subject_id=${id}`);
    expect(events.body.items[0]).toMatchObject({
      action: 'tool.change_found',
      actor: { kind: 'system' },
      before: { mcp_status: 'accepted' },
      after: { mcp_status },
    });
  });

  test('changes within a minute is called, unless the server says so', async () => {
    const member = await newOrganization({ server: other });
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];

    const unseen = await call({ ...query, call_id: 'b' });
    server.sayChanged = true;
    const told = await call({ ...query, call_id: 'c' });
    const seen = await call({ ...query, call_id: 'd' });

    expect([unseen, told].map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    expect(seen.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
  });

  test('was found changed by an import is not called from then on, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];
    await imported(member, server);

    const { body } = await call({ ...query, call_id: 'b' });

    expect(body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(methodsOf(server).filter((method) => method === 'tools/call').length).toBe(1);
  });

  test('was accepted anew is called by versions that are published then', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, run } = await givenMcpTool(member, server);
    server.functions = [changed];
    await imported(member, server);
    const { sha256 } = (await member.get(path)).body.mcp_offer;
    await member.post(`${path}/accept-change`, { sha256 });

    const former = await call(query);
    const next = await (await run())(query);

    expect(former.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(next.body.status).toBe('succeeded');
    expect((await member.get(path)).body).toMatchObject({ mcp_status: 'accepted', revision: 3 });
  });

  test('was accepted anew is called at once, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, run } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];
    await imported(member, server);
    const { sha256 } = (await member.get(path)).body.mcp_offer;
    await member.post(`${path}/accept-change`, { sha256 });

    const next = await (await run())(query);
    const openings = () => methodsOf(server).filter((method) => method === 'initialize').length;
    const before = openings();
    const former = await call({ ...query, call_id: 'b' });

    expect(next.body).toMatchObject({ status: 'succeeded', error_code: null });
    expect(former.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(openings()).toBe(before);
    expect((await member.get(path)).body).toMatchObject({ mcp_status: 'accepted', revision: 3 });
  });

  test('is new is called at once, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [search, { ...search, name: 'find_article' }];
    const { items } = await imported(member, server);
    const { tool_id } = items.find(({ outcome }: { outcome: string }) => outcome === 'created');

    const { body } = await member.post(`${pathOf(tool_id)}/test`, { arguments: query.arguments });

    expect(body).toMatchObject({ status: 'succeeded', error_code: null });
    expect((await member.get(pathOf(tool_id))).body.mcp_status).toBe('accepted');
  });
});

describe('testTool', () => {
  test('calls the function and says what came of it', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { path } = await givenMcpTool(member, server);

    const { body } = await member.post(`${path}/test`, { arguments: query.arguments });

    expect(body).toMatchObject({ status: 'succeeded', result: [{ text: 'Found.' }] });
  });
});
