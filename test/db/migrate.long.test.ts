import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { concurrentIndexes } from '../../src/db/concurrent-indexes.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';

test('Each migration runs in its own transaction', async () => {
  const connection = connectPglite(await createPglite());
  try {
    const done = await migrate(connection.db);
    const names = done.filter((name) => /^\d{4}_/.test(name));
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

test('A release leaves a database as it is that a later release has migrated', async () => {
  const connection = connectPglite(await createPglite());
  try {
    await migrate(connection.db);
    await sql`drop index ${sql.ref(Object.keys(concurrentIndexes)[0] ?? '')}`.execute(
      connection.db,
    );
    await sql`insert into kysely_migration values ('9998_next', now()), ('9999_after', now())`.execute(
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
