import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { copyIn } from '../../src/db/copy.ts';
import { migrate } from '../../src/db/migrate.ts';
import { allowingLong } from '../../src/db/time-limits.ts';
import { isDatabaseAway, isDatabaseLate } from '../../src/db/errors.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { copyUrl, emptyUrl, onPostgres } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';

// The embedded database enforces none of the limits: it does not interrupt statements.
describe.runIf(onPostgres)('A connection to PostgreSQL', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });
  const connectTo = (url: string, timeoutMs?: number, idleInTransactionMs?: number): Connection => {
    const connection = connectPostgres(url, {
      poolSize: 5,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(idleInTransactionMs !== undefined && { idleInTransactionMs }),
    });
    open.push(connection);
    return connection;
  };

  test('copies rows within its limits, and goes on after a copy that failed', async () => {
    const url = await copyUrl();
    const { db } = connectTo(url, 1000);
    const others = connectTo(url);
    await others.pool.query('create table copied (number integer)');
    const copy = (text: string) =>
      db
        .transaction()
        .execute((trx) => copyIn(trx, 'copy copied (number) from stdin', Buffer.from(text)));

    const holder = await others.pool.connect();
    await holder.query('begin');
    await holder.query('lock table copied');
    const late = await copy('1\n').catch((error: unknown) => error);
    await holder.query('rollback');
    holder.release();

    expect(isDatabaseLate(late)).toBe(true);
    await expect(copy('2\nthree\n')).rejects.toMatchObject({ code: '22P02' });
    await copy('4\n5\n');
    const { rows } = await others.pool.query('select number from copied order by number');
    expect(rows).toEqual([{ number: 4 }, { number: 5 }]);
  });

  test('has limits that the server enforces before the client gives up', async () => {
    const { pool, db } = connectTo(await copyUrl(), 60_000);

    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );

    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '5000' },
      { name: 'lock_timeout', setting: '30000' },
      { name: 'statement_timeout', setting: '60000' },
    ]);
    expect(pool.options.query_timeout).toBe(75_000);
    await expect(db.selectFrom('users').select('id').execute()).resolves.toEqual([]);
  });

  test('is usable after a statement that took too long', async () => {
    // The client waits for a quarter longer than the server, also on a busy machine.
    const { db } = connectTo(await copyUrl(), 2000);

    const error: unknown = await sql`select pg_sleep(60)`
      .execute(db)
      .catch((each: unknown) => each);

    expect(error).toMatchObject({ code: '57014' });
    expect(isDatabaseLate(error)).toBe(true);
    const { rows } = await sql`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test('ends an idle transaction, and is replaced', async () => {
    const url = await copyUrl();
    const { db } = connectTo(url, 60_000, 500);
    const watching = connectTo(url);
    const isThere = async (pid: number) =>
      (await sql`select from pg_stat_activity where pid = ${pid}`.execute(watching.db)).rows.length;

    const trx = await db.startTransaction().execute();
    const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      trx,
    );
    const pid = backends[0]?.pid ?? 0;
    await expect.poll(() => isThere(pid), { timeout: 60_000 }).toBe(0);
    const error: unknown = await sql`select 1`.execute(trx).catch((each: unknown) => each);
    await trx
      .rollback()
      .execute()
      .catch(() => {});

    expect(pid).toBeGreaterThan(0);
    expect(isDatabaseAway(error)).toBe(true);
    const { rows } = await sql`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test('loses its locks soon when its process stands still in a transaction', async () => {
    const url = await copyUrl();
    const stopped = connectTo(url);
    const other = connectTo(url);
    // It sends nothing more, as a process that was stopped.
    const trx = await stopped.db.startTransaction().execute();
    await sql`lock table users in access exclusive mode`.execute(trx);

    // Waits for the lock for half a minute at the most.
    const found = await other.db.selectFrom('users').select('id').execute();

    expect(found).toEqual([]);
    await expect(sql`select 1`.execute(trx)).rejects.toSatisfy(isDatabaseAway);
    await trx
      .rollback()
      .execute()
      .catch(() => {});
  });

  test('allows long statements only where they are requested', async () => {
    const { db } = connectTo(await copyUrl(), 500);

    const slept = await db.transaction().execute(async (trx) => {
      const { rows } = await allowingLong(trx, () =>
        sql`select 'slept' as what from pg_sleep(1.5)`.execute(trx),
      );
      const after = await sql`show statement_timeout`.execute(trx);
      return [...rows, ...after.rows];
    });

    expect(slept).toEqual([{ what: 'slept' }, { statement_timeout: '500ms' }]);
  });

  describe('while another session holds a lock', () => {
    /** Locks the table until it is released. */
    async function hold({ pool }: Connection, table: string): Promise<() => Promise<void>> {
      const client = await pool.connect();
      await client.query(
        `begin; set local idle_in_transaction_session_timeout = 0;
        lock table ${table} in access exclusive mode`,
      );
      return async () => {
        await client.query('rollback');
        client.release();
      };
    }

    test('migrates as soon as the lock is free, and logs that it waited', async () => {
      const url = await copyUrl();
      const letGo = await hold(connectTo(url), 'kysely_migration');
      const waited: unknown[] = [];

      const migrations = await migrate(connectTo(url).db, {
        onHeldUp: (error, triesLeft) => {
          waited.push(error, triesLeft);
          void letGo();
        },
      });

      expect(migrations).toEqual([]);
      expect(waited.slice(0, 2)).toEqual([expect.objectContaining({ code: '55P03' }), 9]);
    });

    /** Kysely's migrator holds it. */
    const kyselyLock = sql.raw('3853314791062309107');

    test('migrates again after it has waited in a circle with others', async () => {
      const url = await emptyUrl();
      const { db } = connectTo(url);
      const trx = await db.startTransaction().execute();
      // The migration is to be the one that ends.
      await sql`set local deadlock_timeout = '1min'; set local lock_timeout = 0; create table users ()`.execute(
        trx,
      );
      const waited: unknown[] = [];

      const migrating = migrate(connectTo(url).db, { onHeldUp: (error) => waited.push(error) });
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
      await sql`select pg_advisory_xact_lock(${kyselyLock})`.execute(trx);
      await trx.rollback().execute();

      expect(await migrating).toContain('0001_accounts');
      expect(waited).toEqual([expect.objectContaining({ code: '40P01' })]);
    });

    test('stops migrating after some attempts, with a readable error, and restores the connection', async () => {
      const url = await copyUrl();
      const letGo = await hold(connectTo(url), 'kysely_migration');
      const { db } = connectTo(url, 10_000);

      const error: unknown = await migrate(db, { tries: 2 }).catch((each: unknown) => each);

      expect(error).toMatchObject({ message: expect.stringContaining('Nothing was migrated') });
      expect(isDatabaseLate(error)).toBe(true);
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock
      `.execute(db);
      expect(rows).toEqual([{ statement: '10s', lock: '5s' }]);
      await letGo();
    });

    describe('a server', () => {
      async function given(): Promise<{ server: TestServer; member: Member; other: Connection }> {
        const url = await copyUrl();
        const server = await startServer({}, connectTo(url, 3000));
        open.push(server);
        return { server, member: await newOrganization({ server }), other: connectTo(url) };
      }
      const dawdleOn = (table: string, seconds: number): string => `
        create function dawdle() returns trigger language plpgsql as
          $$ begin perform pg_sleep(${seconds}); return new; end $$;
        create trigger dawdle before insert on ${table} for each row execute function dawdle()`;

      test('answers 503, with the time to retry, and logs the reason', async () => {
        const { server, member, other } = await given();
        const letGo = await hold(other, 'voice_profiles');

        const answer = await member.get('/api/v1/voice/profiles');

        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('5');
        expect(answer.body).toMatchObject({ code: 'unavailable' });
        const line = server.logged.find((entry) => entry['request_id'] === answer.body.request_id);
        expect(line).toMatchObject({ err: { code: '55P03' } });
        await letGo();
        expect((await member.get('/api/v1/voice/profiles')).status).toBe(200);
      });

      test('answers 503 if its own statement takes too long, and stores nothing', async () => {
        const { member, other } = await given();
        await other.pool.query(dawdleOn('do_not_call_numbers', 60));

        const answer = await member.post('/api/v1/do-not-call', {
          phone_numbers: [{ phone_number: '+12025550100' }],
        });

        expect(answer.status).toBe(503);
        expect(answer.body).toMatchObject({ code: 'unavailable' });
        const listed = await member.get('/api/v1/do-not-call');
        expect(listed.body.items).toEqual([]);
      });

      test('starts a campaign however long copying its contacts takes', async () => {
        const { member, other } = await given();
        const { path } = await givenCallableCampaign(member, { digits: ['00'] });
        await other.pool.query(dawdleOn('campaign_contacts', 4));

        const answer = await member.post(`${path}/start`);

        expect(answer.body).toMatchObject({ state: 'running' });
      });
    });
  });
});
