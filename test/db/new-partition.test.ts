import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
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
