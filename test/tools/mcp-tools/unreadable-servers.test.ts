import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { toolsPath } from '../given.ts';
import { importPath, many, methodsOf, rpc, secret, startMcpServer } from './given.ts';

const html = (response: ServerResponse) => void response.end('<html>');
const instead = (reply: (response: ServerResponse) => void, at = 'initialize') => ({ reply, at });

describe('A server that', () => {
  const huge = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(65_536, ' ');
    let sent = 0;
    const go = (): void => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', go);
      }
    };
    go();
  };
  let pages = 0;
  const list = (result: object) => instead((r) => void r.end(rpc({ result })), 'tools/list');

  test.each<[string, ReturnType<typeof instead>, object]>([
    ['answers HTML', instead(html), { error_code: 'result_not_json', http_status: 200 }],
    ['answers 50 MB', instead(huge), { error_code: 'result_too_large' }],
    ['lists 50 MB', instead(huge, 'tools/list'), { error_code: 'result_too_large' }],
    [
      'redirects',
      instead((r) => void r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()),
      { error_code: 'redirected', http_status: 307 },
    ],
    [
      'asks for a secret',
      instead((r) => void r.writeHead(401).end()),
      { error_code: 'http_error' },
    ],
    [
      'speaks another version',
      instead((r) => void r.end(rpc({ result: { protocolVersion: '2099-01-01' } }))),
      { error_code: 'mcp_error' },
    ],
    [
      'answers an error',
      instead(
        (r) =>
          void r.end(rpc({ error: { code: -32_601, message: `No, ${secret}, ${btoa(secret)}` } })),
      ),
      { error_code: 'mcp_error' },
    ],
    ['answers another request', instead((r) => void r.end('{}')), { error_code: 'mcp_error' }],
    [
      'has a session nobody can send',
      instead(
        (r) =>
          void r
            .writeHead(200, { 'mcp-session-id': 'a b' })
            .end(rpc({ result: { protocolVersion: '2025-06-18' } })),
      ),
      { error_code: 'mcp_error' },
    ],
    ['lists nothing', list({}), { error_code: 'mcp_error' }],
    ['has a cursor that is none', list({ tools: [], nextCursor: 7 }), { error_code: 'mcp_error' }],
    ['lists too many', list({ tools: many(501) }), { error_code: 'too_many_tools' }],
    [
      'never ends its pages',
      instead((r) => {
        pages += 1;
        r.end(rpc({ result: { tools: [], nextCursor: String(pages) } }));
      }, 'tools/list'),
      { error_code: 'too_many_tools' },
    ],
    [
      'cuts the connection',
      instead((r) => void r.socket?.destroy()),
      { error_code: 'connection_lost', http_status: null },
    ],
  ])('%s is not imported, with a code that says why', async (_, { reply, at }, expected) => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.instead = (response, method) => {
      if (method !== at) return false;
      reply(response);
      return true;
    };

    const { status, body, text } = await member.post(importPath, {
      server_url: server.url,
      secret,
    });

    expect([status, body]).toMatchObject([
      502,
      { code: 'mcp_server_failed', param: 'server_url', ...expected },
    ]);
    for (const form of ['0000-secret', btoa(secret).slice(0, 12)]) expect(text).not.toContain(form);
    expect(body.detail.length).toBeGreaterThan(60);
    expect((await member.get(toolsPath)).body.items).toEqual([]);
    expect(pages).toBeLessThanOrEqual(20);
  });

  test.each(['notifications/initialized', 'tools/list'])(
    'fails at %s has its session ended',
    async (at) => {
      const member = await newOrganization();
      const server = await startMcpServer();
      server.instead = (response, method) => {
        if (method !== at) return false;
        response.socket?.destroy();
        return true;
      };

      const { status } = await member.post(importPath, { server_url: server.url, secret });

      expect(status).toBe(502);
      await expect.poll(() => methodsOf(server).at(-1)).toBe('DELETE');
      const opened = server.received.find(({ method }) => method === 'notifications/initialized');
      expect(opened?.headers['mcp-session-id']).toBeDefined();
      expect(server.received.at(-1)?.headers).toMatchObject({
        'mcp-session-id': opened?.headers['mcp-session-id'],
        authorization: secret,
      });
    },
  );

  test('speaks another version in a session has it ended', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const result = { protocolVersion: '2099-01-01' };
    server.instead = (response, method) => {
      if (method === 'initialize')
        response.writeHead(200, { 'mcp-session-id': 'a-session' }).end(rpc({ result }));
      else response.writeHead(200).end();
      return true;
    };

    await member.post(importPath, { server_url: server.url });

    await expect.poll(() => methodsOf(server)).toEqual(['initialize', 'DELETE']);
    expect(server.received.at(-1)?.headers['mcp-session-id']).toBe('a-session');
  });
});
