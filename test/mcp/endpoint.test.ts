import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { givenAdmin, reason, suspend } from '../billing/organizations/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { connected, post } from './given.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Begins a request whose body does not end. */
function beginPost({ server, key }: Pick<Member, 'server' | 'key'>) {
  const begun = request(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': 100 },
  });
  begun.on('error', () => {});
  begun.write('{');
  onTestFinished(() => void begun.destroy());
  return begun;
}

describe('POST /mcp', () => {
  test.each(['*/*', 'application/json', 'application/*;q=0.5', 'text/event-stream, */*'])(
    'takes a client that accepts %s',
    async (sent) => {
      const { status, headers } = await post(await newOrganization(), list, { accept: sent });

      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    },
  );

  test('refuses a client that accepts no JSON', async () => {
    const { status } = await post(await newOrganization(), list, { accept: 'text/html' });

    expect(status).toBe(406);
  });

  test.each([
    ['arguments', { name: 'who_am_i', arguments: null }],
    ['an optional argument', { name: 'list_runs', arguments: { limit: 1, cursor: null } }],
    ['a search', { name: 'list_operations', arguments: { search: null, tag: null } }],
    [
      'parameters',
      {
        name: 'invoke_operation',
        arguments: { operation_id: 'listRuns', parameters: null, body: null },
      },
    ],
  ])('takes null for %s', async (_, params) => {
    const { body } = await post(await newOrganization(), { ...list, method: 'tools/call', params });

    expect(body.result.isError ?? false).toBe(false);
  });

  test('takes null for the parameters of a request, and refuses it for a required argument', async () => {
    const member = await newOrganization();
    const params = { name: 'place_call', arguments: { workflow_id: null } };

    const listed = await post(member, { ...list, params: null });
    const refused = await post(member, { ...list, method: 'tools/call', params });

    expect(listed.body.result.tools.length).toBeGreaterThan(10);
    expect(refused.body.result).toMatchObject({ isError: true });
  });

  test.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'greets a client of the version %s with it, and answers it',
    async (protocolVersion) => {
      const member = await newOrganization();
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };

      const greeted = await post(member, { ...list, method: 'initialize', params });
      const listed = await post(member, list, { 'mcp-protocol-version': protocolVersion });

      expect(greeted.body.result.protocolVersion).toBe(protocolVersion);
      expect(listed.status).toBe(200);
    },
  );

  test('answers each message by itself, without a session', async () => {
    const member = await newOrganization();

    const { status, headers, body } = await post(member, list);

    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(body.result.tools.length).toBeGreaterThan(10);
  });

  test('says why an organization is suspended', async () => {
    const [admin, member] = [await givenAdmin(), await newOrganization()];
    await suspend(admin, member);

    const { status, body } = await post(member, list);

    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain(`Reason: ${reason}`);
  });

  test('takes an API key in either header, and nothing else', async () => {
    const member = await newOrganization();
    const as = async (headers: Record<string, string>) => {
      const { status } = await post({ ...member, key: '' }, list, headers);
      return status;
    };

    expect(await as({ 'x-api-key': member.key })).toBe(200);
    expect(await as({ authorization: `Bearer ${member.key}`, 'x-api-key': member.key })).toBe(200);
    expect(await as({})).toBe(401);
    expect(await as({ 'x-api-key': `${member.key}x` })).toBe(401);
    expect(await as({ authorization: `Bearer ${member.token}` })).toBe(401);
    expect(await as({ 'x-api-key': `vap_run_1_1_${'x'.repeat(43)}` })).toBe(401);
  });

  test("says that a session is a person's", async () => {
    const { server, token } = await newOrganization();

    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.text()).toContain("A session is a person's");
  });

  test('refuses pages of other origins, which may have its address under another name', async () => {
    const member = await newOrganization();

    const foreign = await post(member, list, { origin: 'http://evil.example' });
    const own = await post(member, list, { origin: new URL(member.server.url).origin });

    expect([foreign.status, own.status]).toEqual([403, 200]);
    expect(foreign.body).toMatchObject({ code: 'origin_not_allowed', status: 403 });
  });

  test.each([
    ['broken JSON', '{"jsonrpc":', 400, -32_700],
    ['deep JSON', `${'['.repeat(200)}${']'.repeat(200)}`, 400, -32_700],
    ['a number that would be changed', '{"params":{"id":725653563933458432}}', 400, -32_700],
    ['a member that comes twice', '{"params":{"id":1,"id":2}}', 400, -32_700],
    ['no message', '{"hello":1}', 400, -32_600],
    ['too large a batch', JSON.stringify(Array.from({ length: 11 }, () => list)), 400, -32_600],
    ['too large a body', `"${'x'.repeat(1_048_577)}"`, 413, -32_000],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await post(await newOrganization(), body);

    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('answers 413 to a client that goes on sending, on a connection that stays open', async () => {
    const { server, key } = await newOrganization();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (part: string) => (text += part)).on('error', () => {});
    const head = `Host: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json`;
    socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\nContent-Length: 5000000\r\n\r\n`);
    socket.write(Buffer.alloc(2_000_000, ' '));
    await expect.poll(() => text).toContain('HTTP/1.1 413');

    socket.write(Buffer.alloc(3_000_000, ' '));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');

    await expect.poll(() => text).toContain('"alive"');
  });

  test('refuses other content types, encodings and methods', async () => {
    const member = await newOrganization();

    const text = await post(member, list, { 'content-type': 'text/plain' });
    const packed = await post(member, list, { 'content-encoding': 'gzip' });
    const others = await Promise.all(
      ['GET', 'DELETE', 'PUT'].map((method) =>
        fetch(`${member.server.url}/mcp`, { method, headers: { 'x-api-key': member.key } }),
      ),
    );

    expect([text.status, packed.status]).toEqual([415, 415]);
    expect(others.map(({ status, headers }) => [status, headers.get('allow')])).toEqual(
      others.map(() => [405, 'POST, OPTIONS']),
    );
  });

  test('answers a batch, and ignores what would cancel a request of it', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

    const { status, body } = await post(await newOrganization(), [list, cancel, ping]);

    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2]);
  });

  test('answers an unknown method and tool with an error of the protocol', async () => {
    const member = await newOrganization();

    const method = await post(member, { ...list, method: 'nothing' });
    const params = { name: 'nothing', arguments: {} };
    const tool = await post(member, { ...list, method: 'tools/call', params });

    expect([method.body.error.code, tool.body.error.code]).toEqual([-32_601, -32_602]);
  });

  test("counts its requests against the key's rate limit", async () => {
    const rateLimits = { perCaller: 5, perAddress: 1e9, perCarrier: 1e9 };
    const server = await startServer({ rateLimits });
    onTestFinished(() => server.close());
    const member = await newOrganization({ server, connector: 'crm' });
    const call = { ...list, method: 'tools/call', params: { name: 'list_runs', arguments: {} } };

    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await post(member, call));

    // Each takes two: one for the key, one for the tool.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[2]?.body.result.structuredContent).toMatchObject({
      code: 'too_many_requests',
    });
    expect(answers[3]?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('counts wrong keys against the address of the client, as HTTP does', async () => {
    const rateLimits = { perCaller: 1e9, perAddress: 3, perCarrier: 1e9 };
    const server = await startServer({ rateLimits, trustedProxies: 1 });
    onTestFinished(() => server.close());
    const guess = (from: string) =>
      post({ server, key: 'vap_wrong' }, list, { 'x-forwarded-for': from });

    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await guess('203.0.113.7')).status);

    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await guess('203.0.113.8')).status).toBe(401);
  });

  test('is logged as the requests that it makes, with one request id', async () => {
    const server = await startServer();
    onTestFinished(() => server.close());
    const member = await newOrganization({ server });
    const call = { ...list, method: 'tools/call', params: { name: 'list_runs', arguments: {} } };

    await post(member, call, { 'x-request-id': 'agent-1' });

    const lines = server.logged.filter(({ request_id }) => request_id === 'agent-1');
    expect(lines.map(({ operation_id }) => operation_id)).toEqual(['getCurrentUser', 'listRuns']);
    expect(JSON.stringify(server.logged)).not.toContain(member.key);
  });

  test('keeps nothing of a client that left', async () => {
    const server = await startServer();
    onTestFinished(() => server.close());
    const member = await newOrganization({ server });
    const left = beginPost(member);
    await expect.poll(() => server.app.inProgress.taken('mcp')).toBe(1);

    left.destroy();

    await expect.poll(() => server.app.inProgress.taken('mcp')).toBe(0);
  });

  test.each(['read', 'calls:place'] as const)(
    'has twenty requests in progress of an organization, and answers others: scope %s',
    async (scope) => {
      const server = await startServer();
      onTestFinished(() => server.close());
      const greedy = await newOrganization({ server, scopes: [scope] });
      const other = await newOrganization({ server, scopes: [scope] });
      for (let count = 0; count < 20; count += 1) beginPost(greedy);
      await expect.poll(() => server.app.inProgress.taken('mcp')).toBe(20);

      const answers = [await post(greedy, list), await post(other, list)];

      expect(answers.map(({ status }) => status)).toEqual([429, 200]);
      expect(answers[0]?.headers.get('retry-after')).toBe('1');
    },
  );

  test('places one call for several concurrent tool calls with one key', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const agents = await Promise.all([1, 2, 3].map(() => connected(member)));
    const call = { workflow_id, to_number: '+12025550123', idempotency_key: 'one' };

    const answers = await Promise.all(agents.map((agent) => agent.use('place_call', call)));

    const placed = answers.filter(({ isError }) => !isError);
    expect(placed.length).toBeGreaterThan(0);
    expect(new Set(placed.map(({ result }) => result.id)).size).toBe(1);
    const runs = (await member.get('/api/v1/runs')).body.items;
    expect(runs).toHaveLength(1);
  });
});
