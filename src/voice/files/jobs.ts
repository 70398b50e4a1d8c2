import type { Transaction } from 'kysely';
import type { VoiceApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import * as queries from './queries.ts';
import { keyOf } from './rules.ts';

/** How long a file may be without a reference: longer than a request or a computation with it takes. */
const unusedMs = 60 * 60_000;
const batchSize = 100;
/** The pause of an object whose removal from the storage failed. */
const failedMs = 10 * 60_000;
/** How many batches one sweep works on at most. */
const maxBatches = 20;

export const fileSweeps = (app: VoiceApp): readonly Sweep[] => [
  { name: 'voice.remove_unused_files', everyMs: 60_000, sweep: () => removeUnused(app) },
  { name: 'voice.empty_storage', everyMs: 60_000, sweep: () => emptyStorage(app) },
  // Of this machine.
  {
    name: 'voice.remove_old_uploads',
    everyMs: 60 * 60_000,
    sweep: () => app.spool.removeOld(),
    isLocal: true,
  },
];

/** Removes the rows of files that nothing has referred to for an hour. */
export async function removeUnused(app: Pick<VoiceApp, 'db' | 'now'> & ApartParts): Promise<void> {
  const { db } = app;
  const keptBefore = later(app.now(), -unusedMs);
  for (let batch = 0; batch < maxBatches; batch++) {
    const files = await queries.listUnused(db, keptBefore, batchSize);
    const failed = await forEachIsolated(app, {
      sweep: 'voice.remove_unused_files',
      items: files,
      work: (file) =>
        db.transaction().execute((trx) => settle(trx, { file, keptBefore, now: app.now() })),
      about: ({ id }) => ({ file_id: id }),
    });
    // After the others.
    if (failed.length > 0) await queries.keepAgain(db, failed, app.now());
    if (files.length < batchSize) return;
  }
}

interface Candidate {
  readonly file: queries.StoredFile;
  readonly keptBefore: Timestamp;
  readonly now: Timestamp;
}

/**
 * A transaction that is about to refer to the file has locked it, and it is skipped. One that is removing the last
 * reference makes it a candidate again when it commits.
 */
async function settle(
  trx: Transaction<Database>,
  { file, keptBefore, now }: Candidate,
): Promise<void> {
  const locked = await queries.lockUnused(trx, file, keptBefore);
  if (!locked) return;
  if (await queries.isReferenced(trx, locked)) await queries.setUsed(trx, locked);
  else {
    await queries.remove(trx, locked);
    await queries.addRemoval(trx, keyOf(locked), now);
  }
}

/** Removes from the storage what no longer has a row, or never got one. */
export async function emptyStorage(
  app: Pick<VoiceApp, 'db' | 'storage' | 'now'> & ApartParts,
): Promise<void> {
  const { db, storage } = app;
  for (let batch = 0; batch < maxBatches; batch++) {
    const keys = await queries.listRemovals(db, app.now(), batchSize);
    const failed = await forEachIsolated(app, {
      sweep: 'voice.empty_storage',
      items: keys,
      work: async (key) => {
        await storage.remove(key);
        await queries.dropRemoval(db, key);
      },
      about: (storage_key) => ({ storage_key }),
    });
    // After the others.
    for (const key of failed) await queries.addRemoval(db, key, later(app.now(), failedMs));
    if (keys.length < batchSize) return;
  }
}
