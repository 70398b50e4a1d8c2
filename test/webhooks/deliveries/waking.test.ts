import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverQueue, wake, announceEnds } from '../../../src/webhooks/actions.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { createTicks } from '../../../src/jobs/ticks.ts';
import { givenRuns, givenWorkflow } from '../../workflows/given.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('The deliverer', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

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

  test('is woken by a job for any number of requests', async () => {
    for (let times = 0; times < 100; times++) wake(server.app.jobs);

    const waiting = async () => (await server.app.jobs.waiting())[deliverQueue];
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  });

  test.runIf(onPostgres)('has no lock that ends of calls wait for', async () => {
    const { app } = server;
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

describe('A tick', () => {
  test('wakes again after its end, and not after the stop', async () => {
    const woken: string[] = [];
    const ticks = createTicks(createLog('silent'), async (queue) => void woken.push(queue));

    ticks.wake('one');
    ticks.wake('one');
    ticks.wake('other');
    await expect.poll(() => woken).toEqual(['one', 'other']);
    ticks.wake('one');
    await expect.poll(() => woken).toEqual(['one', 'other', 'one']);
    ticks.wake('one');
    await ticks.stop();

    expect(woken).toEqual(['one', 'other', 'one']);
  });
});
