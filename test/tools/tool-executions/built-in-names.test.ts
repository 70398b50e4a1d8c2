import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { reception } from '../../telephony/transfers/given.ts';
import { givenTool } from '../given.ts';
import { agentOf, agentsOn, functionsIn, type Settings } from './agents.ts';
import { definitionWith, startToolServer } from './given.ts';

const server = ownServer();
const givenAgent = agentsOn(server);

const results = ['schedule_callback', 'opt_out', 'submit_result'];

describe('getRunSession', () => {
  test('lists what the token may call, with whom it can transfer to', async () => {
    const clerk = { name: 'clerk', phone_number: '+12025550111', description: 'Bills.' };
    const { session } = await givenAgent({ destinations: [reception, clerk] });

    const body = await session();

    expect(functionsIn(body)).toEqual(['hang_up', 'transfer', 'send_keys', ...results]);
    expect(body.tools[1]).toEqual({
      type: 'function',
      function: {
        name: 'transfer',
        description: expect.any(String),
        parameters: {
          type: 'object',
          properties: {
            destination: {
              type: 'string',
              description: 'Whom to connect the person with.\nclerk: Bills.',
              enum: ['reception', 'clerk'],
            },
            briefing: expect.objectContaining({ type: 'object', required: ['text'] }),
          },
          required: ['destination'],
          additionalProperties: false,
        },
      },
    });
  });

  test.each<[string, Settings, string[]]>([
    ['without the scope', { settings: {} }, results],
    ['without destinations', { destinations: [] }, ['hang_up', 'send_keys', ...results]],
    [
      'after the call',
      { state: 'completed', outcome: 'completed', ended_at: new Date().toISOString() },
      results,
    ],
    [
      'in an inbound call with a hidden number',
      { mode: 'inbound', from_number: null },
      ['hang_up', 'transfer', 'send_keys', 'submit_result'],
    ],
  ])('lists less %s', async (_, options, names) => {
    const { session } = await givenAgent(options);

    expect(functionsIn(await session())).toEqual(names);
  });

  test('lists no keys where the carrier sends none', async () => {
    const { session, configuration_id } = await givenAgent();
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ provider: 'twilio' })
      .where('id', '=', configuration_id)
      .execute();

    expect(functionsIn(await session())).toEqual(['hang_up', 'transfer', ...results]);
  });
});

test('A version may name built-in tools, and then has no copies of them', async () => {
  const member = await newOrganization({ server });
  const workflow_definition = definitionWith(['transfer', 'hang_up']);
  const { body } = await member.post('/api/v1/workflow', { name: 'Own', workflow_definition });

  const { status } = await member.post(`/api/v1/workflow/${body.id}/publish`);

  expect(status).toBe(200);
  const version = await server.app.db
    .selectFrom('workflow_definitions')
    .select('tools')
    .where('workflow_id', '=', body.id)
    .executeTakeFirstOrThrow();
  expect(version.tools ?? []).toEqual([]);
});

describe('A tool of the organization with the name of a built-in one', () => {
  test('is refused', async () => {
    const member = await newOrganization({ server });
    const { path } = await givenTool(member);

    const created = await member.post('/api/v1/tools', {
      name: 'hang_up',
      description: 'x',
      kind: 'http',
      method: 'POST',
      url_template: 'http://127.0.0.1:9/',
      arguments_schema: { type: 'object' },
    });
    const renamed = await member.patch(path, { name: 'opt_out' });

    for (const { status, body } of [created, renamed])
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'name']]);
  });

  test('that was there before keeps it, where a version names it', async () => {
    const member = await newOrganization({ server });
    const { url, received } = await startToolServer();
    const tool = await givenTool(member, {
      method: 'POST',
      url_template: url,
      arguments_schema: { type: 'object' },
    });
    await server.app.db
      .updateTable('tools')
      .set({ name: 'submit_result' })
      .where('id', '=', tool.id)
      .execute();
    const workflow_definition = definitionWith(['submit_result']);
    const { body: workflow } = await member.post('/api/v1/workflow', {
      name: 'Own',
      workflow_definition,
    });
    const { id } = (await member.post(`/api/v1/workflow/${workflow.id}/runs`, {})).body;
    const { call, session } = agentOf(member, Number(id));

    const changed = await member.patch(tool.path, { description: 'Other words.' });
    const { body } = await call('submit_result');

    expect(changed.status).toBe(200);
    expect(body).toMatchObject({ tool_id: tool.id, status: 'succeeded' });
    expect(received.length).toBe(1);
    expect((await session()).tools).toMatchObject([
      { function: { name: 'submit_result', description: 'Other words.' } },
    ]);
  });
});
