import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTaker, type Taken } from '../../../src/webhooks/deliveries/claim-deliveries.ts';
import { createScheduler } from '../../../src/webhooks/deliveries/scheduler.ts';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  newDeliverer,
  type Receiver,
  removeEvents,
  startReceiver,
} from '../given.ts';

const server = ownServer();
let modest: Member;
let quick: Receiver;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  await removeEvents(server);
  modest = await newOrganization({ server });
  quick = await startReceiver();
});

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Shorter than a lease and longer than the test: held requests do not end by themselves. */
const neverMs = 50_000;
/** Shorter than that: whatever waits for the held requests comes later. */
const soon = 20_000;
const held: ServerResponse[] = [];
const state = { isOver: false };

/** Does not respond until the test ends. */
const hold = (_: unknown, response: ServerResponse): void => {
  if (state.isOver) response.destroy();
  else held.push(response);
};

/** Delivers until the test ends. */
function startDelivering(timeoutMs = neverMs): void {
  const deliverer = newDeliverer(server, { timeoutMs });
  state.isOver = false;
  const repeat = async (): Promise<void> => {
    while (!state.isOver) {
      await deliverer.deliver();
      await pause(20);
    }
  };
  void repeat();
  onTestFinished(() => {
    state.isOver = true;
    for (const response of held.splice(0)) response.destroy();
  });
}

describe('Delivering', () => {
  test('to six unresponsive endpoints of one organization delays no other', async () => {
    const greedy = await newOrganization({ server });
    const tarpit = await startReceiver(hold);
    for (const at of times(6, Number))
      await givenEndpoint(greedy, `${tarpit.url}&${at}`, { events: ['call_ended'] });
    await givenEndpoint(modest, quick.url, { events: ['call_ended'] });
    await givenEndedRuns(
      greedy,
      times(200, () => ({})),
    );
    startDelivering();
    await vi.waitFor(() => expect(tarpit.received.length).toBe(6), 60_000);

    for (const round of [1, 2, 3]) {
      await givenEndedRuns(
        modest,
        times(20, () => ({})),
      );
      await vi.waitFor(() => expect(quick.received.length).toBe(20 * round), soon);
    }

    expect(tarpit.received.length).toBe(6);
  });

  test('to 60 unresponsive endpoints of as many organizations delays no other', async () => {
    const tarpit = await startReceiver(hold);
    for (const at of times(60, Number)) {
      const greedy = await newOrganization({ server });
      await givenEndpoint(greedy, `${tarpit.url}&${at}`, { events: ['call_ended'] });
      await givenEndedRuns(
        greedy,
        times(3, () => ({})),
      );
    }
    startDelivering();
    await vi.waitFor(() => expect(tarpit.received.length).toBe(60), 60_000);

    await givenEndpoint(modest, quick.url, { events: ['call_ended'] });
    await givenEndedRuns(
      modest,
      times(20, () => ({})),
    );

    await vi.waitFor(() => expect(quick.received.length).toBe(20), soon);
    expect(tarpit.received.length).toBe(60);
  });

  test('to an endpoint that timed out continues one at a time, and faster once it responds', async () => {
    let inProgress = 0;
    let peak = 0;
    const receiver = await startReceiver((_, response) => {
      inProgress += 1;
      peak = Math.max(peak, inProgress);
      response.on('close', () => (inProgress -= 1));
    });
    await givenEndpoint(modest, receiver.url, { events: ['call_ended'] });
    await givenEndedRuns(
      modest,
      times(40, () => ({})),
    );
    startDelivering(300);

    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(5), 60_000);
    // The next request may arrive before the receiver notices that the previous one was aborted.
    expect(peak).toBeLessThanOrEqual(2);
    receiver.reply = (_, response) => setTimeout(() => response.writeHead(204).end(), 20);

    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(modest, '&status=delivered')).length).toBeGreaterThan(20),
      60_000,
    );
  });

  // The embedded database has one connection, which every query waits for.
  test.runIf(onPostgres)('records attempts of other endpoints while one is locked', async () => {
    const greedy = await newOrganization({ server });
    const { id } = await givenEndpoint(greedy, quick.url, { events: ['call_ended'] });
    await givenEndpoint(modest, quick.url, { events: ['call_ended'] });
    await givenEndedRun(greedy);
    await givenEndedRun(modest);
    const held = Promise.withResolvers<void>();
    const holding = server.app.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .execute();
      await held.promise;
    });

    onTestFinished(() => held.resolve());

    const delivered = deliver(server);

    await vi.waitFor(
      async () => expect(await deliveriesOf(modest)).toMatchObject([{ status: 'delivered' }]),
      60_000,
    );
    expect(await deliveriesOf(greedy)).toMatchObject([{ status: 'pending' }]);
    held.resolve();
    await Promise.all([holding, delivered]);
    expect(await deliveriesOf(greedy)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('Taking', () => {
  test('serves a small organization before a busy one a second time', async () => {
    const greedy = await newOrganization({ server });
    for (const at of times(3, Number))
      await givenEndpoint(greedy, `${quick.url}&${at}`, { events: ['call_ended'] });
    await givenEndpoint(modest, quick.url, { events: ['call_ended'] });
    await givenEndedRuns(
      greedy,
      times(100, () => ({})),
    );
    await givenEndedRun(modest);
    while ((await composeDue(server.app)) > 0);
    const scheduler = createScheduler<Taken>();
    const taker = createTaker({
      ...server.app,
      scheduler,
      giveUp: () => {},
      isGivenUp: () => false,
      isStopping: () => false,
    });

    await taker.take();

    const turns = times(4, () => scheduler.next()?.organization_id);
    expect(turns.slice(0, 2)).toContain(modest.organization_id);
    expect(turns.filter((id) => id === greedy.organization_id).length).toBe(3);
  });
});

describe('Composing events', () => {
  test('serves a small organization before a busy one a second time', async () => {
    const greedy = await newOrganization({ server });
    await givenEndedRuns(
      greedy,
      times(300, () => ({})),
    );
    server.setNow(new Date(Date.now() + 1000).toISOString());
    const run = await givenEndedRun(modest);

    await composeDue(server.app);

    const made = await server.app.db
      .selectFrom('webhook_events')
      .select('event')
      .where('run_id', '=', run)
      .execute();
    expect(made.map(({ event }) => event).toSorted()).toEqual(['call_analyzed', 'call_ended']);
  });

  test.runIf(onPostgres)('continues while an endpoint is being deleted', async () => {
    const other = await newOrganization({ server });
    const { id } = await givenEndpoint(other, quick.url);
    await givenEndpoint(modest, quick.url);
    await givenEndedRun(other);
    await givenEndedRun(modest);
    const deleting = await server.app.db.startTransaction().execute();
    onTestFinished(() => void (deleting.isCommitted || deleting.rollback().execute()));
    await deleting.deleteFrom('webhook_endpoints').where('id', '=', id).execute();

    await composeDue(server.app);
    await deleting.commit().execute();

    expect(await deliveriesOf(modest)).toMatchObject([
      { status: 'pending' },
      { status: 'pending' },
    ]);
    expect(await deliveriesOf(other)).toEqual([]);
  });
});
