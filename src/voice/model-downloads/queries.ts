import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { resource } from '../../db/resource.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { NumberedEvent } from '../model-events/feed.ts';
import { type DownloadEvent, stateAfter } from './rules.ts';

const downloads = resource('model_downloads', {
  columns: ['id', 'name', 'revision', 'state', 'event_number', 'event', 'started_at', 'ended_at'],
  missing: ['Download', 'download_id'],
});

export const { get, insert } = downloads;
export const lock = downloads.locking('for update');

export type DownloadRow = Awaited<ReturnType<typeof get>>;

/** Removes the organization's downloads that ended before a time. */
export const removeEnded = (
  trx: Transaction<Database>,
  organizationId: number,
  before: Timestamp,
) =>
  trx
    .deleteFrom('model_downloads')
    .where('organization_id', '=', organizationId)
    .where('ended_at', '<', before)
    .execute();

/** The downloads that have not ended, of all organizations. */
export const listActive = (db: Db) =>
  db.selectFrom('model_downloads').selectAll().where('ended_at', 'is', null).execute();

export const cancel = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .updateTable('model_downloads')
    .set({ state: 'canceling' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores the newest event for other processes. */
export const saveEvent = (db: Db, id: number, { number, event }: NumberedEvent<DownloadEvent>) =>
  db
    .updateTable('model_downloads')
    .set({ event_number: number, event: JSON.stringify(event) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();

interface End extends NumberedEvent<DownloadEvent> {
  readonly at: Timestamp;
}

export const finish = (db: Db, id: number, { number, event, at }: End) =>
  db
    .updateTable('model_downloads')
    .set({
      state: stateAfter(event),
      event_number: number,
      event: JSON.stringify(event),
      ended_at: at,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
