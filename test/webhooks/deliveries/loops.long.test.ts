import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLoop } from '../../../src/webhooks/deliveries/deliverer.ts';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { onPostgres, openConnections } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { countBlocked, untilWaiting } from '../../support/waiting.ts';
import {
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  newDeliverer,
  startReceiver,
} from '../given.ts';

describe('A loop', () => {
  test('has one turn at a time, and another one if it is woken meanwhile', async () => {
    let turns = 0;
    let end = () => {};
    let ends = 0;
    const loop = createLoop(
      () => new Promise((done) => ((turns += 1), (end = () => done(false)))),
      () => (ends += 1),
    );

    loop.wake();
    loop.wake();
    end();
    await expect.poll(() => turns).toBe(2);
    expect(ends).toBe(0);
    end();
    await loop.idle();

    expect([turns, ends, loop.isRunning()]).toEqual([2, 1, false]);
  });

  test('ends with the error of a turn, and begins again when it is woken', async () => {
    const ended: unknown[] = [];
    const error = new Error('away');
    const turns = [() => Promise.reject(error), async () => false];
    const loop = createLoop(
      () => turns.shift()!(),
      (failure) => ended.push(failure?.error),
    );

    for (let wakes = 0; wakes < 2; wakes += 1) {
      loop.wake();
      await loop.idle();
    }

    expect(ended).toEqual([error, undefined]);
  });
});

describe('Delivering that is asked for while a request is in progress', () => {
  const server = ownServer();

  test('looks for new events at once, however often it is asked', async () => {
    const [slow, quick] = [await startReceiver(() => {}), await startReceiver()];
    const greedy = await newOrganization({ server });
    await givenEndpoint(greedy, slow.url, { events: ['call_ended'] });
    await givenEndedRun(greedy);
    const deliverer = newDeliverer(server, { timeoutMs: 40_000 });
    const delivering = deliverer.deliver();
    await expect.poll(() => slow.received.length).toBe(1);

    const modest = await newOrganization({ server });
    await givenEndpoint(modest, quick.url, { events: ['call_ended'] });
    const run = await givenEndedRun(modest);

    const isHeard = () => (void deliverer.deliver(), quick.heard());
    await expect.poll(isHeard).toEqual([`call_ended ${run}`]);
    await deliverer.stop();
    await delivering;
  });
});

// Locks of whole tables, for which the single connection of the embedded database would wait.
describe.runIf(onPostgres)('A delivery is sent', () => {
  const server = ownServer();

  async function givenReceiver() {
    await openConnections(server.connection, 10);
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    return { member, receiver };
  }

  /** It works outside the transaction in which it is called. */
  function delivererOutside(): () => Promise<void> {
    const deliverer = newDeliverer(server);
    return AsyncResource.bind(() => deliverer.deliver());
  }

  async function states({ organization_id }: Member): Promise<string[]> {
    const rows = await server.app.db
      .selectFrom('webhook_deliveries')
      .select('state')
      .where('organization_id', '=', organization_id)
      .execute();
    return rows.map(({ state }) => state);
  }

  test('while other events wait to be composed', async () => {
    const { member, receiver } = await givenReceiver();
    const composed = await givenEndedRun(member);
    await composeDue(server.app);
    const late = await givenEndedRun(member);
    const deliver = delivererOutside();

    let delivered: Promise<void> | undefined;
    await server.app.db.transaction().execute(async (trx) => {
      await sql`lock table webhook_events in share mode`.execute(trx);
      delivered = deliver();
      await untilWaiting(trx, member);
      await expect.poll(() => states(member)).toEqual(['delivered']);
    });
    await delivered;

    expect(receiver.heard()).toEqual([`call_ended ${composed}`, `call_ended ${late}`]);
  });

  test('while the attempts before it wait to be recorded', async () => {
    const { member, receiver } = await givenReceiver();
    const runs = await givenEndedRuns(
      member,
      Array.from({ length: 10 }, () => ({})),
    );
    await composeDue(server.app);
    const deliver = delivererOutside();

    let delivered: Promise<void> | undefined;
    await server.app.db.transaction().execute(async (trx) => {
      await sql`lock table webhook_deliveries in share mode`.execute(trx);
      delivered = deliver();
      await expect
        .poll(() => receiver.heard().toSorted())
        .toEqual(runs.map((run) => `call_ended ${run}`).toSorted());
    });
    await delivered;

    expect(await states(member)).toEqual(runs.map(() => 'delivered'));
  });

  test.each([
    { step: 'claiming', table: 'pending_deliveries' },
    { step: 'recording', table: 'webhook_deliveries' },
  ])('with $step in progress once, however often it is asked', async ({ table }) => {
    const { member, receiver } = await givenReceiver();
    const run = await givenEndedRun(member);
    await composeDue(server.app);
    const deliver = delivererOutside();

    let delivered: Promise<void> | undefined;
    await server.app.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(trx);
      delivered = deliver();
      await untilWaiting(trx, member);
      for (let look = 0; look < 20; look++) {
        void deliver();
        await countBlocked(server.app.db);
      }
      expect(await countBlocked(server.app.db)).toBe(1);
    });
    await delivered;

    expect(receiver.heard()).toEqual([`call_ended ${run}`]);
    expect(await states(member)).toEqual(['delivered']);
  });
});
