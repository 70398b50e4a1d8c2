import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { later } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { givenConfiguration } from '../given.ts';

/** A call of the simulated network that was answered a second ago and lasts an hour. */
export async function givenTalking(
  member: Member,
  { settings = {}, ...columns }: Partial<Insertable<WorkflowRuns>> & { settings?: object } = {},
) {
  const { app } = member.server;
  const credentials = { ring_ms: 0, talk_ms: 3_600_000 };
  const configuration_id = await givenConfiguration(member, { credentials });
  const workflow = await givenWorkflow(member, {
    versions: ['published'],
    workflow_configurations: JSON.stringify(settings),
  });
  const carrier_call_id = randomUUID();
  const to_number = '+12025550100';
  const placed_at = later(app.now(), -1000);
  const run_id = await givenRun(member, workflow, {
    mode: 'ad_hoc',
    state: 'running',
    to_number,
    telephony_configuration_id: configuration_id,
    carrier_call_id,
    placing_at: placed_at,
    started_at: placed_at,
    ...columns,
  });
  await app.db
    .insertInto('simulated_calls')
    .values({
      id: carrier_call_id,
      telephony_configuration_id: configuration_id,
      run_id,
      to_number,
      callback_url: `${member.server.url}/api/v1/telephony/callbacks/simulated/${configuration_id}?run_id=${run_id}`,
      placed_at,
      ends_at: later(placed_at, 3_600_000),
    })
    .execute();
  return { run_id, configuration_id, carrier_call_id, path: `/api/v1/runs/${run_id}/keys` };
}

/** What the simulated network has recorded, in no order. */
export async function keysAt({ server }: Member, callId: string): Promise<unknown[]> {
  const { keys } = await server.app.db
    .selectFrom('simulated_calls')
    .select('keys')
    .where('id', '=', callId)
    .executeTakeFirstOrThrow();
  return Object.values(keys as object);
}
