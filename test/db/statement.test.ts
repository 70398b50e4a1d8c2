import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { isStale } from '../../src/db/errors.ts';
import { selectsAll } from '../../src/db/driver/statement.ts';
import { connectTest, copyUrl, onPostgres } from '../support/database.ts';

describe.runIf(onPostgres)('A named statement', () => {
  let connection: Connection;
  let client: pg.PoolClient;
  beforeAll(async () => {
    connection = connectTest(await copyUrl(), { poolSize: 1 });
    client = await connection.pool.connect();
  });
  afterAll(async () => {
    client.release();
    await connection.close();
  });

  const values = `select $1::int8 as id, $2::text as name, $3::jsonb as data, $4::timestamptz as at, $5::bool as ok, $6::bytea as bytes`;

  test('gives the same rows each time, with every type and with nulls', async () => {
    const at = '2026-01-02T03:04:05.678Z';
    const sent = [7, 'Grüße 😀', '{"a":[1,null]}', at, true, Buffer.from([0, 255])];
    const row = { id: 7, name: 'Grüße 😀', data: { a: [1, null] }, at, ok: true, bytes: sent[5] };
    const nothing = { id: null, name: null, data: null, at: null, ok: null, bytes: null };

    for (let time = 0; time < 3; time++) {
      expect((await client.query(values, sent)).rows).toEqual([row]);
      expect((await client.query(values, Array(6).fill(null))).rows).toEqual([nothing]);
    }
  });

  test('asks for its columns once', async () => {
    const described: unknown[] = [];
    const text = 'select $1::int8 as once, now() as now';
    const { connection: wire } = client as unknown as { connection: NodeJS.EventEmitter };
    const count = (): void => void described.push(1);
    wire.on('rowDescription', count);
    for (const value of [1, 2, 3]) {
      const { rows } = await client.query(text, [value]);
      expect(rows[0]).toMatchObject({ once: value });
    }
    wire.off('rowDescription', count);

    expect(described).toHaveLength(1);
  });

  test('has a name however many other connections have given', async () => {
    const other = connectTest(await copyUrl(), { poolSize: 1 });
    try {
      for (let index = 0; index < 1001; index += 1)
        await other.pool.query(`select $1::int8 as another_${index}`, [index]);
    } finally {
      await other.close();
    }

    await client.query('select $1::int8 as named_later', [1]);
    const { rows } = await client.query(
      `select 1 from pg_prepared_statements where statement like '%named_later'`,
    );

    expect(rows).toHaveLength(1);
  });

  test('says what it did and to how many rows', async () => {
    await client.query('create temporary table things (id int8)');
    const insert = 'insert into things select generate_series(1, $1::int8)';

    expect(await client.query(insert, [3])).toMatchObject({ command: 'INSERT', rowCount: 3 });
    const removed = await client.query('delete from things where id > $1', [1]);
    expect(removed).toMatchObject({ command: 'DELETE', rowCount: 2, rows: [] });
  });

  test('leaves its connection usable when it fails, whether it was run before or not', async () => {
    const divide = 'select 1 / $1::int8 as quotient';
    for (let time = 0; time < 2; time++) {
      await expect(client.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
      expect((await client.query(divide, [1])).rows).toEqual([{ quotient: 1 }]);
    }
    await expect(client.query('select $1::int8 from nowhere', [1])).rejects.toMatchObject({
      code: '42P01',
    });
    expect((await client.query(divide, [1])).rows).toEqual([{ quotient: 1 }]);
  });

  /** A statement whose table has changed since it was first run. */
  async function givenChanged(text: string): Promise<void> {
    await client.query(`
      drop table if exists changing; create temporary table changing (id int8, name text, age int8 default 36);
      insert into changing values (1, 'Ada')`);
    expect((await client.query(text, [1])).rows).toEqual([{ id: 1, name: 'Ada', age: 36 }]);
    await client.query('alter table changing drop column name, alter column age type text');
    await client.query(`alter table changing add column name jsonb default '["Grace"]'`);
  }
  /** What a pooler does on another of the server's connections: the same name for the same text, as of now. */
  async function prepareAnew(text: string): Promise<void> {
    const { rows } = await client.query(
      'select name from pg_prepared_statements where statement = $1',
      [text],
    );
    await client.query(`deallocate "${rows[0].name}"; prepare "${rows[0].name}" as ${text}`);
  }

  test('is refused when its columns have changed, and its connection is replaced', async () => {
    const own = connectTest(await copyUrl(), { poolSize: 1 });
    const { db } = own;
    await sql`create table changing as select 1::int8 as id, 2::int8 as age`.execute(db);
    const read = () => sql`select id, age from changing where id = ${1}`.execute(db);
    expect((await read()).rows).toEqual([{ id: 1, age: 2 }]);
    await sql`alter table changing alter column age type text`.execute(db);

    await expect(read()).rejects.toSatisfy(isStale);
    expect((await read()).rows).toEqual([{ id: 1, age: '2' }]);
    await own.close();
  });

  test('is read by its own columns behind a pooler that prepares it anew', async () => {
    const pooled = client as unknown as { isPooled: boolean };
    const text = 'select id, name, age from changing where id = $1';
    pooled.isPooled = true;
    onTestFinished(() => void (pooled.isPooled = false));
    await givenChanged(text);
    await prepareAnew(text);

    const { rows } = await client.query(text, [1]);

    expect(rows).toEqual([{ id: 1, name: ['Grace'], age: '36' }]);
  });

  test('is never read by former columns of another number, and asks for its columns again', async () => {
    await client.query('create temporary table growing as select 1::int8 as id');
    const text = 'table growing offset $1';
    expect((await client.query(text, [0])).rows).toEqual([{ id: 1 }]);
    await client.query(`alter table growing add column name text default 'Ada'`);
    await prepareAnew(text);

    // The connection would be replaced.
    Object.assign(client, { end: async () => {} });
    onTestFinished(() => void Reflect.deleteProperty(client, 'end'));
    await expect(client.query(text, [0])).rejects.toSatisfy(isStale);
    expect((await client.query(text, [0])).rows).toEqual([{ id: 1, name: 'Ada' }]);
  });
});

describe('A statement', () => {
  test.each([
    'select * from campaigns',
    'select "users".*, 1 from users',
    'update users set name = $1 returning *',
    'select id, other.* from users',
    'with a as (select 1) select distinct * from a',
    "select 'it''s (' as text, * from users -- it's (",
  ])('that takes whatever columns its tables have gets no name: %s', (text) => {
    expect(selectsAll(text)).toBe(true);
  });

  test.each([
    'select count(*) from campaigns',
    'with taken as (delete from users returning *) select id, a * 2 as twice from taken',
    "select ', *' as text -- , *",
  ])('that names its columns may have one: %s', (text) => {
    expect(selectsAll(text)).toBe(false);
  });
});
