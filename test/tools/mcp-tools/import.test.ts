import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { givenTool, toolsPath } from '../given.ts';
import {
  imported,
  importPath,
  type McpTestServer,
  methodsOf,
  pathOf,
  search,
  startMcpServer,
} from './given.ts';

const secret = 'Bearer 0000-secret-of-a-server';
const changed = { ...search, description: 'Sends all articles to somebody.' };
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...search, name: `function_${index}` }));

const outcomesOf = ({ items }: { items: { mcp_name: string; outcome: string }[] }) =>
  items.map(({ mcp_name, outcome }) => [mcp_name, outcome]);

describe('importMcpTools', () => {
  test('creates a tool for each function, and ends its session', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = [search, { ...search, name: 'articles.find/one' }];

    const body = await imported(member, server, { secret, name_prefix: 'kb_', timeout_ms: 8000 });

    expect(body).toMatchObject({ created_count: 2, unchanged_count: 0, skipped_count: 0 });
    const [first, second] = body.items;
    expect(second).toMatchObject({ tool_name: 'kb_articles_find_one', outcome: 'created' });
    const { body: tool, text } = await member.get(pathOf(first.tool_id));
    expect(tool).toMatchObject({
      name: 'kb_search_articles',
      kind: 'mcp',
      description: search.description,
      method: 'POST',
      url_template: server.url,
      arguments_schema: search.inputSchema,
      result_schema: null,
      timeout_ms: 8000,
      is_write: true,
      has_secret: true,
      mcp_name: 'search_articles',
      mcp_sha256: first.sha256,
      mcp_status: 'accepted',
      mcp_offer: null,
      revision: 1,
    });
    expect(text).not.toContain('0000-secret');
    await expect
      .poll(() => methodsOf(server))
      .toEqual(['initialize', 'notifications/initialized', 'tools/list', 'DELETE']);
    const events = await member.get('/api/v1/audit-events?action=tool.imported');
    expect(events.body.items.length).toBe(2);
    expect(events.text).not.toContain('0000-secret');
  });

  test('reads all pages, and creates tools for named functions alone', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = many(95);

    const body = await imported(member, server, {
      functions: ['function_3', 'function_94', 'other'],
    });

    expect(outcomesOf(body)).toEqual([
      ['function_3', 'created'],
      ['function_94', 'created'],
      ['other', 'skipped'],
    ]);
    expect(methodsOf(server).filter((method) => method === 'tools/list').length).toBe(4);
  });

  test('skips what cannot be a tool and says why', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    await givenTool(member, { name: 'taken' });
    server.functions = [
      { ...search, name: 'taken' },
      { ...search, name: 'x'.repeat(65) },
      { ...search, name: 'a.b' },
      { ...search, name: 'a_b' },
      { ...search, name: 'transfer' },
      {
        ...search,
        name: 'tree',
        inputSchema: { type: 'object', properties: { a: { $ref: '#' } } },
      },
    ];

    const body = await imported(member, server);

    expect(body).toMatchObject({ created_count: 1, skipped_count: 5 });
    expect(body.items.map(({ fault }: { fault: string | null }) => fault?.slice(0, 20))).toEqual([
      'A tool named "taken"',
      'The name "xxxxxxxxxx',
      undefined,
      'A tool named "a_b" a',
      'A built-in tool is n',
      'inputSchema.properti',
    ]);
  });

  test('again shows what is new, unchanged, changed and gone, and changes nothing twice', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = [search, { ...search, name: 'drop' }, { ...search, name: 'keep' }];
    const [{ tool_id }, { tool_id: dropped }] = (await imported(member, server)).items;
    server.functions = [changed, { ...search, name: 'keep' }, { ...search, name: 'more' }];

    const body = await imported(member, server);
    const events = (await member.get('/api/v1/audit-events')).body.items.length;
    const again = await imported(member, server);

    expect(outcomesOf(body)).toEqual([
      ['search_articles', 'changed'],
      ['keep', 'unchanged'],
      ['more', 'created'],
      ['drop', 'gone'],
    ]);
    expect(body).toMatchObject({ created_count: 1, unchanged_count: 1, changed_count: 1 });
    expect(outcomesOf(again)).toEqual([
      ['search_articles', 'changed'],
      ['keep', 'unchanged'],
      ['more', 'unchanged'],
      ['drop', 'gone'],
    ]);
    expect((await member.get('/api/v1/audit-events')).body.items.length).toBe(events);
    expect((await member.get(pathOf(tool_id))).body).toMatchObject({
      description: search.description,
      mcp_status: 'changed',
      mcp_offer: { description: changed.description, sha256: body.items[0].sha256 },
      revision: 2,
    });
    expect((await member.get(pathOf(dropped))).body).toMatchObject({ mcp_status: 'gone' });
    server.functions = [search, { ...search, name: 'drop' }];
    await imported(member, server);
    for (const id of [tool_id, dropped])
      expect((await member.get(pathOf(id))).body).toMatchObject({
        mcp_status: 'accepted',
        mcp_offer: null,
        revision: 3,
      });
  });

  test('reads with the secret of its tools, and keeps another one for all of them', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { items } = await imported(member, server, { secret, secret_header: 'X-Key' });

    await imported(member, server);
    expect(server.received.at(-1)?.headers['x-key']).toBe(secret);
    await imported(member, server, { secret: 'Bearer 0000-another' });
    await member.post(`${pathOf(items[0].tool_id)}/test`, { arguments: { query: 'x' } });

    expect(server.received.at(-1)?.headers['x-key']).toBe('Bearer 0000-another');
    const { body } = await member.get('/api/v1/audit-events?action=tool.secret_rotated');
    expect(body.items.length).toBe(1);
  });

  test('creates each tool once, also twice at once', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = many(3);

    const answers = await Promise.all([imported(member, server), imported(member, server)]);

    expect(answers.reduce((sum, { created_count }) => sum + Number(created_count), 0)).toBe(3);
    expect((await member.get(toolsPath)).body.items.length).toBe(3);
  });

  test('creates nothing if the organization would have more than 100 tools', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    await givenTool(member);
    server.functions = many(100);

    const refused = await member.post(importPath, { server_url: server.url });
    server.functions = many(99);
    const taken = await imported(member, server);

    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    expect(taken.created_count).toBe(99);
  });

  test("does not see another organization's tools of the same server", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const server = await startMcpServer();
    await imported(member, server, { secret });

    const body = await imported(other, server);

    expect(body.created_count).toBe(1);
    expect(server.received.at(-2)?.headers.authorization).toBeUndefined();
  });

  test.each<[object, string]>([
    [{ server_url: 'http://127.0.0.1:9/{a}' }, 'body.server_url'],
    [{ server_url: 'ftp://127.0.0.1/' }, 'body.server_url'],
    [{ server_url: 'http://me:pass@127.0.0.1/' }, 'body.server_url'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'body.headers.0.name'],
    [{ secret: ' abcdefgh' }, 'body.secret'],
    [{ name_prefix: 'a b' }, 'body.name_prefix'],
    [{ functions: [] }, 'body.functions'],
  ])('refuses %j and says where', async (members, place) => {
    const member = await newOrganization();

    const { status, body } = await member.post(importPath, {
      server_url: 'http://127.0.0.1:9/mcp',
      ...members,
    });

    expect([status, body.detail[0].loc.join('.')]).toEqual([422, place]);
  });

  test('refuses addresses that are not public, and http', async () => {
    const api = await startServer({ webhookAllowPrivate: false });
    const member = await newOrganization({ server: api });
    const server = await startMcpServer();
    const { port } = new URL(server.url);

    for (const server_url of [server.url, `https://127.0.0.1:${port}/`, 'https://localhost/'])
      expect((await member.post(importPath, { server_url })).body.detail[0].loc).toEqual([
        'body',
        'server_url',
      ]);
    expect(server.received).toEqual([]);
    await api.close();
  });
});

const html = (response: ServerResponse) => void response.end('<html>');
const instead = (reply: (response: ServerResponse) => void, at = 'initialize') => ({ reply, at });
const rpc = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...members });

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
      instead((r) => void r.end(rpc({ error: { code: -32_601, message: `No, ${secret}` } }))),
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
    ['lists what has no schema', list({ tools: [{ name: 'a' }] }), { error_code: 'mcp_error' }],
    ['lists a function twice', list({ tools: [search, search] }), { error_code: 'mcp_error' }],
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
    expect(text).not.toContain('0000-secret');
    expect(body.detail.length).toBeGreaterThan(60);
    expect((await member.get(toolsPath)).body.items).toEqual([]);
    expect(pages).toBeLessThanOrEqual(20);
  });

  test('never answers is not waited for longer than ten seconds, and holds up nobody else', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const [slow, server] = [await startMcpServer(), await startMcpServer()];
    slow.instead = () => true;
    const began = performance.now();

    const waiting = [1, 2].map(() => member.post(importPath, { server_url: slow.url }));
    await expect.poll(() => slow.received.length).toBe(2);
    const third = await member.post(importPath, { server_url: server.url });
    await imported(other, server);
    const answers = await Promise.all(waiting);

    expect(third.status).toBe(429);
    for (const { status, body } of answers)
      expect([status, body.error_code]).toEqual([502, 'timeout']);
    expect(performance.now() - began).toBeLessThan(15_000);
  }, 30_000);
});

describe('acceptToolChange', () => {
  test('makes the function that was read the accepted one', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server)).items;
    server.functions = [changed];
    await imported(member, server);
    const path = pathOf(tool_id);
    const { sha256 } = (await member.get(path)).body.mcp_offer;

    const wrong = await member.post(`${path}/accept-change`, { sha256: '0'.repeat(64) });
    const accepted = await member.post(`${path}/accept-change`, { sha256 });
    const again = await member.post(`${path}/accept-change`, { sha256 });

    for (const { status, body } of [wrong, again])
      expect([status, body.code]).toEqual([409, 'tool_change_not_offered']);
    expect(accepted.body).toMatchObject({
      description: changed.description,
      mcp_sha256: sha256,
      mcp_status: 'accepted',
      mcp_offer: null,
      revision: 3,
    });
    const { body } = await member.post(`${path}/test`, { arguments: { query: 'x' } });
    expect(body.status).toBe('succeeded');
  });

  test('is for users alone, of this organization, in the state that was read', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server)).items;
    const path = `${pathOf(tool_id)}/accept-change`;
    const etag = (await member.get(pathOf(tool_id))).headers.get('etag') ?? '';
    server.functions = [changed];
    const [{ sha256 }] = (await imported(member, server)).items;
    const key = (await member.post('/api/v1/auth/api-keys', { name: 'x' })).body.key;

    const answers = [
      await member.server.send('POST', path, { key, body: { sha256 } }),
      await other.post(path, { sha256 }),
      await member.send('POST', path, {
        token: member.token,
        headers: { 'if-match': etag },
        body: { sha256 },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 412]);
    expect((await member.get(pathOf(tool_id))).body.mcp_status).toBe('changed');
  });

  test('accepts no function that cannot be a tool', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server)).items;
    server.functions = [{ ...search, outputSchema: { type: 'object', not: {}, pattern: 'x' } }];

    const [item] = (await imported(member, server)).items;
    const refused = await member.post(`${pathOf(tool_id)}/accept-change`, { sha256: item.sha256 });

    expect(item).toMatchObject({ outcome: 'changed', fault: expect.stringContaining('pattern') });
    expect(refused.status).toBe(409);
  });
});

describe('importMcpTools that reads its server while somebody', () => {
  /** Begins an import, does something else when the server has said what it has, and gives the import's items. */
  async function importedDuring(
    member: Member,
    server: McpTestServer,
    meanwhile: () => Promise<unknown>,
  ) {
    const closed = Promise.withResolvers<ServerResponse>();
    server.instead = (response, method) => {
      if (method !== 'tools/list') return false;
      server.instead = () => false;
      closed.resolve(response);
      return true;
    };
    const result = { tools: server.functions };
    const importing = imported(member, server, { name_prefix: 'new_' });
    const response = await closed.promise;
    await meanwhile();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    return (await importing).items;
  }

  test('accepts a change keeps it accepted', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server)).items;
    const path = pathOf(tool_id);
    server.functions = [changed];
    const [{ sha256 }] = (await imported(member, server)).items;
    server.functions = [search];

    const items = await importedDuring(member, server, async () => {
      const { status } = await member.post(`${path}/accept-change`, { sha256 });
      expect(status).toBe(200);
    });

    expect(items).toMatchObject([{ outcome: 'unchanged', tool_id }]);
    expect((await member.get(path)).body).toMatchObject({
      mcp_status: 'accepted',
      mcp_sha256: sha256,
      revision: 3,
    });
  });

  test('imports another function keeps its tool', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    await imported(member, server);
    let added: { tool_id: number } | undefined;

    const items = await importedDuring(member, server, async () => {
      server.functions = [search, { ...search, name: 'added' }];
      added = (await imported(member, server)).items[1];
    });

    expect(items).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged', sha256: null }]);
    const { body } = await member.get(pathOf(added?.tool_id ?? 0));
    expect(body).toMatchObject({ mcp_status: 'accepted', revision: 1 });
  });

  test('changes how the tools are called creates the new ones so', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server, { secret })).items;
    server.functions = [search, { ...search, name: 'added' }];

    const items = await importedDuring(member, server, () =>
      member.patch(pathOf(tool_id), { timeout_ms: 900, secret_header: 'X-Key' }),
    );
    const added = items[1].tool_id;
    const { body } = await member.get(pathOf(added));
    await member.post(`${pathOf(added)}/test`, { arguments: { query: 'x' } });

    expect(body).toMatchObject({ timeout_ms: 900, secret_header: 'X-Key', has_secret: true });
    expect(server.received.at(-1)?.headers['x-key']).toBe(secret);
  });
});

describe('updateTool', () => {
  test.each(['method', 'url_template', 'description', 'arguments_schema', 'result_schema'])(
    'leaves %s of a function to its server',
    async (name) => {
      const member = await newOrganization();
      const server = await startMcpServer();
      const [{ tool_id }] = (await imported(member, server)).items;
      const tool = (await member.get(pathOf(tool_id))).body;

      const { status, body } = await member.patch(pathOf(tool_id), { [name]: tool[name] });

      expect([status, body.detail[0].loc]).toEqual([422, ['body', name]]);
    },
  );

  test('changes what is ours', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const [{ tool_id }] = (await imported(member, server)).items;
    const members = { name: 'articles', is_write: false, timeout_ms: 900 };

    expect((await member.patch(pathOf(tool_id), members)).body).toMatchObject(members);
    expect((await imported(member, server)).items).toMatchObject([
      { outcome: 'unchanged', tool_name: 'articles' },
    ]);
  });
});

test('createTool refuses the kind mcp', async () => {
  const member = await newOrganization();

  expect((await member.post(toolsPath, { kind: 'mcp' })).status).toBe(422);
});
