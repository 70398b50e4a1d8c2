import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { follow } from '../../../src/webhooks/events/stream.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';

const server = ownServer();

const mebibyte = 1024 * 1024;

/** Inserts so many events of the size. */
async function givenEvents(
  { organization_id }: Member,
  count: number,
  bytes: number,
): Promise<void> {
  const { app } = server;
  await sql`
    insert into webhook_events (organization_id, position, event, id, body, created_at, composed_at)
    select ${organization_id}, n, 'campaign_started', gen_random_uuid(),
      json_build_object('event', 'campaign_started', 'x', repeat('x', ${bytes}::integer))::text, ${app.now()}, ${app.now()}
    from generate_series(1, ${count}::integer) as n`.execute(app.db);
  await sql`update event_positions set last_position = ${count} where organization_id = ${organization_id}`.execute(
    app.db,
  );
}

/** A reader of all events, which takes the next with each call. */
function reader({ organization_id }: Member) {
  const leaving = new AbortController();
  const events = follow(server.app, {
    organization_id,
    filters: {},
    after: 0,
    signal: leaving.signal,
  });
  const leave = async () => {
    leaving.abort();
    await events.return(undefined).catch(() => {});
  };
  onTestFinished(leave);
  return { next: async () => (await events.next()).value?.id, leave };
}

describe('The stream of events', () => {
  test('holds a bounded number of bytes for slow readers of one organization, and none for others', async () => {
    const [greedy, modest] = [await newOrganization({ server }), await newOrganization({ server })];
    await givenEvents(greedy, 5, 4 * mebibyte - 1000);
    await givenEvents(modest, 2, 100);
    const slow = [1, 2, 3, 4].map(() => reader(greedy));
    for (const each of slow) expect(await each.next()).toBe('1');
    const state = { late: '' };
    const late = reader(greedy);
    const waiting = late.next().then((id) => (state.late = id ?? ''));
    const other = reader(modest);

    expect([await other.next(), await other.next()]).toEqual(['1', '2']);
    expect(state.late).toBe('');
    await slow[0]?.leave();

    await waiting;
    expect(state.late).toBe('1');
    const name = `bytes of events in streams of organization ${modest.organization_id}`;
    expect(server.app.inProgress.taken(name)).toBeLessThan(mebibyte);
  });

  test('reads no more than one large event ahead of its reader', async () => {
    const member = await newOrganization({ server });
    await givenEvents(member, 6, mebibyte);
    const name = `bytes of events in streams of organization ${member.organization_id}`;
    const { next, leave } = reader(member);

    const ids = [];
    for (let at = 0; at < 6; at += 1) {
      ids.push(await next());
      expect(server.app.inProgress.taken(name)).toBeLessThan(1.1 * mebibyte);
    }
    await leave();

    expect(ids).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(server.app.inProgress.taken(name)).toBe(0);
  });
});
