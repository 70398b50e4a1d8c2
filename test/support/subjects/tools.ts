import { randomUUID } from 'node:crypto';
import { exampleRequest } from '../examples.ts';
import { givenCallableTool } from '../../tools/tool-executions/given.ts';
import type { Member } from '../organizations.ts';
import type { Parameters } from './parameters.ts';

/** The tool of the examples, whose server nobody has. */
const exampleTool = (): object => Object(exampleRequest('createTool').body);

export const calledTool = async (owner: Member): Promise<Parameters> => {
  const name = `find_${randomUUID()}`;
  const { run_id } = await givenCallableTool(owner, '', { ...exampleTool(), name });
  return { run_id, name };
};

export const toolExecution = async (owner: Member): Promise<Parameters> => {
  const { call } = await givenCallableTool(owner, '', exampleTool());
  const { body } = await call({ call_id: 'x', arguments: { customer_id: 'C-1042' } });
  return { tool_execution_id: body.id };
};

export const waitingToolExecution = async (owner: Member): Promise<Parameters> => {
  const { call } = await givenCallableTool(owner, '', { ...exampleTool(), needs_approval: true });
  const { body } = await call({ call_id: 'x', arguments: { customer_id: 'C-1042' } });
  return { tool_execution_id: body.id };
};

export const tool = async (owner: Member): Promise<Parameters> => ({
  tool_id: (await owner.post('/api/v1/tools', exampleTool())).body.id,
});

/** A function of an MCP server that has changed as the example accepts it. */
export const changedTool = async ({
  organization_id,
  server: { app },
}: Member): Promise<Parameters> => {
  const { sha256 } = exampleRequest('acceptToolChange').body as { sha256: string };
  const members = { description: 'x', arguments_schema: { type: 'object' } };
  const { id } = await app.db
    .insertInto('tools')
    .values({
      organization_id,
      name: `search_${randomUUID()}`,
      kind: 'mcp',
      method: 'POST',
      url_template: 'https://kb.example.com/mcp',
      description: members.description,
      arguments_schema: JSON.stringify(members.arguments_schema),
      mcp_name: randomUUID(),
      mcp_sha256: '0'.repeat(64),
      mcp_status: 'changed',
      mcp_offer: JSON.stringify({ ...members, sha256, result_schema: null }),
      created_at: app.now(),
      updated_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { tool_id: id };
};
