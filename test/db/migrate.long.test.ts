import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { concurrentIndexes } from '../../src/db/concurrent-indexes.ts';
import { connectPglite } from '../../src/db/connect.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';

test('Each migration runs in its own transaction', async () => {
  const connection = connectPglite(await PGlite.create());
  try {
    const done = await migrate(connection.db);
    const names = done.filter((name) => !(name in concurrentIndexes));
    const again = await migrate(connection.db);

    const { rows } = await sql<{ transactions: number }>`
      select count(distinct xmin::text) as transactions from kysely_migration
    `.execute(connection.db);
    expect(rows).toEqual([{ transactions: names.length }]);
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
