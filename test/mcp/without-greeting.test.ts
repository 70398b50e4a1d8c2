import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { accept, post } from './given.ts';

describe('POST /mcp of the version 2026-07-28', () => {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = (
    member: Member,
    { method, ...params }: { method: string; name?: string; [member: string]: unknown },
    headers: Record<string, string> = {},
  ) =>
    post(
      member,
      { jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } },
      {
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(params.name !== undefined && { 'mcp-name': params.name }),
        ...headers,
      },
    );

  test('says what it is, lists its tools and calls them without a greeting', async () => {
    const member = await newOrganization();

    const discovered = await ask(member, { method: 'server/discover' });
    const listed = await ask(member, { method: 'tools/list' }, { accept: '*/*' });
    const called = await ask(member, { method: 'tools/call', name: 'who_am_i', arguments: null });

    expect(discovered.body.result).toMatchObject({
      supportedVersions: [version],
      capabilities: { tools: {} },
    });
    expect(listed.body.result).toMatchObject({ resultType: 'complete' });
    expect(listed.body.result.tools.length).toBeGreaterThan(10);
    expect(called.body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { operation_id: 'getCurrentUser' },
    });
    expect(called.headers.get('mcp-session-id')).toBeNull();
  });

  test.each<[string, object, Record<string, string>, number, number]>([
    [
      'another version',
      { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } },
      { 'mcp-protocol-version': '2030-01-01' },
      400,
      -32_022,
    ],
    ['headers of another request', {}, { 'mcp-method': 'tools/call' }, 400, -32_020],
    [
      'no capabilities',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
      {},
      400,
      -32_602,
    ],
  ])('refuses %s', async (_, params, headers, status, code) => {
    const answer = await ask(await newOrganization(), { method: 'tools/list', ...params }, headers);

    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('announces nothing, and does not hold a client that waits for it', async () => {
    const notifications = { toolsListChanged: true };
    const member = await newOrganization();
    const method = 'subscriptions/listen';

    const response = await fetch(`${member.server.url}/mcp`, {
      method: 'POST',
      headers: {
        accept,
        'content-type': 'application/json',
        'x-api-key': member.key,
        'mcp-protocol-version': version,
        'mcp-method': method,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { _meta: meta, notifications },
      }),
    });

    expect(await response.text()).toMatch(/-32603|complete/);
  });
});
