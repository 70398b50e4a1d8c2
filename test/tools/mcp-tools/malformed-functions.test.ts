import { describe, expect, test } from 'vitest';
import { definitionOf } from '../../../src/tools/mcp-tools/definitions.ts';
import { functionsIn, pageIn } from '../../../src/tools/mcp-tools/list-rules.ts';
import { readList } from '../../../src/tools/mcp-tools/list-text.ts';
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

const malformed: readonly (readonly [name: string, entry: string, fault: string])[] = [
  ['tools[0]', 'null', 'It is no object.'],
  ['tools[1]', '[]', 'It is no object.'],
  ['tools[2]', JSON.stringify({ inputSchema }), 'It has no name.'],
  ['tools[3]', JSON.stringify({ name: '', inputSchema }), 'It has no name.'],
  ['tools[4]', JSON.stringify({ name: 7, inputSchema }), 'It has no name.'],
  ['bad', '{"name":"bad"}', 'Its inputSchema is no object.'],
  ['null', '{"name":"null","inputSchema":null}', 'Its inputSchema is no object.'],
  ['true', '{"name":"true","inputSchema":true}', 'Its inputSchema is no object.'],
  [
    `${'x'.repeat(127)}…`,
    JSON.stringify({ name: 'x'.repeat(129), inputSchema }),
    'Its name has 129 characters; the maximum is 128.',
  ],
  ['deep', JSON.stringify({ inputSchema: deep(65), name: 'deep' }), 'nested deeper than 64 levels'],
  ['abyss', abyss, 'nested deeper than 64 levels'],
  [
    'twice',
    '{"name":"twice","inputSchema":{"type":"object","type":"array"}}',
    '"type" comes twice',
  ],
  ['tools[12]', '{"name":"é', 'syntax error'],
];
const listOf = (entries: readonly string[], rest = ''): string =>
  `{"jsonrpc":"2.0","id":1,"result":{"a":[1,{"tools":[2]}],"tools" : [ ${entries.join(' , ')} ]${rest}}}`;
const functionsOf = (text: string) => functionsIn(readList(Buffer.from(text)).entries);
const good = JSON.stringify(search);

describe('A list of functions', () => {
  test.each(malformed.slice(0, -1).map(([, entry, fault]) => [fault, entry] as const))(
    'has a function beside what is none: %s',
    (fault, entry) => {
      expect(functionsOf(listOf([entry, good]))).toEqual([
        { name: expect.any(String), fault: expect.stringContaining(fault) },
        expect.objectContaining({ name: search.name, inputSchema: search.inputSchema }),
      ]);
    },
  );

  test('is a message without its functions', () => {
    const { message } = readList(Buffer.from(listOf([good, abyss], ',"nextCursor":"x"')));

    expect(message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { a: [1, { tools: [2] }], tools: [], nextCursor: 'x' },
    });
  });

  test.each(['', '[]', '{"result":{"tools":{}}}', '{"tools":[1]}', '{"result":[{"tools":[1]}]}'])(
    'has no functions in %j',
    (text) => {
      expect(functionsOf(text)).toEqual([]);
    },
  );

  test('is read whole where it cannot be taken apart', () => {
    const message = JSON.parse(listOf([good])) as { result: object };

    expect(pageIn(message.result)?.entries).toEqual([{ value: search }]);
    expect(readList(Buffer.from(JSON.stringify([message])))).toEqual({
      message: [message],
      entries: [],
    });
  });

  test('has the first of several functions of a name', () => {
    const listed = functionsOf(listOf([good, JSON.stringify(changed), good]));

    expect(listed.map((each) => 'fault' in each)).toEqual([false, true, true]);
  });

  test('has bounds that a double does not hold', () => {
    const schema =
      '{"type":"object","properties":{"a":{"maximum":9223372036854775807,"minimum":-1e400}}}';
    const [read] = functionsOf(listOf([`{"name":"a","inputSchema":${schema}}`]));

    expect(read && 'inputSchema' in read && definitionOf(read)).toMatchObject({
      arguments_schema: { type: 'object', properties: { a: { maximum: 2 ** 63 } } },
    });
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
      const entries = malformed.slice(0, -1).map(([, entry]) => entry);
      const tools = [...entries, ...server.functions.map((each) => JSON.stringify(each))];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(listOf(tools, ',"nextCursor":""'));
      return true;
    };
    return server;
  };

  test('has its others imported, and says why each is skipped', async () => {
    const member = await newOrganization();
    const server = await givenServer();
    server.functions = [{ ...search, name: 'good' }, search, { ...changed, name: 'good' }];

    const body = await imported(member, server, { secret });

    expect(body).toMatchObject({ created_count: 2, skipped_count: malformed.length });
    const skipped = body.items.filter(({ outcome }: { outcome: string }) => outcome === 'skipped');
    expect(skipped).toEqual([
      ...malformed
        .slice(0, -1)
        .map(([mcp_name, , fault]) =>
          expect.objectContaining({ mcp_name, fault: expect.stringContaining(fault) }),
        ),
      expect.objectContaining({
        mcp_name: 'good',
        fault: 'The server lists a function of this name before it.',
      }),
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
