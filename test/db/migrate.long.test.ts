import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { concurrentIndexes, isMigrated, migrate } from '../../src/db/migrate.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';
import { connectTest, copyDatabase, emptyUrl, onPostgres } from '../support/database.ts';

test('Each migration runs in its own transaction', async () => {
  const connection = onPostgres
    ? connectTest(await emptyUrl(), { poolSize: 1 })
    : connectPglite(await createPglite());
  try {
    const done = await migrate(connection.db);
    const names = done.filter((name) => /^\d{4}_/.test(name));
    const again = await migrate(connection.db);

    const { rows } = await sql<{ transactions: number }>`
      select count(distinct xmin::text) as transactions
      from (select xmin from kysely_migration union all select xmin from later_migrations) as records
    `.execute(connection.db);
    const { rows: ends } = await sql<{ last: string; first: string }>`
      select (select max(name) from kysely_migration) as last, min(name) as first from later_migrations
    `.execute(connection.db);
    expect(rows).toEqual([{ transactions: names.length }]);
    expect(ends).toEqual([{ last: '0042_content_bytes', first: '0043_agents' }]);
    expect([
      names.length > 10,
      done.length > names.length,
      again,
      await isMigrated(connection.db),
    ]).toEqual([true, true, [], true]);
  } finally {
    await connection.close();
  }
}, 60_000);

test('A release leaves a database as it is that a later release has migrated', async () => {
  const connection = await copyDatabase();
  try {
    await sql`drop index ${sql.ref(Object.keys(concurrentIndexes)[0] ?? '')}`.execute(
      connection.db,
    );
    await sql`insert into later_migrations values ('9998_next', now()), ('9999_after', now())`.execute(
      connection.db,
    );
    const later: string[] = [];

    const done = await migrate(connection.db, { onLater: (names) => later.push(...names) });

    expect([done, later]).toEqual([[], ['9998_next', '9999_after']]);
    expect(await isMigrated(connection.db)).toBe(true);
  } finally {
    await connection.close();
  }
}, 60_000);

test('A database of a version between two releases is refused and left as it is', async () => {
  const connection = await copyDatabase();
  try {
    const { rows: own } = await sql<{ name: string }>`
      delete from later_migrations where name > '0043' returning name`.execute(connection.db);
    await sql`insert into later_migrations values ('0044_external_ids', now())`.execute(
      connection.db,
    );

    await expect(migrate(connection.db)).rejects.toThrow(
      'The database has migrations that this release does not know, from 0044_external_ids on',
    );

    const { rows } = await sql<{ name: string }>`select name from later_migrations`.execute(
      connection.db,
    );
    expect(own.length).toBeGreaterThan(1);
    expect([rows, await isMigrated(connection.db)]).toEqual([
      [{ name: '0044_external_ids' }],
      false,
    ]);
  } finally {
    await connection.close();
  }
}, 60_000);

test('The migrator finds its tables without reading the columns of all others', async () => {
  const connection = await copyDatabase();
  try {
    const found = await connection.db.introspection.getTables({ withInternalKyselyTables: true });

    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['kysely_migration', 'kysely_migration_lock', 'later_migrations']),
    );
    expect(found.every(({ schema, columns }) => schema === 'public' && columns.length === 0)).toBe(
      true,
    );
  } finally {
    await connection.close();
  }
}, 60_000);
