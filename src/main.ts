import type { Logger } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { DirectoryInUse } from './db/directory-lock.ts';
import { isDatabaseAway, isDatabaseLate } from './http/failures.ts';
import { createLog, describeError } from './log.ts';
import { migrateOnly, type Running, start } from './start.ts';

/** SQLSTATEs of a password, a user or a database that the server does not take. */
const refusedByDatabase = ['28000', '28P01', '3D000'];

const config = read();
const log = createLog(config.logLevel);

try {
  if (process.argv[2] === 'migrate') await migrateOnly(config, log);
  else await serve(log);
} catch (error) {
  explain(error);
  process.exit(1);
}

function read() {
  try {
    return readConfig();
  } catch (error) {
    explain(error);
    process.exit(2);
  }
}

/**
 * Runs until a signal; a second signal does not wait for requests. An error that nothing caught stops it as well, as
 * nobody knows what it left undone: what is in progress may end within the shutdown time-out, and the exit code says so.
 */
async function serve(logger: Logger): Promise<void> {
  let server: Running | undefined;
  let stopping = false;
  const end = (code: number): void => {
    stopping = true;
    const ended = server?.stop() ?? Promise.resolve();
    ended.then(
      () => process.exit(code),
      (error: unknown) => {
        explain(error);
        process.exit(1);
      },
    );
  };
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin, stopping }, 'an error that nothing caught');
    if (stopping) return;
    setTimeout(() => process.exit(1), config.shutdownTimeoutMs).unref();
    end(1);
  });
  server = await start(config, logger);
  const stop = (signal: string): void => {
    if (stopping) process.exit(130);
    logger.info({ signal }, 'stopping');
    end(0);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

/** What the operator can mend is said in a sentence; a stack is for what only we can. */
function explain(error: unknown): void {
  const { code = '', message } = error as { readonly code?: string; readonly message?: string };
  if (refusedByDatabase.includes(code))
    return console.error(`The server that DATABASE_URL names refuses: ${message}`);
  const known =
    error instanceof ConfigError ||
    error instanceof DirectoryInUse ||
    isDatabaseAway(error) ||
    isDatabaseLate(error);
  if (known || code === 'EADDRINUSE') console.error(message);
  else console.error(describeError(error));
}
