import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { isDatabaseAway } from '../../src/db/errors.ts';
import { behindBouncer, copyUrl, directUrl, onPostgres } from '../support/database.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';

async function given() {
  const url = await copyUrl();
  const proxy = await startProxy(directUrl(url));
  const connection = connectPostgres(url, { poolSize: 2, sessionUrl: proxy.url });
  onTestFinished(async () => {
    await connection.close();
    await proxy.close();
  });
  return { url, proxy, connection };
}

describe.runIf(onPostgres)('Listening goes on', () => {
  test.each<[string, (proxy: Proxy) => void]>([
    ['breaks', (proxy) => proxy.cut()],
    ['falls silent', (proxy) => proxy.lose()],
  ])('when its connection %s', async (_, fail) => {
    const { url, proxy, connection } = await given();
    const other = connectPostgres(url, { poolSize: 1 });
    onTestFinished(() => other.close());
    const heard: string[] = [];
    const { promise: missed, resolve } = Promise.withResolvers<void>();
    const listening = await connection.listen('news', (news) => heard.push(news), resolve);
    onTestFinished(() => listening.close());

    fail(proxy);
    await missed;
    await sql`select pg_notify('news', 'after')`.execute(other.db);

    await expect.poll(() => heard).toEqual(['after']);
  });
});

describe.runIf(onPostgres)('A listener', () => {
  test('counts as broken until its connection is open again', async () => {
    const { proxy, connection } = await given();
    const listening = await connection.listen(
      'news',
      () => {},
      () => {},
    );
    const heard = connection.listeners();

    proxy.cut({ refuse: true });
    await expect.poll(() => connection.listeners()).toEqual({ open: 0, broken: 1 });
    proxy.pass();
    await expect.poll(() => connection.listeners()).toEqual({ open: 1, broken: 0 });
    await listening.close();

    expect([heard, connection.listeners()]).toEqual([
      { open: 1, broken: 0 },
      { open: 0, broken: 0 },
    ]);
  });
});

// A pooler would keep the connection on which the first statement of this test was made.
describe.runIf(onPostgres && !behindBouncer)('A server that has become read-only', () => {
  test('loses its connections, and counts as away until it takes changes', async () => {
    const { url, connection } = await given();
    const { db } = connection;
    const change = () => sql`create table changes (id integer)`.execute(db);
    const other = connectPostgres(url, { poolSize: 1 });
    onTestFinished(() => other.close());
    const name = sql.id(new URL(url).pathname.slice(1));
    await sql`select 1`.execute(other.db);
    // The connection that is open, and those that come.
    await sql`set default_transaction_read_only = on`.execute(db);
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(other.db);

    await expect(change()).rejects.toSatisfy(isDatabaseAway);
    await expect(sql`select 1`.execute(db)).rejects.toSatisfy(isDatabaseAway);
    await sql`alter database ${name} reset default_transaction_read_only`.execute(other.db);

    await expect(change()).resolves.toBeDefined();
  });
});
