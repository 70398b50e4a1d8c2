import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Connection, connectPostgres, type Db } from '../../src/db/connect.ts';
import { isDatabaseAway } from '../../src/db/errors.ts';
import type { PreparingClient } from '../../src/db/driver/prepared.ts';
import { isMigrated } from '../../src/db/migrate.ts';
import { admit, UnfitServer } from '../../src/db/pooler.ts';
import { startDocumentedBouncer } from '../support/bouncer.ts';
import { behindBouncer, copyUrl, directUrl, environmentOf } from '../support/database.ts';
import { runMain } from '../support/process.ts';

const poolSize = 30;
/** PgBouncer's own database, its console. */
const bouncerUrl = (): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = '/pgbouncer';
  return url.href;
};

function connected(url: string, sessionUrl?: string): Connection {
  const connection = connectPostgres(url, {
    poolSize,
    idleInTransactionMs: 60_000,
    ...(sessionUrl !== undefined && { sessionUrl }),
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** Changes settings of the database, past the pooler, before anything connects to it. */
async function givenSettings(settings: Readonly<Record<string, string>>) {
  const url = await copyUrl();
  const direct = connected(directUrl(url));
  for (const [name, value] of Object.entries(settings))
    await direct.pool.query(
      `alter database ${new URL(url).pathname.slice(1)} set ${name} = ${value}`,
    );
  return url;
}

const both = async () => {
  const url = await copyUrl();
  return connected(url, directUrl(url));
};
const backend = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
};

describe.runIf(behindBouncer)('Behind a pooler in transaction mode', () => {
  test('a start is possible with an address for sessions', async () => {
    await expect((await both()).verify()).resolves.toBeUndefined();
  });

  test.each<[string, (url: string) => string | undefined, string]>([
    ['without an address for sessions', () => undefined, 'Set DATABASE_SESSION_URL'],
    ['if that address is the pooler too', (url) => url, 'do not hear'],
    ['if it is that of another database', () => directUrl('db://x/postgres'), 'do not hear'],
  ])('a start is refused %s', async (_, sessionUrl, message) => {
    const url = await copyUrl();

    const verified = connected(url, sessionUrl(url)).verify();

    await expect(verified).rejects.toThrow(UnfitServer);
    await expect(verified).rejects.toThrow(message);
  });

  test('a start is refused, with the statements to run, if the server has no time limits', async () => {
    const url = await givenSettings({ statement_timeout: '0', lock_timeout: "'40s'" });
    const database = new URL(url).pathname.slice(1);

    const verified = connected(url, directUrl(url)).verify();

    await expect(verified).rejects.toThrow(
      `alter role "postgres" in database "${database}" set statement_timeout = 60000;  -- is 0\n`,
    );
    await expect(verified).rejects.toThrow('set lock_timeout = 30000;  -- is 40000');
    await expect(verified).rejects.not.toThrow('set idle_in_transaction_session_timeout');
  });

  test('the process says in a sentence why it does not start', async () => {
    const { DATABASE_SESSION_URL: _, ...environment } = environmentOf(await copyUrl());

    const { code, output } = await runMain([], environment);

    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL leads to a pooler, .* session mode\.$/m);
    expect(output).not.toContain(' at ');
  });

  test('timestamps are in UTC, whatever the database is set to', async () => {
    const url = await givenSettings({ TimeZone: "'Asia/Tokyo'", DateStyle: "'German'" });

    const { rows } = await sql`select timestamptz '2026-01-02 03:04:05.67+00' as at`.execute(
      connected(url, directUrl(url)).db,
    );

    expect(rows).toEqual([{ at: '2026-01-02T03:04:05.670Z' }]);
  });

  test('more clients than server connections do not meet each other’s statements', async () => {
    const { db, pool } = await both();
    const seen = new Set<number>();
    const query = async (value: number): Promise<number> => {
      const text = sql.raw(`cast($1 as integer) + ${value % 7}`);
      const { rows } = await sql<{ sum: number; pid: number }>`
        select ${text} as sum, pg_backend_pid() as pid from pg_sleep(0.002 * ${0}::integer)`.execute(
        db,
      );
      seen.add(rows[0]?.pid ?? 0);
      return rows[0]?.sum ?? 0;
    };
    const values = Array.from({ length: 600 }, (_, value) => value);

    const sums = await Promise.all(values.map((value) => query(value)));

    expect(sums).toEqual(values.map((value) => value % 7));
    expect(pool.totalCount).toBe(poolSize);
    expect(seen.size).toBeLessThan(poolSize);
  });

  test('statements have names if the pooler carries them along, as PgBouncer does from 1.21 on', async () => {
    const { pool } = await both();
    const console = new pg.Client({ connectionString: bouncerUrl() });
    await console.connect();
    onTestFinished(() => console.end());
    const { rows } = await console.query<{ version: string }>('show version');
    const minor = Number(/^PgBouncer 1\.(\d+)/.exec(rows[0]?.version ?? '')?.[1]);

    const client = await pool.connect();
    const { isPooled, prepares } = client as unknown as PreparingClient;
    client.release();

    expect(minor).toBeGreaterThan(0);
    expect([isPooled, prepares]).toEqual([true, minor >= 21]);
  });

  test('migrations and locks have a session of their own', async () => {
    const connection = await both();
    const pids = await connection.inSession((db) =>
      db.connection().execute(async (session) => {
        await sql`set statement_timeout = 1234`.execute(session);
        const { rows } = await sql`show statement_timeout`.execute(session);
        return [await backend(session), await backend(session), rows];
      }),
    );
    const lock = await connection.exclusive(1);

    const taken = await connection.exclusive(1);
    await lock?.release();

    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).toEqual([{ statement_timeout: '1234ms' }]);
    expect([lock === undefined, taken]).toEqual([false, undefined]);
  });

  test('a connection on which the server took no change is closed', async () => {
    const { db, pool } = await both();
    const change = (trx: Db) => sql`create table changes (id integer)`.execute(trx);

    const refused = db.transaction().execute(async (trx) => {
      // As on a server that was demoted while the pooler kept its connection.
      await sql`set transaction read only`.execute(trx);
      await change(trx);
    });
    await expect(refused).rejects.toSatisfy(isDatabaseAway);
    const left = pool.totalCount;

    expect(left).toBe(0);
    await expect(change(db)).resolves.toBeDefined();
  });
});

describe.runIf(behindBouncer)('The pgbouncer.ini of scripts/operating/README.md', () => {
  test('serves transactions and sessions', async () => {
    const database = new URL(directUrl(await copyUrl()));
    const bouncer = await startDocumentedBouncer(Number(database.port), database.pathname.slice(1));
    onTestFinished(() => bouncer.stop());
    const connection = connected(bouncer.url, bouncer.sessionUrl);

    await connection.verify();
    const lock = await connection.exclusive(1);
    const migrated = await connection.inSession(isMigrated);

    expect([await connection.exclusive(1), migrated]).toEqual([undefined, true]);
    await lock?.release();
  });
});

describe('A new connection', () => {
  const answering = (row: Record<string, string>): PreparingClient =>
    ({ query: async () => ({ rows: [row] }) }) as never;
  const good = { pid: '1', read_only: 'off', zone: 'UTC', dates: 'ISO, MDY' };

  test.each([
    ['another time zone', { zone: 'Europe/Berlin' }],
    ['another date style', { dates: 'German, DMY' }],
  ])('with %s than was requested is refused', async (_, difference) => {
    await expect(admit(answering({ ...good, ...difference }))).rejects.toThrow(UnfitServer);
  });

  test('to a server that only reads counts as away', async () => {
    await expect(admit(answering({ ...good, read_only: 'on' }))).rejects.toSatisfy(isDatabaseAway);
  });
});
