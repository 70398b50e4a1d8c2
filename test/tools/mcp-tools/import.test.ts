import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { givenTool, toolsPath } from '../given.ts';
import {
  changed,
  imported,
  importPath,
  many,
  methodsOf,
  pathOf,
  search,
  secret,
  startMcpServer,
} from './given.ts';

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

  test('masks the secret in what a server says of a function', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = [
      {
        ...search,
        description: `Searches as ${btoa(secret)}.`,
        inputSchema: { type: 'object', title: `With ${secret}` },
      },
    ];

    const { items } = await imported(member, server, { secret });

    expect((await member.get(pathOf(items[0].tool_id))).body).toMatchObject({
      description: 'Searches as ***.',
      arguments_schema: { type: 'object', title: 'With ***' },
    });
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
      { ...search, name: 'list', inputSchema: { type: 'array' } } as never,
    ];

    const body = await imported(member, server);

    expect(body).toMatchObject({ created_count: 1, skipped_count: 5 });
    expect(body.items.map(({ fault }: { fault: string | null }) => fault?.slice(0, 20))).toEqual([
      'A tool named "taken"',
      'The name "xxxxxxxxxx',
      undefined,
      'A tool named "a_b" a',
      'A built-in tool is n',
      'inputSchema.type: Th',
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

test('createTool refuses the kind mcp', async () => {
  const member = await newOrganization();

  expect((await member.post(toolsPath, { kind: 'mcp' })).status).toBe(422);
});
