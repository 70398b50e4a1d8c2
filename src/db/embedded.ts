import {
  mkdirSync,
  statfsSync,
  cpSync,
  existsSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  chmodSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { type Connection, connection, databaseOf, types, withoutCrashes } from './connect.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedDatabaseFailed } from './errors.ts';
import { localLock } from './process-lock.ts';
import { listenEmbedded } from './listen.ts';
import type { Lender } from './shared-pool.ts';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/**
 * Makes a directory that only this user can enter, with files that only this user can read: the engine creates its own
 * for everybody. Throws where the file system has no such modes or another user owns it.
 */
function keepPrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  if (isOpen(directory))
    throw new Error(
      `other users of this machine can read ${directory}, whose file system keeps no modes`,
    );
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, name);
    if (isOpen(path)) chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where images are kept: embedded databases that are migrated, and empty. */
export const images = join(root, 'node_modules/.cache/database');

/** The image of the published package, as the engine packs directories. */
const packedImage = join(root, 'generated/database.tar.gz');

/** What an image is made of. */
const engines = ['@electric-sql/pglite', 'kysely'];

/** The name of the image that the engine and the migrations make: another one if a byte of them differs. */
export function imageName(sources = join(root, 'src/db')): string {
  const hash = createHash('sha256');
  for (const name of engines)
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).toSorted())
    if (name.endsWith('.ts')) hash.update(`${name}\0`).update(readFileSync(join(sources, name)));
  return hash.digest('hex').slice(0, 32);
}

/**
 * Copies the current image to a directory that does not exist, which takes a tenth of the time that the engine takes to
 * make and migrate a database. Without an image it does nothing. A copy that is cut off leaves no directory.
 */
export async function placeImage(directory: string, from = images): Promise<void> {
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  if (existsSync(directory)) return;
  try {
    if (existsSync(packedImage)) return await unpackImage(packedImage, { partial, directory });
    const image = join(from, imageName());
    if (!existsSync(image)) return;
    cpSync(image, partial, { recursive: true });
    // It is renamed before it is deleted, so the copy of one that still has its name is whole.
    if (existsSync(image)) renameSync(partial, directory);
  } catch {
    // The engine makes the database itself, or says what is wrong with the directory.
  }
  rmSync(partial, { recursive: true, force: true });
}

async function unpackImage(
  file: string,
  { partial, directory }: { readonly partial: string; readonly directory: string },
): Promise<void> {
  const lite = await createPglite({ dataDir: partial, loadDataDir: await openAsBlob(file) });
  await lite.close();
  renameSync(partial, directory);
}

// Loaded by processes with an embedded database alone.

/** The embedded database has one connection, so waiting for it is normal and takes longer. */
const timeoutMs = 30_000;

/** PostgreSQL's default of 128 MB is memory of this process from the start. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens a PGlite with the settings of the service. */
export const createPglite = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({ startParams, ...options });

/** Opens the embedded database in its own directory, which only one process may open. */
export async function connectEmbedded(dataDir: string): Promise<Connection> {
  const unlock = lockDirectory(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    await placeImage(join(dataDir, 'db'));
    return connectPglite(await openPglite(join(dataDir, 'db')), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Wraps an open PGlite and takes ownership of it. */
export function connectPglite(lite: PGlite, afterClose: () => void = () => {}): Connection {
  const watched = watchForFailure(lite);
  const pool = withoutCrashes(
    new pg.Pool({
      ...(createPgConfig(lite) as pg.PoolConfig),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: timeoutMs,
      types,
    }),
  );
  const closeBehind = async (): Promise<void> => {
    await watched.close();
    afterClose();
  };
  return connection(pool, {
    db: databaseOf(releasingInLaterTurn(pool), timeoutMs),
    embedded: true,
    exclusive: localLock(),
    listen: listenEmbedded(lite),
    closeBehind,
  });
}

/**
 * The pool, which releases connections in a later turn of the event loop. The embedded database answers synchronously,
 * without a turn, so all waiting callers would otherwise run in one turn and block everything else.
 */
function releasingInLaterTurn(pool: pg.Pool): Lender {
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      // The pool creates a new wrapper each time it lends the client.
      const release = client.release.bind(client);
      client.release = (error) => void setImmediate(release, error);
      return client;
    },
    end: () => pool.end(),
  };
}

/** The severities after which the engine no longer does anything. */
const last = new Set(['FATAL', 'PANIC']);

/** What a server says that has crashed. */
const crashShutdown = '57P02';

interface Watched {
  /** Closes the engine, unless it has failed: then it would not return. */
  close(): Promise<void>;
}

/**
 * Watches for the error that stops the engine: usually its disk is full when it writes its log. The engine says so
 * without ending the query, and would then neither answer nor return from further calls, so it gets none. What waits
 * for it fails with that error, and an uncaught error ends the process.
 */
export function watchForFailure(lite: PGlite): Watched {
  let failure: Error | undefined;
  let isClosing = false;
  const fail = (error: Error): Error => {
    failure = Object.assign(
      new EmbeddedDatabaseFailed(
        `The embedded database has stopped: ${error.message}. Start again when the cause is removed; what was acknowledged is kept.`,
        { cause: error },
      ),
      { code: crashShutdown },
    );
    setImmediate(() => {
      throw failure;
    });
    return failure;
  };
  const execute = lite.execProtocolStream.bind(lite);
  lite.execProtocolStream = async (message, options) => {
    if (failure) throw failure;
    const answer = await execute(message, options).catch((error: unknown) => {
      // Sent by a connection that was destroyed before: nobody waits for it.
      if (isClosing) return [];
      throw error;
    });
    for (const each of answer)
      if (each instanceof Error && last.has(String((each as { severity?: string }).severity)))
        throw failure ?? fail(each);
    return answer;
  };
  return {
    async close() {
      isClosing = true;
      if (!failure) await lite.close();
    },
  };
}

const mebibyte = 1_048_576;

/**
 * Opens the database in a directory whose parent exists, and that no other user of the machine can read. An error says
 * how much room its disk has.
 */
export async function openPglite(directory: string): Promise<PGlite> {
  try {
    keepPrivate(directory);
    const lite = await createPglite({ dataDir: directory });
    keepPrivate(directory);
    return lite;
  } catch (error) {
    const { bavail, bsize } = statfsSync(dirname(directory));
    throw new EmbeddedDatabaseFailed(
      `The embedded database in ${directory} cannot be opened: ${(error as Error).message}. Its disk has ${Math.floor((bavail * bsize) / mebibyte)} MiB left; it needs at least 32.`,
      { cause: error },
    );
  }
}
