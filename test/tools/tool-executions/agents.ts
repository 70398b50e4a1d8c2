import { runToken } from '../../../src/auth/run-tokens.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { givenTransferable } from '../../telephony/transfers/given.ts';

const granting = { run_token_scopes: ['run:act'] };

export type Settings = Parameters<typeof givenTransferable>[1];

/** Makes answered calls whose agents may act, with their agents, in organizations of the server unless others own them. */
export const agentsOn =
  (server: TestServer) =>
  async (options: Settings = {}, owner?: Member) => {
    const member = owner ?? (await newOrganization({ server }));
    const made = await givenTransferable(member, { settings: granting, ...options });
    return { member, ...made, ...agentOf(member, made.run_id) };
  };

/** What the agent of a run can do with its token. */
export function agentOf({ organization_id, server }: Member, run_id: number) {
  const key = runToken(server.app.secrets, { organization_id, run_id });
  const path = `/api/v1/runs/${run_id}`;
  return {
    call: (name: string, args: object = {}, call_id = 'call-1') =>
      server.send('POST', `${path}/tools/${name}`, { key, body: { call_id, arguments: args } }),
    session: async () => (await server.send('GET', `${path}/session`, { key })).body,
  };
}

export const functionsIn = (session: { tools: { function: { name: string } }[] }) =>
  session.tools.map((tool) => tool.function.name);
