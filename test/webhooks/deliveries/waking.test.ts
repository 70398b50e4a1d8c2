import { describe, expect, test } from 'vitest';
import { announceEnds } from '../../../src/webhooks/actions.ts';
import { givenRuns, givenWorkflow } from '../../workflows/given.ts';
import { onPostgres, openConnections } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';

describe('The deliverer', () => {
  const server = ownServer();

  async function givenRun(): Promise<{ member: Member; id: number }> {
    const member = await newOrganization({ server });
    const now = server.app.now();
    const [id = 0] = await givenRuns(member, await givenWorkflow(member), [
      {
        mode: 'ad_hoc',
        to_number: '+12025550185',
        state: 'completed',
        outcome: 'completed',
        ended_at: now,
      },
    ]);
    return { member, id };
  }

  test.runIf(onPostgres)('has no lock that ends of calls wait for', async () => {
    const { app } = server;
    await openConnections(server.connection, 2);
    const [one, other] = [await givenRun(), await givenRun()];
    const end = ({ member, id }: Awaited<ReturnType<typeof givenRun>>, then: () => Promise<void>) =>
      app.db.transaction().execute(async (trx) => {
        const { organization_id } = member;
        const runs = [
          {
            id,
            organization_id,
            ended_at: null,
            conversed: false,
            analyzed: false,
            traceparent: null,
          },
        ];
        await announceEnds(trx, app.jobs, { runs, now: app.now() });
        await then();
      });

    await end(one, () => end(other, async () => {}));

    const { events } = await app.db
      .selectFrom('pending_events')
      .where('run_id', 'in', [one.id, other.id])
      .select((eb) => eb.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow();
    expect(events).toBe(4);
  });
});
