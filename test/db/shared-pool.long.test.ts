import type { ControlledTransaction } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/connect.ts';
import { onBehalfOf, sharedByOrganization } from '../../src/db/shared-pool.ts';
import { givenCampaign } from '../campaigns/given.ts';
import { onPostgres } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';

const patience = { timeout: 30_000 };

// The embedded database has one connection, which lookups of credentials also need.
describe.runIf(onPostgres)('The connection pool', () => {
  let server: TestServer;
  let held: ControlledTransaction<Database>[];
  beforeEach(async () => {
    server = await startServer();
    held = [];
  });
  // A lock that a failed test still holds would keep the server from stopping.
  afterEach(async () => {
    for (const lock of held) if (!lock.isCommitted) await lock.rollback().execute();
    await server.close();
  });

  async function given() {
    const member = await newOrganization({ server });
    const { id } = await givenCampaign(member);
    const path = `/api/v1/campaign/${id}`;
    // From now on the lookup of its caller is cached.
    expect((await member.get(path)).status).toBe(200);
    return { member, id, path };
  }
  const places = () => Math.ceil(server.connection.pool.options.max / 2);
  const busy = ({ pool } = server.connection) => pool.totalCount - pool.idleCount;

  /** Changes of a campaign that wait for its lock until it is released. */
  async function hold({ member, id, path }: Awaited<ReturnType<typeof given>>, count: number) {
    const lock = await server.app.db.startTransaction().execute();
    held.push(lock);
    await lock.updateTable('campaigns').set({ name: 'Held' }).where('id', '=', id).execute();
    const done: number[] = [];
    const changes = Array.from({ length: count }, async () => {
      const { status, body, headers } = await member.patch(path, { name: 'Summer' });
      done.push(status);
      return { status, code: body.code, retryAfter: headers.get('retry-after') };
    });
    return { changes, done, letGo: () => lock.commit().execute() };
  }

  test('is never held by one organization alone', async () => {
    const greedy = await given();
    const modest = await given();
    const { changes, done, letGo } = await hold(greedy, places() + 101);
    const refused = await Promise.race(changes);

    const answer = await modest.member.get(modest.path);
    const before = [...done];
    // The lock uses one more connection, and lookups of credentials come and go.
    await expect.poll(() => busy(), patience).toBe(places() + 1);
    await letGo();

    expect([answer.status, before]).toEqual([200, [429]]);
    expect(refused).toEqual({ status: 429, code: 'too_many_requests', retryAfter: '1' });
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(places() + 100);
  });

  test('drops waiting clients that have left', async () => {
    const greedy = await given();
    const { changes, letGo } = await hold(greedy, places());
    const full = places();
    await expect.poll(() => server.inProgress(), patience).toBe(full);
    const leaving = new AbortController();
    const left = Promise.allSettled(
      Array.from({ length: 100 }, () =>
        fetch(server.url + greedy.path, {
          headers: { 'x-api-key': greedy.member.key },
          signal: leaving.signal,
        }),
      ),
    );
    await expect.poll(() => server.inProgress(), patience).toBe(full + 100);

    leaving.abort();
    await left;
    await expect.poll(() => server.inProgress(), patience).toBe(full);

    const next = greedy.member.get(greedy.path);
    await letGo();
    expect((await next).status).toBe(200);
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
  });

  test('lends no connection to open streams', async () => {
    const { member, path } = await given();
    const leaving = new AbortController();
    const streams = Array.from({ length: places() + 1 }, () =>
      openStream(member, `${path}/progress/stream`, leaving.signal),
    );
    expect(await Promise.all(streams)).toEqual(streams.map(() => 200));

    expect((await member.get(path)).status).toBe(200);
    leaving.abort();
  });
});

async function openStream({ server, key }: Member, path: string, signal: AbortSignal) {
  const response = await fetch(server.url + path, { headers: { 'x-api-key': key }, signal });
  await response.body?.getReader().read();
  return response.status;
}

describe('A connection that an organization waits for', () => {
  /** A pool of one connection; each request that gets it gives it back when told to. */
  function given(patienceMs: number) {
    const lender = {
      options: { max: 1 },
      connect: async () => ({ release: () => {} }) as pg.PoolClient,
      end: async () => {},
    };
    const pool = sharedByOrganization(lender, patienceMs);
    return (signal = new AbortController().signal) =>
      onBehalfOf({ organizationId: 1, signal, hasBegun: false, isOver: false }, () =>
        pool.connect(),
      );
  }

  test('is refused with 429 after its patience, and leaves no position behind', async () => {
    const connect = given(5);
    const first = await connect();

    await expect(connect()).rejects.toMatchObject({ problem: { code: 'too_many_requests' } });
    const next = connect();
    first.release();

    await expect(next).resolves.toBeDefined();
  });

  test('is given up when its client leaves', async () => {
    const connect = given(60_000);
    await connect();
    const leaving = new AbortController();
    const left = connect(leaving.signal);

    leaving.abort(new Error('left'));

    await expect(left).rejects.toThrow('left');
  });
});
