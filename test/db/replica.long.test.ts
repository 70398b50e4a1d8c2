import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { UnfitServer } from '../../src/db/pooler.ts';
import { readOperations, loadContract } from '../../src/http/operations.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Cluster, startPrimary, startReplica } from '../../scripts/postgres/servers.ts';
import { newOrganization } from '../support/organizations.ts';
import { startProxy } from '../support/proxy.ts';
import { startServer } from '../support/server.ts';

/** Whether the PostgreSQL of the tests is started by them, so that servers may be started here too. */
const isOwn = process.env['TEST_DATABASE_DIRECTORY'] !== undefined;

const within = { timeout: 60_000 };
const isReplica = async (db: Db): Promise<boolean | undefined> =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;

describe.runIf(isOwn)('Reads with a replica', () => {
  let primary: Cluster;
  let replica: Cluster;
  // A replica of the server of all tests would copy and replay the databases of the others, too.
  beforeAll(async () => {
    primary = await startPrimary('');
    const url = await create('migrated', 'template0');
    const connection = connectPostgres(url, { poolSize: 1 });
    await migrate(connection.db);
    await connection.close();
    replica = await startReplica(primary.port);
  });
  afterAll(async () => {
    await replica?.close();
    await primary?.close();
  });

  /** Creates a database on the primary; returns its URL. */
  async function create(name: string, template: string): Promise<string> {
    const admin = new pg.Client({ connectionString: primary.url('postgres') });
    await admin.connect();
    await admin.query(`create database ${name} template ${template}`);
    await admin.end();
    return primary.url(name);
  }

  let copies = 0;
  const copyUrl = () => create(`copy_${(copies += 1)}`, 'migrated');

  /** A database with a table, read through the replica, or a way to it. */
  async function given(way: (url: string) => string = (url) => url) {
    const url = await copyUrl();
    const database = new URL(url).pathname.slice(1);
    const changes: unknown[] = [];
    const connection = connectPostgres(url, {
      poolSize: 5,
      readUrl: way(replica.url(database)),
      onReplica: (reason) => void changes.push(reason ?? 'used again'),
    });
    onTestFinished(() => connection.close());
    const { db, reads } = connection;
    await sql`create table notes (note integer)`.execute(db);
    const usesReplica = () => reads(isReplica);
    const onReplica = new pg.Client({ connectionString: replica.url('postgres') });
    onReplica.on('error', () => {});
    await onReplica.connect();
    onTestFinished(() => onReplica.end().catch(() => {}));
    // It exists there once the replica has replayed its creation; a read that finds none leaves the replica alone.
    const exists = async (): Promise<boolean> =>
      (await onReplica.query('select from pg_database where datname = $1', [database])).rowCount ===
      1;
    await expect.poll(exists, within).toBe(true);
    return {
      connection,
      changes,
      reads,
      usesReplica,
      onReplica,
      write: (note: number) => sql`insert into notes values (${note})`.execute(db),
      count: () =>
        reads(async (at) => {
          const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(at);
          return rows[0]?.n;
        }),
    };
  }

  test('see what was committed before, and come from the replica', async () => {
    const { usesReplica, write, count } = await given();
    await expect.poll(usesReplica, within).toBe(true);

    for (let n = 1; n <= 50; n++) {
      await write(n);
      expect(await count()).toBe(n);
    }

    await expect.poll(usesReplica, within).toBe(true);
  });

  test('come from the primary while the replica is behind, at the price of one wait', async () => {
    const { changes, usesReplica, onReplica, write, count } = await given();
    await expect.poll(usesReplica, within).toBe(true);
    changes.length = 0;
    await onReplica.query('select pg_wal_replay_pause()');
    onTestFinished(async () => void (await onReplica.query('select pg_wal_replay_resume()')));
    await write(1);

    const began = performance.now();
    const counts = [];
    for (let n = 0; n < 30; n++) counts.push(await count());
    const tookMs = performance.now() - began;

    expect(counts).toEqual(Array.from({ length: 30 }, () => 1));
    expect(tookMs).toBeLessThan(30 * 50);
    expect(changes).toEqual([
      expect.objectContaining({ message: 'The replica is more than 100 ms behind.' }),
    ]);
    await onReplica.query('select pg_wal_replay_resume()');
    await expect.poll(usesReplica, within).toBe(true);
    expect(changes.at(-1)).toBe('used again');
  });

  test('come from the primary while the replica is silent, at the price of one wait', async () => {
    const proxy = await startProxy(replica.url('postgres'));
    onTestFinished(() => proxy.close());
    const { usesReplica, write, count } = await given((url) =>
      url.replace(/:\d+\//, `:${new URL(proxy.url).port}/`),
    );
    await expect.poll(usesReplica, within).toBe(true);
    await write(1);
    proxy.stall();

    const began = performance.now();
    const counts = await Promise.all(Array.from({ length: 20 }, () => count()));
    for (let n = 0; n < 20; n++) counts.push(await count());
    const tookMs = performance.now() - began;

    expect(counts).toEqual(Array.from({ length: 40 }, () => 1));
    expect(tookMs).toBeLessThan(3000);
    proxy.pass();
    await expect.poll(usesReplica, within).toBe(true);
  });

  test('come from the primary while the replica is down, and from it when it is back', async () => {
    const { usesReplica, write, count } = await given();
    await expect.poll(usesReplica, within).toBe(true);

    await replica.stop('immediate');
    await write(1);
    const counted = await count();
    const used = await usesReplica();
    await replica.start();

    expect([counted, used]).toEqual([1, false]);
    await expect.poll(usesReplica, within).toBe(true);
  });

  test('that fail on the replica run again on the primary; other errors are passed on', async () => {
    const { reads } = await given();
    const read = async () => {
      const tried: (boolean | undefined)[] = [];
      const result = await reads(async (db) => {
        tried.push(await isReplica(db));
        if (tried.at(-1)) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
        return 'read';
      });
      return [result, ...tried];
    };

    // A replica that lags is not used meanwhile.
    await expect.poll(read, within).toEqual(['read', true, false]);
    await expect(reads((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
  });

  test('come from the primary if the other address is its own', async () => {
    const url = await copyUrl();
    const reasons: unknown[] = [];
    const connection = connectPostgres(url, {
      poolSize: 2,
      readUrl: url,
      onReplica: (reason) => void reasons.push(reason),
    });
    onTestFinished(() => connection.close());

    await connection.verify();

    expect(await connection.reads(isReplica)).toBe(false);
    expect(reasons).toEqual([
      expect.objectContaining({ message: expect.stringContaining('no replica') }),
    ]);
  });

  test('of another database are refused at the start', async () => {
    const connection = connectPostgres(await copyUrl(), {
      poolSize: 2,
      readUrl: replica.url('postgres'),
    });
    onTestFinished(() => connection.close());

    await expect(connection.verify()).rejects.toThrow(UnfitServer);
  });

  test('are those that the contract marks; every operation of them works on the replica, and shows a change at once', async () => {
    const { connection, usesReplica } = await given();
    const read: string[] = [];
    const primaryOf = async (db: Db) => ((await isReplica(db)) ? 'replica' : 'primary');
    const server = await startServer(
      { databaseReadUrl: replica.url('postgres') },
      {
        ...connection,
        reads: (work) =>
          connection.reads(async (db) => {
            read.push(await primaryOf(db));
            return work(db);
          }),
      },
    );
    onTestFinished(() => server.close());
    const member = await newOrganization({ server });
    const { id: campaign_id, ...campaign } = await givenCallableCampaign(member);
    const ids: Readonly<Record<string, string | number | readonly unknown[]>> = {
      ...campaign,
      campaign_id,
      config_id: campaign.configuration_id,
    };
    const listings = readOperations(loadContract().document).filter(
      ({ onReplica, apiKey }) => onReplica && apiKey,
    );
    await expect.poll(usesReplica, within).toBe(true);

    const statuses = new Map<string, number>();
    const listed: (typeof read)[number][] = [];
    for (const { id, path: template } of listings) {
      const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? ''));
      if (filled.includes('//')) continue;
      // A replica that was behind is left alone for a second.
      for (let left = 6; left > 0; left -= 1) {
        read.length = 0;
        statuses.set(id, (await member.get(filled)).status);
        if (read.includes('replica')) break;
        await pause(250);
      }
      listed.push(...read.splice(0));
    }
    const seen: number[] = [];
    for (let n = 0; n < 20; n++) {
      const phone_number = `+120255501${String(n).padStart(2, '0')}`;
      await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number }] });
      seen.push((await member.get('/api/v1/do-not-call')).body.items.length);
    }
    read.length = 0;
    await member.get(campaign.path);

    // Some read more than once.
    expect(listed.length).toBeGreaterThanOrEqual(statuses.size);
    expect(statuses.size).toBeGreaterThan(12);
    expect(new Set(statuses.values())).toEqual(new Set([200]));
    expect(listed.filter((from) => from === 'replica').length).toBeGreaterThan(listed.length / 2);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(read).toEqual([]);
  });
});
