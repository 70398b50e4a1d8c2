import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { keepPrivate } from './private-directory.ts';

/** The embedded database has stopped, and only another start of the process opens it again. */
export class EmbeddedDatabaseFailed extends Error {}

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
    const lite = await PGlite.create(directory);
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
