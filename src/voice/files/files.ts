import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Database, Db } from '../../db/connect.ts';
import { unavailable } from '../../errors.ts';
import type { Spool, Spooled } from '../../storage/spool.ts';
import type { ByteRange, Storage } from '../../storage/storage.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import * as queries from './queries.ts';
import { keyOf } from './rules.ts';

export type { StoredFile } from './queries.ts';

/** The bytes of samples, avatars and generations, each kept once per organization. */
export interface Files {
  /**
   * Stores the bytes of a temporary file, which it may move, unless the organization has them. Call it while no
   * transaction is open, and `refer` within an hour: a file that nothing refers to is removed. Throws `limit_reached`.
   */
  keep(organizationId: number, spooled: Spooled, mediaType: string): Promise<queries.StoredFile>;
  /** Opens a file's bytes; rejects before the first one if they are missing. */
  read(file: queries.StoredFile, range?: ByteRange): Promise<Readable>;
  /** A local path of the bytes for other threads and programs, until it is released. */
  local(file: queries.StoredFile): Promise<LocalFile>;
}

interface LocalFile {
  readonly path: string;
  release(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly storage: Storage;
  readonly spool: Spool;
  readonly now: () => Timestamp;
}

/** Locks a kept file against removal, in the transaction that writes the row which refers to it. */
export async function refer(
  trx: Transaction<Database>,
  organizationId: number,
  id: string,
): Promise<queries.StoredFile> {
  const file = await queries.share(trx, organizationId, id);
  if (!file) throw tooLate();
  return file;
}

export function createFiles(parts: Parts): Files {
  const { storage, spool } = parts;
  return {
    keep: (organizationId, spooled, mediaType) =>
      keep(parts, spooled, {
        id: uuid(),
        organization_id: organizationId,
        sha256: spooled.sha256,
        bytes: spooled.bytes,
        media_type: mediaType,
      }),
    read: (file, range) => storage.read(keyOf(file), range),
    async local(file) {
      const near = storage.pathOf?.(keyOf(file));
      if (near !== undefined) return { path: near, release: async () => {} };
      const path = await spool.newPath();
      const release = () => rm(path, { force: true });
      try {
        await pipeline(await storage.read(keyOf(file)), createWriteStream(path, { mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path, release };
    },
  };
}

/** Longer than storing a file takes. */
const storingMs = 60 * 60_000;

/**
 * The removal of the object is planned before its bytes are stored, and given up in the transaction that inserts its
 * row: whatever a killed process leaves behind in the storage is removed.
 */
async function keep(
  { db, storage, now }: Parts,
  spooled: Spooled,
  file: queries.StoredFile,
): Promise<queries.StoredFile> {
  const { organization_id } = file;
  const found = await db.transaction().execute(async (trx) => {
    const kept = await queries.keepFound(trx, file, now());
    if (kept) return kept;
    await mustFit(trx, organization_id, ['voice_bytes_limit'], { adding: file.bytes });
    await queries.addRemoval(trx, keyOf(file), later(now(), storingMs));
    return undefined;
  });
  if (found) return found;
  try {
    await storage.put(keyOf(file), spooled);
    return await db.transaction().execute((trx) => insert(trx, file, now()));
  } catch (error) {
    await queries.addRemoval(db, keyOf(file), now());
    throw error;
  }
}

/** Another upload may have stored the same bytes meanwhile: then that one is used. */
async function insert(
  trx: Transaction<Database>,
  file: queries.StoredFile,
  now: Timestamp,
): Promise<queries.StoredFile> {
  const kept = await queries.insert(trx, file, now);
  await mustFit(trx, file.organization_id, ['voice_bytes_limit']);
  if (kept.id !== file.id) await queries.addRemoval(trx, keyOf(file), now);
  else if (!(await queries.dropRemoval(trx, keyOf(file)))) throw tooLate();
  return kept;
}

const tooLate = () => unavailable('The upload took too long to be used. Send it again.');
