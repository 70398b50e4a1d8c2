import { readFileSync } from 'node:fs';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';

interface SessionTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

const guide = readFileSync(new URL('../../openapi/guides/tools.md', import.meta.url), 'utf8');

test('The functions of a session are those of chat completions, and in one line those of realtime and MCP clients', async () => {
  const settings = { run_token_scopes: ['run:act'] };
  const member = await newOrganization();
  const { run_id } = await givenTransferable(member, { settings });
  const { body } = await member.get(`/api/v1/runs/${run_id}/session`);
  const tools = body.tools as SessionTool[];

  // oxfmt-ignore
  const realtime = tools.map(({ type, function: members }) => ({ type, ...members }));
  // oxfmt-ignore
  const mcp = tools.map(({ function: { name, description, parameters } }) => ({ name, description, inputSchema: parameters }));

  expect(guide).toContain(
    'const realtime = tools.map(({ type, function: members }) => ({ type, ...members }));',
  );
  expect(guide).toContain(
    'const mcp = tools.map(({ function: { name, description, parameters } }) => ({ name, description, inputSchema: parameters }));',
  );
  expect(tools.length).toBe(6);
  for (const { function: each } of tools) {
    expect(each.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(each.parameters).toMatchObject({ type: 'object', properties: expect.any(Object) });
  }
  expect(realtime[0]).toEqual({ type: 'function', ...tools[0]?.function });
  expect(ListToolsResultSchema.parse({ tools: mcp }).tools).toEqual(mcp);
});
