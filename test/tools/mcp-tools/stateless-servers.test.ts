import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { headersFault, mirrored } from '../../../src/tools/mcp-tools/header-rules.ts';
import { callFunction } from '../../../src/tools/mcp-tools/message-rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import { importPath, pathOf } from './given.ts';

const inputSchema = {
  type: 'object' as const,
  properties: {
    query: { type: 'string' },
    region: { type: 'string', 'x-mcp-header': 'Region' },
    deep: { type: 'object', properties: { limit: { type: 'integer', 'x-mcp-header': 'Limit' } } },
  },
  required: ['query'],
};

const read = async (answer: Response) => ({
  status: answer.status,
  headers: Object.fromEntries(answer.headers),
  text: await answer.text(),
});

/** The SDK's server of the version 2026-07-28 alone, which refuses greetings; it stops when the test ends. */
async function startStatelessServer() {
  const received: { method: string; headers: IncomingHttpHeaders }[] = [];
  const given = { result: { content: [{ type: 'text' as const, text: 'Found.' }] } as object };
  const handler = createMcpHandler(
    () => {
      const mcp = new Server({ name: 'x', version: '1' }, { capabilities: { tools: {} } });
      mcp.setRequestHandler('tools/list', () => ({ tools: [{ name: 'söök', inputSchema }] }));
      mcp.setRequestHandler('tools/call', () => given.result as never);
      return mcp;
    },
    { legacy: 'reject' },
  );
  const answer = async (request: Request, parsedBody: unknown, response: ServerResponse) => {
    const { status, headers, ...rest } = await read(await handler.fetch(request, { parsedBody }));
    response.writeHead(status, headers).end(rest.text);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const parsedBody = JSON.parse(Buffer.concat(chunks).toString()) as { method: string };
      received.push({ method: parsedBody.method, headers: request.headers });
      const headers = request.headers as Record<string, string>;
      const { url = '' } = request;
      const forwarded = new Request(new URL(url, 'http://localhost'), { method: 'POST', headers });
      void answer(forwarded, parsedBody, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return Object.assign(given, { url, received });
}

describe('A server of 2026-07-28 alone', () => {
  test('is imported and called, with the headers that repeat what a message says', async () => {
    const member = await newOrganization();
    const server = await startStatelessServer();

    const { body } = await member.post(importPath, { server_url: server.url });
    const [{ tool_id }] = body.items;
    const args = { query: 'billing', region: ' Zürich', deep: { limit: 7 } };
    const called = await member.post(`${pathOf(tool_id)}/test`, { arguments: args });
    server.result = { resultType: 'input_required', inputRequests: {}, requestState: 'x' };
    const asked = await member.post(`${pathOf(tool_id)}/test`, { arguments: args });

    expect(body).toMatchObject({ created_count: 1, skipped_count: 0 });
    expect(called.body).toMatchObject({
      status: 'succeeded',
      result: [{ type: 'text', text: 'Found.' }],
    });
    expect(asked.body).toMatchObject({
      status: 'unknown',
      error_code: 'mcp_error',
      error_detail: 'It asks for input, which nobody gives during a call.',
    });
    expect(server.received.map(({ method }) => method)).toEqual([
      'initialize',
      'tools/list',
      'initialize',
      'tools/list',
      'tools/call',
      'tools/call',
    ]);
    expect(server.received.at(-1)?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('söök').toString('base64')}?=`,
      'mcp-param-region': `=?base64?${Buffer.from(' Zürich').toString('base64')}?=`,
      'mcp-param-limit': '7',
    });
  });
});

describe('Headers of arguments', () => {
  const schemaWith = (annotated: object) => ({ type: 'object', properties: { a: annotated } });
  const at = (type: unknown, name: unknown) => ({ type, 'x-mcp-header': name });

  test.each<[string, object, boolean]>([
    ['a text', schemaWith(at('string', 'A')), true],
    ['a text or null', schemaWith(at(['string', 'null'], 'A')), true],
    ['a number', schemaWith(at('number', 'A')), false],
    ['an empty name', schemaWith(at('string', '')), false],
    ['a line', schemaWith(at('string', 'A\r\nB')), false],
    ['no text', schemaWith(at('string', 7)), false],
    ['an item', schemaWith({ type: 'array', items: at('string', 'A') }), false],
    ['the whole', at('string', 'A'), false],
    ['the same twice', { properties: { a: at('string', 'A'), b: at('string', 'a') } }, false],
  ])('are taken of %s: %j', (_, schema, isTaken) => {
    expect(headersFault({ ...schema }) === undefined).toBe(isTaken);
  });

  test.each([
    ['us-west1', 'us-west1'],
    [true, 'true'],
    [42, '42'],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?x?=', '=?base64?PT9iYXNlNjQ/eD89?='],
    ['', '=?base64??='],
    [null, undefined],
  ])('have %j as %j', (value, header) => {
    const headers = mirrored(callFunction('f', { a: value }), schemaWith(at('string', 'A')));

    expect(headers['mcp-param-a']).toBe(header);
  });
});
