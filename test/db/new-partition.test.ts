import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type MonthlyTables, makeMonth } from '../../src/db/partitions.ts';
import { connectTest, copyUrl, onPostgres } from '../support/database.ts';

describe.runIf(onPostgres)('A row whose month is made while it is inserted', () => {
  test('is inserted into it, by the same transaction run again', async () => {
    const connection = connectTest(await copyUrl(), { poolSize: 4 });
    const { db } = connection;
    await sql`create table things (at integer) partition by range (at)`.execute(db);
    await sql`create table things_default partition of things default`.execute(db);
    await sql`create table things_1 (at integer)`.execute(db);
    const making = await db.startTransaction().execute();
    await sql`alter table things attach partition things_1 for values from (0) to (10)`.execute(
      making,
    );
    let tries = 0;
    const inserting = db.transaction().execute(async (trx) => {
      tries += 1;
      await sql`insert into things values (1)`.execute(trx);
    });
    const waits = sql<{ n: number }>`
      select count(*)::int as n from pg_locks where not granted and relation = 'things_default'::regclass`;
    await expect.poll(async () => (await waits.execute(db)).rows[0]?.n).toBe(1);
    await making.commit().execute();

    await inserting;

    const { rows } = await sql`select at from things_1`.execute(db);
    expect(rows).toEqual([{ at: 1 }]);
    expect(tries).toBe(2);
    await connection.close();
  });
});

describe.runIf(onPostgres)('A row that is moved into its new month', () => {
  test('is seen by a statement that began before', async () => {
    const connection = connectTest(await copyUrl(), { poolSize: 4 });
    const { db } = connection;
    await sql`create table things (at timestamptz) partition by range (at)`.execute(db);
    await sql`create table things_default partition of things default`.execute(db);
    await sql`insert into things values ('2026-05-05')`.execute(db);
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks where not granted
        and relation in ('things'::regclass, 'things_default'::regclass)`.execute(db);
      return rows[0]!.n;
    };
    const things: MonthlyTables = {
      tables: [{ name: 'things', at: 'at' }],
      isPending: async () => false,
    };
    // It holds up the making for as long as the reader needs to begin.
    const holder = await db.startTransaction().execute();
    await sql`lock table only things in share update exclusive mode`.execute(holder);
    const making = makeMonth(db, things, '2026-05');
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    const reading = sql`select at from things`.execute(db);
    await expect.poll(waiting, { interval: 5 }).toBe(2);
    await holder.commit().execute();

    expect(await making).toBe(true);
    expect((await reading).rows).toHaveLength(1);
    await connection.close();
  });
});
