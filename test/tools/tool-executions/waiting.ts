import { expect } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { givenCallableTool, json, order, startToolServer } from './given.ts';

export const write = {
  method: 'POST',
  is_write: true,
  needs_approval: true,
  arguments_schema: {
    type: 'object',
    properties: { order_id: { type: 'string' }, lang: { type: 'string' } },
    required: ['order_id'],
    additionalProperties: false,
  },
};
export const executionsPath = '/api/v1/tool-executions';

/** Makes calls of tools that wait for an approval, in organizations of the server unless others own them. */
export const waitingOn =
  (server: TestServer) =>
  async (members: object = {}, owner?: Member) => {
    const member = owner ?? (await newOrganization({ server }));
    const tools = await startToolServer(json({ state: 'canceled' }));
    const callable = await givenCallableTool(member, tools.url, { ...write, ...members });
    const { status, body } = await callable.call(order);
    expect([status, body.status]).toEqual([200, 'waiting_for_approval']);
    const execution = `${executionsPath}/${body.id}`;
    return {
      member,
      tools,
      callable,
      id: Number(body.id),
      waiting: body,
      execution,
      again: async () => (await callable.call(order)).body,
      show: async () => (await member.get(execution)).body,
      accept: (headers = {}) => member.post(`${execution}/accept`, undefined, headers),
      decline: (reason = 'Not today.', headers = {}) =>
        member.post(`${execution}/decline`, { reason }, headers),
      end: () =>
        server.app.db
          .updateTable('workflow_runs')
          .set({ state: 'completed', outcome: 'completed', ended_at: server.app.now() })
          .where('id', '=', callable.run_id)
          .execute(),
    };
  };
