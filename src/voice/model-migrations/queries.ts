import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { NumberedEvent } from '../model-events/feed.ts';
import type { MigrationEvent } from '../models/migration.ts';

interface NewMigration {
  readonly source: string;
  readonly destination: string;
  readonly models: number;
  readonly started_at: Timestamp;
}

/** Undefined if a migration is already running. */
export const insert = (db: Db, migration: NewMigration) =>
  db
    .insertInto('model_migrations')
    .values(migration)
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();

export type MigrationRow = NonNullable<Awaited<ReturnType<typeof insert>>>;

export const findRunning = (db: Db) =>
  db.selectFrom('model_migrations').selectAll().where('state', '=', 'running').executeTakeFirst();

export const getNewest = (db: Db) =>
  db
    .selectFrom('model_migrations')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => notFound('Model migration'));

export const get = (db: Db, id: number) =>
  db
    .selectFrom('model_migrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Model migration'));

/** Stores the latest event, so that other processes can report the progress. */
export const saveEvent = (db: Db, id: number, { number, event }: NumberedEvent<MigrationEvent>) =>
  db
    .updateTable('model_migrations')
    .set({ event_number: number, event: JSON.stringify(event) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();

interface End extends NumberedEvent<MigrationEvent> {
  readonly state: 'completed' | 'failed';
  readonly at: Timestamp;
  /** The new cache directory; undefined keeps the current one. */
  readonly directory: string | undefined;
}

/** Ends the migration and changes the current directory in one transaction. */
export const finish = (db: Db, id: number, end: End) =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('model_migrations')
      .set({
        state: end.state,
        ended_at: end.at,
        event_number: end.number,
        event: JSON.stringify(end.event),
      })
      .where('id', '=', id)
      .execute();
    if (end.directory === undefined) return;
    const cache = { path: end.directory, updated_at: end.at };
    await trx
      .insertInto('model_cache')
      .values(cache)
      .onConflict((on) => on.column('singleton').doUpdateSet(cache))
      .execute();
  });
