import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import {
  changed,
  imported,
  type McpTestServer,
  pathOf,
  search,
  secret,
  startMcpServer,
} from './given.ts';

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
    server.functions = [{ ...search, outputSchema: { type: 'object', required: 'x' } }] as never;

    const [item] = (await imported(member, server)).items;
    const refused = await member.post(`${pathOf(tool_id)}/accept-change`, { sha256: item.sha256 });

    expect(item).toMatchObject({
      outcome: 'changed',
      fault: expect.stringContaining('outputSchema.required'),
    });
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
