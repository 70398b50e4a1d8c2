import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { isDatabaseAway } from '../../src/db/errors.ts';
import { withoutClientLimit } from '../../src/db/time-limits.ts';
import { copyUrl, onPostgres } from '../support/database.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';

const poolSize = 6;

describe.runIf(onPostgres)('A pool whose connections have gone silent', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });
  async function given(): Promise<{ connection: Connection; proxy: Proxy }> {
    const proxy = await startProxy(await copyUrl());
    const connection = connectPostgres(proxy.url, { poolSize, timeoutMs: 1600 });
    open.push(proxy, connection);
    return { connection, proxy };
  }
  const select = ({ db }: Connection) => sql`select 1`.execute(db);
  const selectInTransaction = ({ db }: Connection) =>
    db.transaction().execute((trx) => sql`select 1`.execute(trx));
  async function selectOnBorrowed({ pool }: Connection): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('select 1', []);
    } finally {
      client.release();
    }
  }
  /** One statement on each connection of the pool, in every way that borrows one. */
  const all = (connection: Connection) =>
    Promise.allSettled(
      [select, selectInTransaction, selectOnBorrowed].flatMap((way) => [
        way(connection),
        way(connection),
      ]),
    );
  const fulfilled = (results: readonly PromiseSettledResult<unknown>[]): number =>
    results.filter(({ status }) => status === 'fulfilled').length;

  test('is whole when the first statement on each has timed out', async () => {
    const { connection, proxy } = await given();
    expect(fulfilled(await all(connection))).toBe(poolSize);
    expect(proxy.connections()).toBe(poolSize);

    proxy.lose();
    const lost = await all(connection);
    const left = connection.pool.totalCount;
    const next = await all(connection);

    expect(fulfilled(lost)).toBe(0);
    for (const result of lost)
      expect(isDatabaseAway('reason' in result && result.reason)).toBe(true);
    expect(left).toBe(0);
    expect(fulfilled(next)).toBe(poolSize);
    // The lost ones are closed.
    await expect.poll(() => proxy.connections()).toBe(poolSize);
  });

  test('is whole too if they were silent before while they were idle or had a long statement', async () => {
    const { connection, proxy } = await given();
    const [idle, busy] = [await connection.pool.connect(), await connection.pool.connect()];
    await idle.query('select 1');
    await busy.query('begin; set local statement_timeout = 10000');
    await withoutClientLimit(() => busy.query('select pg_sleep(2.5)', []));

    expect((await idle.query('select 1', [])).rows).toHaveLength(1);
    await busy.query('commit');
    proxy.lose();
    const lost = await Promise.allSettled([idle, busy].map((each) => each.query('select 1', [])));
    idle.release();
    busy.release();

    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(connection.pool.totalCount).toBe(0);
    expect(fulfilled(await all(connection))).toBe(poolSize);
  });
});

describe.runIf(onPostgres)('A lock on a server that has gone silent', () => {
  test('is released without its answer, and free again once the server has noticed', async () => {
    const url = await copyUrl();
    const [proxy, direct] = [await startProxy(url), connectPostgres(url, { poolSize: 1 })];
    const connection = connectPostgres(proxy.url, { poolSize: 1 });
    const lock = await connection.exclusive(1);

    proxy.stall();
    await lock?.release();
    await expect.poll(() => direct.exclusive(1).then((taken) => taken?.release())).toBeUndefined();

    expect(lock?.lost.aborted).toBe(true);
    await connection.close();
    await direct.close();
    await proxy.close();
  });
});
