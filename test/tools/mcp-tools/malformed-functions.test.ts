import { describe, expect, test } from 'vitest';
import { functionsIn, pageIn } from '../../../src/tools/mcp-tools/list-rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import {
  changed,
  givenMcpTool,
  imported,
  pathOf,
  query,
  rpc,
  search,
  secret,
  startMcpServer,
} from './given.ts';

const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) });
const inputSchema = { type: 'object' };
/** Deeper than any recursion could go. */
const abyss = `{"name":"abyss","inputSchema":${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`;

const malformed: readonly (readonly [string, unknown, string])[] = [
  ['tools[0]', null, 'It is no object.'],
  ['tools[0]', [], 'It is no object.'],
  ['tools[0]', { inputSchema }, 'It has no name.'],
  ['tools[0]', { name: '', inputSchema }, 'It has no name.'],
  ['tools[0]', { name: 7, inputSchema }, 'It has no name.'],
  ['bad', { name: 'bad' }, 'Its inputSchema is no object.'],
  ['bad', { name: 'bad', inputSchema: null }, 'Its inputSchema is no object.'],
  ['bad', { name: 'bad', inputSchema: true }, 'Its inputSchema is no object.'],
  [
    `${'x'.repeat(127)}…`,
    { name: 'x'.repeat(129), inputSchema },
    'Its name has 129 characters; the maximum is 128.',
  ],
  ['bad', { name: 'bad', inputSchema: deep(65) }, 'It is nested deeper than 64 levels.'],
  ['abyss', JSON.parse(abyss), 'It is nested deeper than 64 levels.'],
];

describe('A list of functions', () => {
  test.each(malformed)('says of %s why it is none', (name, entry, fault) => {
    expect(functionsIn([entry, search])).toEqual([
      { name, fault },
      expect.objectContaining({ name: search.name }),
    ]);
  });

  test('has the first of several functions of a name', () => {
    expect(functionsIn([search, changed, search]).map((each) => 'fault' in each)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['x', 'x'],
  ])('goes on after the cursor %j with %j', (nextCursor, cursor) => {
    expect(pageIn({ tools: [], nextCursor })?.cursor).toBe(cursor);
  });
});

describe('A server with malformed functions', () => {
  /** Its list has an entry of each kind beside what it has. */
  const givenServer = async () => {
    const server = await startMcpServer();
    server.instead = (response, method) => {
      if (method !== 'tools/list') return false;
      const entries = malformed.map(([name, entry]) =>
        name === 'abyss' ? abyss : JSON.stringify(entry),
      );
      const tools = [...entries, ...server.functions.map((each) => JSON.stringify(each))].join();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":1,"result":{"tools":[${tools}],"nextCursor":""}}`);
      return true;
    };
    return server;
  };

  test('has its others imported, and says why each is skipped', async () => {
    const member = await newOrganization();
    const server = await givenServer();
    server.functions = [{ ...search, name: 'good' }, search, { ...changed, name: 'good' }];

    const body = await imported(member, server, { secret });

    expect(body).toMatchObject({ created_count: 2, skipped_count: malformed.length + 1 });
    const skipped = body.items.filter(({ outcome }: { outcome: string }) => outcome === 'skipped');
    expect(skipped.map(({ fault }: { fault: string }) => fault)).toEqual([
      ...malformed.map(([, , fault]) => fault),
      'The server lists a function of this name before it.',
    ]);
    for (const each of skipped) expect(each).toMatchObject({ tool_id: null, sha256: null });
  });

  test('has its accepted functions called', async () => {
    const member = await newOrganization();
    const server = await givenServer();
    server.functions = [{ ...search, name: 'search_articles' }];
    const { tool_id } = (await imported(member, server)).items.at(-1);

    const { body } = await member.post(`${pathOf(tool_id)}/test`, { arguments: query.arguments });

    expect(body).toMatchObject({ status: 'succeeded', error_code: null });
  });

  test('disables what has become malformed itself, and enables it again', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { id } = await givenMcpTool(member, server);
    const instead = server.instead;
    server.instead = (response, method) => {
      if (method !== 'tools/list') return false;
      response.end(rpc({ result: { tools: [{ name: search.name }] } }));
      return true;
    };

    const { items } = await imported(member, server);
    const disabled = (await member.get(pathOf(id))).body.mcp_status;
    server.instead = instead;
    await imported(member, server);

    expect(items).toEqual([
      {
        mcp_name: search.name,
        outcome: 'changed',
        tool_id: id,
        tool_name: search.name,
        sha256: null,
        fault: 'Its inputSchema is no object.',
      },
    ]);
    expect([disabled, (await member.get(pathOf(id))).body.mcp_status]).toEqual([
      'changed',
      'accepted',
    ]);
  });

  test('that names one after the secret has it skipped, and masked', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    server.functions = [{ ...search, name: 'get_0000-secret-of-a-server' }, search];

    const { items } = await imported(member, server, { secret });

    expect(items[0]).toMatchObject({ mcp_name: 'get_***', outcome: 'skipped' });
    expect(items[1]).toMatchObject({ outcome: 'created' });
  });
});
