import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { givenCallable } from '../calls/given.ts';
import { afterEach } from 'vitest';
import { ownServer } from '../../support/own-server.ts';

const path = '/api/v1/telephony/scheduled-calls';
const to_number = '+12025550100';

/** A call that is scheduled in an hour, by the server's clock, which stands still. */
export async function givenScheduled(
  server: TestServer,
  options: Parameters<typeof givenCallable>[1] = {},
  body: object = {},
) {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member, options);
  server.setNow(server.app.now());
  const schedule = (more: object = {}) =>
    member.post(path, {
      workflow_id,
      to_number,
      scheduled_at: later(server.app.now(), 3_600_000),
      ...body,
      ...more,
    });
  const answer = await schedule();
  const own = `${path}/${answer.body.id}`;
  return {
    member,
    workflow_id,
    schedule,
    answer,
    own,
    show: async () => (await member.get(own)).body,
  };
}

/** The server of a test file, whose tests leave nothing scheduled to each other. */
export function schedulingServer(): TestServer {
  const server = ownServer();
  afterEach(async () => {
    await server.app.db.deleteFrom('scheduled_calls').execute();
  });
  return server;
}

export const runsOf = ({ server, organization_id }: Member) =>
  server.app.db
    .selectFrom('workflow_runs')
    .select(['id', 'state', 'to_number', 'initial_context', 'created_at'])
    .where('organization_id', '=', organization_id)
    .execute();
