import type { Insertable } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { Member } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../given.ts';

/** A run, by default a test run that has not begun, with what its runtime and people do with it. */
export async function givenInstructable(
  member: Member,
  columns: Partial<Insertable<WorkflowRuns>> = {},
) {
  const run_id = await givenRun(member, await givenWorkflow(member), columns);
  const { organization_id, server } = member;
  const token = runToken(server.app.secrets, { organization_id, run_id });
  const path = `/api/v1/runs/${run_id}`;
  const instructions = `${path}/instructions`;
  return {
    run_id,
    token,
    path,
    instructions,
    add: (text = 'Offer 10 %.', headers = {}) => member.post(instructions, { text }, headers),
    acknowledge: (number: number, body: object, options = {}) =>
      member.send('POST', `${instructions}/${number}/acknowledge`, {
        key: token,
        body,
        ...options,
      }),
    show: async (number: number) => (await member.get(`${instructions}/${number}`)).body,
    /** The statuses of its instructions, oldest first. */
    statuses: async (): Promise<string[]> =>
      (await member.get(`${instructions}?limit=200`)).body.items
        .map(({ status }: { status: string }) => status)
        .toReversed(),
    end: () =>
      server.app.db
        .updateTable('workflow_runs')
        .set({ state: 'completed', outcome: 'completed', ended_at: server.app.now() })
        .where('id', '=', run_id)
        .execute(),
  };
}
