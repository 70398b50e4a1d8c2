import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenMcpTool, methodsOf, query, rpc, search, secret, startMcpServer } from './given.ts';

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
      status: 'unknown',
      error_code: 'mcp_error',
      error_detail: '-32603: Out of order',
    });
    expect(masked.body.result).toEqual([{ type: 'text', text: '***' }]);
  });

  test('reads an answer as servers write it', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    let ids = 0;
    const answered = async (result: object) => {
      server.instead = (response, method) => {
        if (method !== 'tools/call') return false;
        response.end(rpc({ result }));
        return true;
      };
      ids += 1;
      const { body } = await call({ ...query, call_id: `id-${ids}` });
      return body;
    };
    const content = [{ type: 'text', text: 'Found.' }];
    const structuredContent = { code: 'no_article' };

    expect(await answered({ content, structuredContent: null })).toMatchObject({
      status: 'succeeded',
      result: content,
    });
    expect(await answered({ content: [], isError: true, structuredContent })).toMatchObject({
      error_code: 'tool_error',
      error_detail: '{"code":"no_article"}',
    });
    expect(await answered({ content, isError: true, structuredContent })).toMatchObject({
      error_detail: 'Found.',
    });
    expect(await answered({ content: [], isError: true })).toMatchObject({ error_detail: '' });
  });

  test('takes an ID of a call with 2,048 bytes, once', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    const call_id = `thought_${'Aa0+/'.repeat(408)}`;

    const [first, again] = [await call({ ...query, call_id }), await call({ ...query, call_id })];
    const longer = await call({ ...query, call_id: 'ü'.repeat(1025) });

    expect(call_id.length).toBe(2048);
    expect(first.body).toMatchObject({ status: 'succeeded', call_id });
    expect(again.body).toEqual(first.body);
    expect([longer.status, longer.body.detail[0].loc]).toEqual([422, ['body', 'call_id']]);
  });

  test('leaves out an optional argument that is null, and keeps what was sent', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const calls: unknown[] = [];
    server.answer = (_, args) => {
      calls.push(args);
      return { content: [] };
    };
    const properties = { query: { type: 'string' }, limit: { type: 'integer' } };
    server.functions = [{ ...search, inputSchema: { type: 'object', properties } }];
    const { call } = await givenMcpTool(member, server);
    const sent = { query: 'billing', limit: null };

    const { body } = await call({ call_id: 'a', arguments: sent });

    expect(body).toMatchObject({ status: 'succeeded', arguments: sent });
    expect(calls).toEqual([{ query: 'billing' }]);
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

  test('asks before it calls a function that needs an approval, and then calls it once', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { path, run } = await givenMcpTool(member, server);
    await member.patch(path, { needs_approval: true });
    const call = await run();
    const before = server.received.length;
    const methods = () => methodsOf(server).slice(before);

    const { body: waiting } = await call(query);
    const asked = methods().filter((method) => method !== 'DELETE');
    await member.post(`/api/v1/tool-executions/${waiting.id}/accept`);
    const { body } = await call(query);
    await call(query);

    expect(waiting).toMatchObject({ status: 'waiting_for_approval', result: null });
    expect(asked).toEqual([]);
    expect(body).toMatchObject({
      id: waiting.id,
      status: 'succeeded',
      decision: 'accepted',
      result: [{ text: 'Found.' }],
    });
    expect(methods().filter((method) => method === 'tools/call').length).toBe(1);
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

describe('testTool', () => {
  test('calls the function and says what came of it', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { path } = await givenMcpTool(member, server);

    const { body } = await member.post(`${path}/test`, { arguments: query.arguments });

    expect(body).toMatchObject({ status: 'succeeded', result: [{ text: 'Found.' }] });
  });
});
