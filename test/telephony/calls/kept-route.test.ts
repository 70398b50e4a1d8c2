import { describe, expect, test } from 'vitest';
import { claimed, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { givenInbound, ring } from '../inbound-calls/given.ts';
import { definition } from '../../workflows/given.ts';
import { givenCallable } from './given.ts';

const server = ownServer();

const to_number = '+12025550100';

/** Does the work, which waits for the organization's slots, and meanwhile the change, which waits for nothing. */
async function duringWait<T>(
  member: Member,
  work: () => Promise<T>,
  change: () => Promise<unknown>,
) {
  const { db, calls } = server.app;
  const trx = await db.startTransaction().execute();
  await calls.slots.lock(trx, member.organization_id);
  const working = work();
  await untilWaiting(trx, member);
  await change();
  await trx.rollback().execute();
  return working;
}

const runsOf = (member: Member) =>
  server.app.db
    .selectFrom('workflow_runs as run')
    .innerJoin('workflow_definitions as version', 'version.id', 'run.definition_id')
    .select('version.version_number')
    .where('run.organization_id', '=', member.organization_id)
    .execute();

// The embedded database has one connection: nothing happens beside a transaction.
describe.runIf(onPostgres)(
  'A workflow that is changed while calls wait for a slot',
  { timeout: 30_000 },
  () => {
    async function givenCaller() {
      const member = await newOrganization({ server });
      const { workflow_id, configuration_id } = await givenCallable(member);
      const path = `/api/v1/workflow/${workflow_id}`;
      const initiate = () =>
        member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
      return { member, path, initiate, configuration_id };
    }

    test('is called with the version that was published meanwhile', async () => {
      const { member, path, initiate } = await givenCaller();

      const answer = await duringWait(member, initiate, async () => {
        await member.put(path, { workflow_definition: definition('Two') });
        expect((await member.post(`${path}/publish`)).status).toBe(200);
      });

      expect(answer.status).toBe(202);
      expect(await runsOf(member)).toEqual([{ version_number: 2 }]);
    });

    test.each([
      ['once it is archived', 409, 'workflow_archived'],
      ['with a telephony configuration that is deleted', 404, 'not_found'],
    ])('is not called %s', async (_, refusal, code) => {
      const { member, path, initiate, configuration_id } = await givenCaller();

      const { status, body } = await duringWait(member, initiate, () =>
        refusal === 409
          ? member.post(`${path}/archive`)
          : member.delete(`/api/v1/organizations/telephony-configs/${configuration_id}`),
      );

      expect([status, body.code]).toEqual([refusal, code]);
      if (refusal === 404) expect(body.param).toBe('telephony_configuration_id');
      expect(await runsOf(member)).toEqual([]);
    });

    test('is not called by a campaign once it is archived: the campaign pauses', async () => {
      const member = await newOrganization({ server });
      const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
      await member.post(`${campaign.path}/start`);

      const taken = await duringWait(
        member,
        () => claimed(member, campaign),
        async () => {
          const { workflow_id } = (await member.get(campaign.path)).body;
          await member.post(`/api/v1/workflow/${workflow_id}/archive`);
        },
      );

      expect(taken).toMatchObject({ halted: 'workflow_archived', calls: [] });
      expect((await member.get(campaign.path)).body.state).toBe('paused');
      expect(await runsOf(member)).toEqual([]);
    });

    test('takes no inbound call once it is archived', async () => {
      const called = await givenInbound({ server });
      const { member, workflow } = called;

      const answer = await duringWait(
        member,
        () => ring(called, 'call-1'),
        () => member.post(`/api/v1/workflow/${workflow.id}/archive`),
      );

      expect(answer.text).toContain('<Reject');

      expect(await runsOf(member)).toEqual([]);
    });
  },
);
