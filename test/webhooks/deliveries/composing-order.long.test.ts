import { beforeEach, describe, expect, test } from 'vitest';
import { compose, composeDue } from '../../../src/webhooks/events/compose.ts';
import type { Db } from '../../../src/db/connect.ts';
import { later } from '../../../src/timestamp.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  minuteMs,
  pass,
  removeEvents,
} from '../given.ts';
import { namesOf } from '../events/given.ts';

const server = ownServer();
beforeEach(() => removeEvents(server));

/** A run whose events have more than a megabyte each: four of them are more than a batch. */
const large = {
  transcript: JSON.stringify([
    { role: 'agent', text: 'x'.repeat(1_100_000), at: '2026-01-05T09:00:00.000Z' },
  ]),
};

async function eventsOf({ organization_id }: Member): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('webhook_events')
    .select('event')
    .where('organization_id', '=', organization_id)
    .orderBy('position')
    .execute();
  return rows.map(({ event }) => event);
}

describe('Composing', () => {
  test('serves a small organization before the second large event of a busy one', async () => {
    const greedy = await newOrganization({ server });
    await givenEndedRuns(greedy, [large, large, large, large, large, large]);
    const modest = await newOrganization({ server });
    await givenEndedRun(modest);

    await composeDue(server.app);

    expect(await eventsOf(modest)).toEqual(['call_ended', 'call_analyzed']);
    expect((await eventsOf(greedy)).length).toBeGreaterThan(0);
  });

  test('serves each organization before one with large events a second time', async () => {
    const greedy: Member[] = [];
    for (let at = 0; at < 5; at += 1) {
      const each = await newOrganization({ server });
      await givenEndedRuns(each, [large, large, large]);
      greedy.push(each);
    }
    const modest = await newOrganization({ server });
    await givenEndedRun(modest);

    await composeDue(server.app);
    await composeDue(server.app);

    expect(await eventsOf(modest)).toContain('call_ended');
    for (const each of greedy) expect(await eventsOf(each)).toContain('call_ended');
  });

  test('keeps the order in which the events of a run were written when clocks differ', async () => {
    const member = await newOrganization({ server });
    const run_id = await givenEndedRun(member);
    await removeEvents(server);
    const now = server.app.now();
    const names = ['call_queued', 'call_ringing', 'call_answered', 'call_ended'] as const;
    for (const [at, event] of names.entries())
      await server.app.db
        .insertInto('pending_events')
        .values({
          organization_id: member.organization_id,
          run_id,
          event,
          id: crypto.randomUUID(),
          // As processes write them whose clocks are behind that of the one before.
          due_at: later(now, -at),
          created_at: later(now, -at),
        })
        .execute();

    expect(await namesOf(member)).toEqual([...names]);
  });
});

describe.runIf(onPostgres)('The next event of a run', () => {
  let member: Member;
  beforeEach(async () => {
    server.setNow(new Date().toISOString());
    member = await newOrganization({ server });
    await givenEndpoint(member, 'https://hooks.example.com/voice');
    await givenEndedRun(member, {}, { conversed: true });
    await composeDue(server.app);
    pass(server, minuteMs);
  });

  /** Locks what is pending and locked by nobody else. */
  const lockPending = (db: Db) =>
    db
      .selectFrom('pending_deliveries')
      .select('event')
      .where('organization_id', '=', member.organization_id)
      .orderBy('position')
      .forNoKeyUpdate()
      .skipLocked()
      .execute();

  test('keeps the delivery before from being settled until its own is there', async () => {
    const composing = await server.app.db.startTransaction().execute();
    await compose(composing, server.app.now());

    const meanwhile = await lockPending(server.app.db);
    await composing.commit().execute();

    expect(meanwhile).toEqual([]);
    expect(await lockPending(server.app.db)).toHaveLength(2);
  });

  test('is left while the delivery before is settled', async () => {
    const settling = await server.app.db.startTransaction().execute();
    expect(await lockPending(settling)).toHaveLength(1);

    await composeDue(server.app);
    const meanwhile = await eventsOf(member);
    await settling.commit().execute();
    await composeDue(server.app);

    expect(meanwhile).toEqual(['call_ended']);
    expect(await eventsOf(member)).toEqual(['call_ended', 'call_analyzed']);
  });
});
