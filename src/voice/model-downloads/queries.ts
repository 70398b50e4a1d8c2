import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { NumberedEvent } from '../model-events/feed.ts';
import { type DownloadEvent, stateAfter } from './rules.ts';

interface NewDownload {
  readonly organization_id: number;
  readonly name: string;
  readonly revision: string;
  readonly started_at: Timestamp;
}

export const insert = (trx: Transaction<Database>, download: NewDownload) =>
  trx.insertInto('model_downloads').values(download).returningAll().executeTakeFirstOrThrow();

export type DownloadRow = Awaited<ReturnType<typeof insert>>;

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

const one = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('model_downloads')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);

export const get = (db: Db, organizationId: number, id: number) =>
  one(db, organizationId, id).executeTakeFirstOrThrow(() => notFound('Download', 'download_id'));

export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  one(trx, organizationId, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Download', 'download_id'));

/** The downloads that have not ended, of all organizations. */
export const listActive = (db: Db) =>
  db.selectFrom('model_downloads').selectAll().where('ended_at', 'is', null).execute();

export const findActive = (db: Db, id: number) =>
  db
    .selectFrom('model_downloads')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export const cancel = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .updateTable('model_downloads')
    .set({ state: 'canceling' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores the newest event for other processes; returns the state, or nothing if the download has ended. */
export const saveEvent = (db: Db, id: number, { number, event }: NumberedEvent<DownloadEvent>) =>
  db
    .updateTable('model_downloads')
    .set({ event_number: number, event: JSON.stringify(event) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('state')
    .executeTakeFirst();

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
