import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockKey } from '../../src/db/advisory-locks.ts';
import { asDatabase } from '../../src/db/as-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createDownloadRunner } from '../../src/voice/model-downloads/runner.ts';
import { createMigrationRunner } from '../../src/voice/model-migrations/runner.ts';
import { onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

test('An exclusive lock is held once at a time', async () => {
  const { exclusive } = (await sharedServer()).connection;
  const key = randomInt(2 ** 40, 2 ** 41);

  const [first, second] = [await exclusive(key), await exclusive(key)];
  await first?.release();
  const third = await exclusive(key);
  await third?.release();

  expect([first, second, third].map((lock) => lock !== undefined)).toEqual([true, false, true]);
});

/** Of another process, which has all such locks. */
const exclusive = async () => undefined;

/** Rows that no other process of the tests sees. */
async function given() {
  const server = await sharedServer();
  const { organization_id } = await newOrganization({ server });
  const { app } = server;
  const trx = await app.db.startTransaction().execute();
  onTestFinished(() => trx.rollback().execute());
  return {
    trx,
    organization_id,
    started_at: app.now(),
    parts: { ...app, db: asDatabase(trx), exclusive },
  };
}

test('A model download that another process works on is not begun', async () => {
  const { trx, parts, organization_id, started_at } = await given();
  const { id } = await trx
    .insertInto('model_downloads')
    .values({ organization_id, name: 'acme/tts', revision: 'main', started_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runner = createDownloadRunner(parts);

  await runner.fill();

  expect(runner.feedOf(id)).toBeUndefined();
  await runner.stop();
});

test('A model migration that another process works on is not begun', async () => {
  const { trx, parts, started_at } = await given();
  const { id } = await trx
    .insertInto('model_migrations')
    .values({ source: '/nowhere', destination: '/elsewhere', models: 0, started_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runner = createMigrationRunner(parts);

  await runner.fill();

  expect(runner.feedOf(id)).toBeUndefined();
  await runner.stop();
});

// The embedded database has one process.
test.runIf(onPostgres)('A migration waits for that of another process', async () => {
  const { pool, db } = (await sharedServer()).connection;
  const trx = await db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(${lockKey('migration')})`.execute(trx);
  let isDone = false;

  const migrating = migrate(db).finally(() => (isDone = true));
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and query like '%pg_try_advisory_lock(%' and pid <> pg_backend_pid()`,
    );
    expect(rows).not.toEqual([]);
  });

  expect(isDone).toBe(false);
  await trx.rollback().execute();
  expect(await migrating).toEqual([]);
});
