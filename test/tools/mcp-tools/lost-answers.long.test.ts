import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import {
  givenMcpTool,
  type McpTestServer,
  methodsOf,
  query,
  rpc,
  startMcpServer,
} from './given.ts';

type Instead = McpTestServer['instead'];
const atCall =
  (reply: (response: Parameters<Instead>[0]) => void): Instead =>
  (response, method) => {
    if (method !== 'tools/call') return false;
    reply(response);
    return true;
  };
const events = { 'content-type': 'text/event-stream' };

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
      { status: 'unknown', error_code: 'result_not_json', http_status: 200 },
    ],
    [
      'answers what is no result',
      atCall((response) => void response.end(rpc({ result: [] }))),
      { status: 'unknown', error_code: 'mcp_error', http_status: 200 },
    ],
    [
      'fails with an error of its own',
      atCall((response) => void response.end(rpc({ error: { code: -32_603, message: 'Oh' } }))),
      { status: 'unknown', error_code: 'mcp_error', error_detail: '-32603: Oh' },
    ],
    [
      'refuses the arguments',
      atCall((response) => void response.end(rpc({ error: { code: -32_602, message: 'No' } }))),
      { status: 'failed', error_code: 'mcp_error', error_detail: '-32602: No' },
    ],
    [
      'answers 65 KiB',
      atCall((response) => void response.end('x'.repeat(66_000))),
      { status: 'unknown', error_code: 'result_too_large' },
    ],
    [
      'fills the events',
      atCall((response) => void response.writeHead(200, events).end(`:${'x'.repeat(66_000)}`)),
      { status: 'unknown', error_code: 'result_too_large' },
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
