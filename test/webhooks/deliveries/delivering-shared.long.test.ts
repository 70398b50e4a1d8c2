import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { batchBytes } from '../../../src/db/batches.ts';
import { later } from '../../../src/timestamp.ts';
import * as deliveries from '../../../src/webhooks/deliveries/take-queries.ts';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { measured } from '../../support/largest-result.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  minuteMs,
  newDeliverer,
  pass,
  secondMs,
  removeEvents,
  startReceiver,
} from '../given.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  await removeEvents(server);
  member = await newOrganization({ server });
});

describe('Delivering', () => {
  test('sends each event once when two processes share the work', async () => {
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url);
    const runs = await givenEndedRuns(
      member,
      Array.from({ length: 250 }, () => ({})),
    );

    await Promise.all([deliver(server), deliver(server)]);

    const expected = runs.flatMap((run) => [`call_analyzed ${run}`, `call_ended ${run}`]);
    expect(receiver.heard().toSorted()).toEqual(expected.toSorted());
    for (const run of runs)
      expect(receiver.heard().indexOf(`call_ended ${run}`)).toBeLessThan(
        receiver.heard().indexOf(`call_analyzed ${run}`),
      );
    const rows = await server.app.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('state', '<>', 'delivered')
      .execute();
    expect(rows).toEqual([]);
  });

  test('sends again what a crashed process had taken', async () => {
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    const run = await givenEndedRun(member);
    receiver.reply = () => {};
    const dying = newDeliverer(server, { timeoutMs: 1000 });
    // The process has sent the request and then crashes: its database is gone.
    const taken = vi.spyOn(server.app.db, 'transaction');
    const died = dying.deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    taken.mockImplementation(() => {
      throw new Error('The process is dead.');
    });
    await expect(died).rejects.toThrow('dead');
    taken.mockRestore();
    receiver.reply = (_, response) => response.writeHead(204).end();

    await deliver(server);
    expect(receiver.received.length).toBe(1);
    pass(server, 61 * secondMs);
    await deliver(server);

    expect(receiver.heard()).toEqual([`call_ended ${run}`, `call_ended ${run}`]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    const [delivery] = await deliveriesOf(member);
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  test('ignores the result of a process whose lease has ended', async () => {
    const receiver = await startReceiver((_, response) =>
      setTimeout(() => response.writeHead(500).end(), 300),
    );
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    const slow = deliver(server);
    await expect.poll(() => receiver.received.length).toBe(1);
    pass(server, 61 * secondMs);
    receiver.reply = (_, response) => response.writeHead(204).end();

    await deliver(server);
    await slow;

    const [delivery] = await deliveriesOf(member);
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  test('leaves a delivery to the process that has taken it since its lease ended', async () => {
    const held: ServerResponse[] = [];
    const receiver = await startReceiver((_, response) => void held.push(response));
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    const late = deliver(server);
    await expect.poll(() => held.length).toBe(1);
    pass(server, 61 * secondMs);
    const next = deliver(server);
    await expect.poll(() => held.length).toBe(2);

    held[0]?.writeHead(500).end();
    await late;
    const [delivery] = await deliveriesOf(member);
    held[1]?.writeHead(204).end();
    await next;

    const next_attempt_at = later(server.app.now(), minuteMs);
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1, next_attempt_at });
    const [delivered] = await deliveriesOf(member);
    expect(delivered).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  test('releases what it has taken and not started when it stops', async () => {
    const held: ServerResponse[] = [];
    const receiver = await startReceiver((_, response, count) => {
      if (count <= 30) response.writeHead(204).end();
      else held.push(response);
    });
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRuns(
      member,
      Array.from({ length: 60 }, () => ({})),
    );
    const stopping = newDeliverer(server, { timeoutMs: 50_000 });
    void stopping.deliver();
    await vi.waitFor(() => expect(held.length).toBe(10), 60_000);

    const stopped = stopping.stop();
    for (const response of held) response.destroy();
    await stopped;

    receiver.reply = (_, response) => response.writeHead(204).end();
    await deliver(server);
    expect(receiver.received.length).toBe(60);
  });

  test('delays nobody because of a slow endpoint', async () => {
    const held: ServerResponse[] = [];
    const [slow, quick] = [
      await startReceiver((_, response) => void held.push(response)),
      await startReceiver(),
    ];
    await givenEndpoint(member, slow.url, { events: ['call_ended'] });
    await givenEndedRuns(
      member,
      Array.from({ length: 600 }, () => ({})),
    );
    const other = await newOrganization({ server });
    await givenEndpoint(other, quick.url);
    const runs = await givenEndedRuns(other, [{}, {}]);
    const deliverer = newDeliverer(server, { timeoutMs: 50_000 });

    void deliverer.deliver();

    await vi.waitFor(() => expect(quick.received.length).toBe(2 * runs.length), 60_000);
    expect(slow.received.length).toBe(1);
    await removeEvents(server);
    const stopped = deliverer.stop();
    for (const response of held) response.destroy();
    await stopped;
  });

  test('takes deliveries for one process only', async () => {
    const receiver = await startReceiver();
    const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    const { db } = server.app;
    const now = server.app.now();
    const { organization_id } = member;
    const taking = {
      now,
      until: later(now, minuteMs),
      lease: randomUUID(),
      portions: [{ organization_id, endpoint_id: id, count: 10 }],
    };
    await composeDue(server.app);

    const [first, second] = [await deliveries.take(db, taking), await deliveries.take(db, taking)];

    expect([first.length, second.length]).toEqual([1, 0]);
  });

  test('composes and takes events in batches of bytes, so that large ones are not in memory together', async () => {
    const receiver = await startReceiver();
    const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    const runs = await givenEndedRuns(member, [{}, {}, {}]);
    const portions = [{ organization_id: member.organization_id, endpoint_id: id, count: 100 }];
    const { db } = server.app;
    await sql`update workflow_runs
      set gathered_context = jsonb_build_object('note', repeat('x', 2000000))
      where id = any(${runs}::bigint[])`.execute(db);
    const { db: watched, largest } = measured(db);
    const now = server.app.now();
    const takeWith = () =>
      deliveries.take(watched, {
        now,
        until: later(now, minuteMs),
        lease: randomUUID(),
        portions,
      });

    const made = [];
    while (made.at(-1) !== 0) made.push(await composeDue({ ...server.app, db: watched }));
    const taken = [];
    while (taken.at(-1) !== 0) taken.push((await takeWith()).length);

    // Two fit into a batch. Each run has two events, the second of which is composed after the first.
    expect(made.reduce((sum, count) => sum + count)).toBe(6);
    expect(taken).toEqual([2, 1, 0]);
    expect(largest()).toBeLessThan(1.1 * batchBytes);
    await removeEvents(server);
  });
});
