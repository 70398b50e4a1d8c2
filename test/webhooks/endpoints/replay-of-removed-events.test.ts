import type { Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/connect.ts';
import { later } from '../../../src/timestamp.ts';
import * as deliveries from '../../../src/webhooks/deliveries/queries.ts';
import { replay } from '../../../src/webhooks/deliveries/replay-queries.ts';
import { removeEventsOf } from '../../../src/webhooks/erasure-queries.ts';
import { removeOldEvents } from '../../../src/webhooks/retention-queries.ts';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import {
  deliver,
  deliveriesPath,
  givenEndedRun,
  givenEndpoint,
  hourMs,
  startReceiver,
} from '../given.ts';

const server = ownServer();

const created_after = '2020-01-01T00:00:00Z';

type Remove = (trx: Transaction<Database>, member: Member, run: number) => Promise<unknown>;

const removals: readonly [string, Remove][] = [
  [
    'retention',
    (trx, { organization_id }) =>
      removeOldEvents(trx, organization_id, later(server.app.now(), hourMs)),
  ],
  [
    'deleting their run',
    (trx, { organization_id }, run) => removeEventsOf(trx, { organization_id, ids: [run] }),
  ],
];

/** Answers to a request that comes after the events were removed, and before that is committed. */
async function meanwhile(
  member: Member,
  remove: (trx: Transaction<Database>) => Promise<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const trx = await server.app.db.startTransaction().execute();
  await remove(trx);
  const answer = request();
  await untilWaiting(trx, member);
  await trx.commit().execute();
  return answer;
}

/** What would be sent. */
const pendingOf = ({ organization_id }: Member) =>
  server.app.db
    .selectFrom('pending_deliveries')
    .select('delivery_id')
    .where('organization_id', '=', organization_id)
    .execute();

/** Two delivered events of a run, and an endpoint that was made afterwards. */
async function givenEvents() {
  const member = await newOrganization({ server });
  const receiver = await startReceiver();
  const { path: known } = await givenEndpoint(member, receiver.url);
  const run = await givenEndedRun(member);
  await deliver(server);
  const { path: afterwards } = await givenEndpoint(member, 'https://hooks.example.com/voice');
  return { member, run, known, afterwards };
}

describe.each(removals)('While %s removes events', (_, remove) => {
  test.each([
    ['that has got them', 'known'],
    ['that was made afterwards', 'afterwards'],
  ] as const)('replayWebhookEvents leaves them out, for an endpoint %s', async (_title, which) => {
    const { member, run, ...paths } = await givenEvents();

    const answer = await meanwhile(
      member,
      (trx) => remove(trx, member, run),
      () => member.post(`${paths[which]}/replay`, { created_after }),
    );

    expect([answer.status, answer.body.replayed_count]).toEqual([202, 0]);
    expect(await pendingOf(member)).toEqual([]);
  });

  test('replayWebhookDelivery finds none', async () => {
    const { member, run } = await givenEvents();
    const { items } = (await member.get(deliveriesPath)).body;

    const answer = await meanwhile(
      member,
      (trx) => remove(trx, member, run),
      () => member.post(`${deliveriesPath}/${items[0].id}/replay`),
    );

    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(await pendingOf(member)).toEqual([]);
  });
});

test('A delivery whose event is removed right after its replay is not left to be sent', async () => {
  const { member, run } = await givenEvents();
  const { organization_id } = member;
  const { db } = server.app;
  const [{ id }] = (await member.get(deliveriesPath)).body.items;
  const delivery = await deliveries.get(db, organization_id, id);

  const replaying = await db.startTransaction().execute();
  await replay(replaying, delivery, server.app.now());
  const removed = db
    .transaction()
    .execute((trx) => removeEventsOf(trx, { organization_id, ids: [run] }));
  await untilWaiting(replaying, member);
  await replaying.commit().execute();

  expect((await removed).events).toBe(2);
  expect(await pendingOf(member)).toEqual([]);
});
