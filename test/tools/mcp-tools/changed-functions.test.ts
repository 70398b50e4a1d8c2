import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { definitionWith } from '../tool-executions/given.ts';
import {
  changed,
  givenMcpTool,
  imported,
  methodsOf,
  pathOf,
  query,
  search,
  startMcpServer,
} from './given.ts';

describe('A function that', () => {
  const other = ownServer();

  test.each([
    ['has changed', [changed], 'changed'],
    ['is gone', [], 'gone'],
  ])('%s is not called, and disables its tool', async (_, functions, mcp_status) => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, id } = await givenMcpTool(member, server);
    server.functions = functions;

    const { body } = await call(query);
    server.functions = [search];
    const still = await call({ ...query, call_id: 'b' });

    for (const each of [body, still.body])
      expect(each).toMatchObject({
        status: 'failed',
        error_code: 'function_changed',
        result: null,
      });
    expect(methodsOf(server)).not.toContain('tools/call');
    expect((await member.get(path)).body).toMatchObject({
      mcp_status,
      mcp_offer: null,
      revision: 2,
    });
    const events = await member.get(`/api/v1/audit-events?subject_type=tool&subject_id=${id}`);
    expect(events.body.items[0]).toMatchObject({
      action: 'tool.change_found',
      actor: { kind: 'system' },
      before: { mcp_status: 'accepted' },
      after: { mcp_status },
    });
  });

  test.each([
    ['has changed', [changed]],
    ['is gone', []],
  ])('%s is named by no version that is published', async (_, functions) => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { name, workflow, path } = await givenMcpTool(member, server);
    const versions = `/api/v1/workflow/${workflow.id}`;
    server.functions = functions;
    await imported(member, server);
    await member.put(versions, {
      workflow_definition: { ...definitionWith([name]), tools: [name] },
    });

    const validated = await member.post(`${versions}/validate`);
    const refused = await member.post(`${versions}/publish`);
    server.functions = [search];
    await imported(member, server);
    const published = await member.post(`${versions}/publish`);

    const fault = { type: 'tool_disabled', input: name, ctx: {} };
    const faults = [
      { ...fault, loc: ['workflow_definition', 'tools', '0'] },
      { ...fault, loc: ['workflow_definition', 'nodes', '0', 'data', 'tools', '0'] },
    ];
    expect(validated.body).toMatchObject({ is_valid: false, faults });
    expect([refused.status, refused.body.detail]).toMatchObject([422, faults]);
    expect([published.status, (await member.get(path)).body.mcp_status]).toEqual([200, 'accepted']);
    const { tools } = await member.server.app.db
      .selectFrom('workflow_definitions')
      .select('tools')
      .where('workflow_id', '=', workflow.id)
      .where('version_status', '=', 'published')
      .executeTakeFirstOrThrow();
    expect(tools?.[0]).not.toHaveProperty('mcp_status');
  });

  test('changes within a minute is called, unless the server says so', async () => {
    const member = await newOrganization({ server: other });
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];

    const unseen = await call({ ...query, call_id: 'b' });
    server.sayChanged = true;
    const told = await call({ ...query, call_id: 'c' });
    const seen = await call({ ...query, call_id: 'd' });

    expect([unseen, told].map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    expect(seen.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
  });

  test('was found changed by an import is not called from then on, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];
    await imported(member, server);

    const { body } = await call({ ...query, call_id: 'b' });

    expect(body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(methodsOf(server).filter((method) => method === 'tools/call').length).toBe(1);
  });

  test('was accepted anew is called by versions that are published then', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, run } = await givenMcpTool(member, server);
    server.functions = [changed];
    await imported(member, server);
    const { sha256 } = (await member.get(path)).body.mcp_offer;
    await member.post(`${path}/accept-change`, { sha256 });

    const former = await call(query);
    const next = await (await run())(query);

    expect(former.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(next.body.status).toBe('succeeded');
    expect((await member.get(path)).body).toMatchObject({ mcp_status: 'accepted', revision: 3 });
  });

  test('was accepted anew is called at once, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call, path, run } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [changed];
    await imported(member, server);
    const { sha256 } = (await member.get(path)).body.mcp_offer;
    await member.post(`${path}/accept-change`, { sha256 });

    const next = await (await run())(query);
    const openings = () => methodsOf(server).filter((method) => method === 'initialize').length;
    const before = openings();
    const former = await call({ ...query, call_id: 'b' });

    expect(next.body).toMatchObject({ status: 'succeeded', error_code: null });
    expect(former.body).toMatchObject({ status: 'failed', error_code: 'function_changed' });
    expect(openings()).toBe(before);
    expect((await member.get(path)).body).toMatchObject({ mcp_status: 'accepted', revision: 3 });
  });

  test('is new is called at once, whatever a session knows', async () => {
    const member = await newOrganization();
    const server = await startMcpServer();
    const { call } = await givenMcpTool(member, server);
    await call(query);
    server.functions = [search, { ...search, name: 'find_article' }];
    const { items } = await imported(member, server);
    const { tool_id } = items.find(({ outcome }: { outcome: string }) => outcome === 'created');

    const { body } = await member.post(`${pathOf(tool_id)}/test`, { arguments: query.arguments });

    expect(body).toMatchObject({ status: 'succeeded', error_code: null });
    expect((await member.get(pathOf(tool_id))).body.mcp_status).toBe('accepted');
  });
});
