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

/** One at most. */
export const listRunning = (db: Db) =>
  db.selectFrom('model_migrations').selectAll().where('state', '=', 'running').execute();

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
  readonly at: Timestamp;
}

export const finish = (db: Db, id: number, { number, event, at }: End) =>
  db
    .updateTable('model_migrations')
    .set({
      state: event.event === 'complete' ? 'completed' : 'failed',
      ended_at: at,
      event_number: number,
      event: JSON.stringify(event),
    })
    .where('id', '=', id)
    .execute();
