import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { settleDelivered } from '../../../src/webhooks/deliveries/settle-queries.ts';
import type { TakenDelivery } from '../../../src/webhooks/deliveries/take-queries.ts';
import { composeDue, type TakingComposed } from '../../../src/webhooks/events/compose.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  pass,
  type Receiver,
  removeEvents,
  secondMs,
  startReceiver,
} from '../given.ts';

const server = ownServer();
let member: Member;
let receiver: Receiver;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  onTestFinished(() => server.setNow(undefined));
  await removeEvents(server);
  member = await newOrganization({ server });
  receiver = await startReceiver();
});

/** A lease of a minute, as a process takes deliveries with. */
function leasing() {
  const now = server.app.now();
  return { now, until: later(now, 60 * secondMs), lease: randomUUID() };
}

/** Composes as a process does that has room for some deliveries of each endpoint, and then dies. */
async function composeAndDie(endpointIds: readonly number[], count: number) {
  const { organization_id } = member;
  const died: TakenDelivery[] = [];
  const taking: TakingComposed = {
    begin: async () => ({
      ...leasing(),
      portions: endpointIds.map((endpoint_id) => ({ organization_id, endpoint_id, count })),
    }),
    taken: async (taken) => void died.push(...taken),
  };
  await composeDue(server.app, new Map(), taking);
  return died;
}

const pending = () =>
  server.app.db
    .selectFrom('pending_deliveries')
    .select(['delivery_id as id', 'endpoint_id', 'event_created_at', 'lease', 'next_attempt_at'])
    .orderBy('delivery_id')
    .execute();

describe('A delivery that is taken as it is composed', () => {
  test('is sent by another process when the lease of one that died has ended, and not before', async () => {
    const { id } = await givenEndpoint(member, receiver.url);
    const run = await givenEndedRun(member);
    expect(await composeAndDie([id], 5)).toMatchObject([{ event: 'call_ended' }]);

    await deliver(server);
    const early = receiver.heard();
    pass(server, 61 * secondMs);
    await deliver(server);

    expect(early).toEqual([]);
    expect(receiver.heard()).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);
    expect(await deliveriesOf(member)).toMatchObject([
      { status: 'delivered', attempt_count: 1 },
      { status: 'delivered', attempt_count: 1 },
    ]);
  });

  test('is pending meanwhile, until the end of the lease', async () => {
    const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    await composeAndDie([id], 1);

    expect(await deliveriesOf(member)).toMatchObject([
      { status: 'pending', next_attempt_at: later(server.app.now(), 60 * secondMs) },
    ]);
  });

  test('has what is sent with it, the same for all endpoints', async () => {
    const ids = [
      (await givenEndpoint(member, receiver.url, { events: ['call_ended'] })).id,
      (await givenEndpoint(member, receiver.url, { events: ['call_ended'] })).id,
    ];
    const run_id = await givenEndedRun(member);

    const [one, other] = await composeAndDie(ids, 5);

    expect(one?.message).toBe(other?.message);
    expect(JSON.parse(String(one?.message.body))).toMatchObject({ call: { run_id } });
    expect([one?.endpoint_id, other?.endpoint_id]).toEqual(ids);
  });

  test('leaves what the process has no room for to others', async () => {
    const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    const runs = await givenEndedRuns(member, [{}, {}, {}]);

    const taken = await composeAndDie([id], 2);
    await deliver(server);

    expect(taken.length).toBe(2);
    expect(receiver.heard()).toEqual([`call_ended ${runs[2]}`]);
  });

  test('does not overtake what is due at its endpoint', async () => {
    const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    const other = await givenEndpoint(member, receiver.url, { events: ['call_analyzed'] });
    await givenEndedRun(member);
    await composeAndDie([], 0);
    await server.app.db
      .deleteFrom('pending_deliveries')
      .where('endpoint_id', '=', other.id)
      .execute();
    await givenEndedRun(member);

    const taken = await composeAndDie([id, other.id], 5);

    expect(taken.map(({ endpoint_id }) => endpoint_id)).toEqual([other.id]);
    expect((await pending()).filter(({ endpoint_id }) => endpoint_id === id)).toMatchObject([
      { lease: null, next_attempt_at: server.app.now() },
      { lease: null, next_attempt_at: server.app.now() },
    ]);
  });
});

describe('The next delivery of a subject', () => {
  async function settleFirst() {
    const taking = leasing();
    const [first] = await pending();
    const { id, endpoint_id, event_created_at, lease } = first!;
    const { now: at } = taking;
    const posted = { at, status: 204, duration_ms: 1, answer: '' };
    const made = { id, endpoint_id, event_created_at, lease: lease!, ...posted };
    const { next } = await server.app.db
      .transaction()
      .execute((trx) => settleDelivered(trx, [made], taking));
    return { next, taking };
  }

  test('is taken by the statement that settles the one before, and sent by another process when that dies', async () => {
    const { id } = await givenEndpoint(member, receiver.url);
    const run = await givenEndedRun(member);
    await composeAndDie([id], 1);

    const { next, taking } = await settleFirst();
    const [row] = await pending();
    await deliver(server);
    const early = receiver.heard();
    pass(server, 61 * secondMs);
    await deliver(server);

    expect(next).toMatchObject([{ event: 'call_analyzed', endpoint_id: id }]);
    expect(row).toMatchObject({ lease: taking.lease, next_attempt_at: taking.until });
    expect(early).toEqual([]);
    expect(receiver.heard()).toEqual([`call_analyzed ${run}`]);
  });

  test('is only made due when others are due at the endpoint', async () => {
    const { id } = await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);
    await composeAndDie([id], 1);
    await givenEndedRun(member);
    await composeAndDie([], 0);

    const { next } = await settleFirst();

    expect(next).toEqual([]);
    expect((await pending())[0]).toMatchObject({ lease: null, next_attempt_at: server.app.now() });
  });
});

describe('The first attempt of a delivery', () => {
  const answers = { short: 'Thank you.', long: 'x'.repeat(101) } as const;

  test.each([
    ['short', 0],
    ['long', 1],
  ] as const)(
    'that succeeded with a %s answer needs %i rows of its own, and is shown before a replay',
    async (length, own) => {
      receiver.reply = (_, response) => response.end(answers[length]);
      await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
      await givenEndedRun(member);
      await deliver(server);
      const [delivery] = await deliveriesOf(member);
      const rows = await server.app.db
        .selectFrom('webhook_attempts')
        .select('number')
        .where('delivery_id', '=', delivery.id)
        .execute();

      const path = `${deliveriesPath}/${delivery.id}`;
      const { at } = (await member.get(path)).body.attempts[0];
      receiver.reply = (_, response) => response.writeHead(204).end();
      await member.post(`${path}/replay`);
      await deliver(server);

      expect(rows.length).toBe(own);
      const first = { number: 1, at, status: 200, answer: answers[length], error: null };
      expect((await member.get(path)).body).toMatchObject({
        status: 'delivered',
        attempt_count: 2,
        last_status: 204,
        attempts: [first, { number: 2, status: 204 }],
      });
    },
  );
});
