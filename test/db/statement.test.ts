import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
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

  test('is refused when its columns have changed, and is never read by the former ones', async () => {
    const text = 'select * from changing where id = $1';
    await client.query('create temporary table changing (id int8, name text)');
    await client.query('insert into changing values ($1, $2)', [1, 'Ada']);
    expect((await client.query(text, [1])).rows).toEqual([{ id: 1, name: 'Ada' }]);
    await client.query('alter table changing drop column name');
    await client.query('alter table changing add column age int8 default 36');

    await expect(client.query(text, [1])).rejects.toMatchObject({ code: '0A000' });
  });
});
