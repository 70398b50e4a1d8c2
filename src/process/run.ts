import type { Logger } from 'pino';
import { DirectoryUnopened } from '../cells/directory.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DirectoryInUse } from '../db/directory-lock.ts';
import {
  EmbeddedDatabaseFailed,
  isDatabaseAway,
  isDatabaseLate,
  isRefusedByDatabase,
} from '../db/errors.ts';
import { UnfitServer } from '../db/pooler.ts';
import { createLog, describeError } from '../telemetry/log.ts';
import type { Running } from './serve.ts';
import { listenFault, migrateOnly, reencryptOnly, start } from './start.ts';

const config = read();
const log = createLog(config.logLevel);

try {
  const [, , command] = process.argv;
  if (command === 'migrate') await migrateOnly(config, log);
  else if (command === 'reencrypt') await reencryptOnly(config, log);
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

/** The exit code of a stop that took longer than the shutdown timeout, the same as of `timeout(1)`. */
const cutOffCode = 124;

/**
 * Runs until a signal; a second signal, or one during the start, does not wait for requests. An uncaught error also stops the process, since its
 * state is unknown: work in progress may finish within the shutdown timeout, and the exit code is 1. Whatever a stop
 * waits for, the process ends at the timeout.
 */
async function serve(logger: Logger): Promise<void> {
  let server: Running | undefined;
  let stopping = false;
  const end = (code: number, delayMs: number): void => {
    stopping = true;
    setTimeout(() => {
      logger.error(
        { unfinished: server?.unfinished() ?? [] },
        'the stop took longer than SHUTDOWN_TIMEOUT_SECONDS; what was unfinished was cut off',
      );
      process.exit(code || cutOffCode);
    }, delayMs + config.shutdownTimeoutMs);
    const ended = server?.stop({ delayMs }) ?? Promise.resolve();
    ended.then(
      () => process.exit(code),
      (error: unknown) => {
        explain(error);
        process.exit(1);
      },
    );
  };
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin, stopping }, 'uncaught error');
    if (stopping) return;
    end(1, 0);
  });
  const stop = (signal: string): void => {
    if (stopping || !server) process.exit(130);
    logger.info({ signal }, 'stopping');
    end(0, config.shutdownDelayMs);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  server = await start(config, logger);
}

/** Errors that the operator can fix are printed as a sentence; all others as a stack trace. */
function explain(error: unknown): void {
  const { code = '', message } = error as { readonly code?: string; readonly message?: string };
  const listening = listenFault(error as Error);
  if (listening !== undefined) return console.error(listening);
  if (isRefusedByDatabase(error))
    return console.error(`The database server of DATABASE_URL rejected the connection: ${message}`);
  if (message?.startsWith('unsupported startup parameter'))
    return console.error(
      `${message}. PgBouncer needs ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout.`,
    );
  if (/MODULE_NOT_FOUND|ENOENT/.test(code) && /\/generated\/(?!server\/)/.test(message ?? ''))
    return console.error('Files of generated/ are missing: `make install` makes them.');
  const known =
    error instanceof ConfigError ||
    error instanceof DirectoryInUse ||
    error instanceof DirectoryUnopened ||
    error instanceof EmbeddedDatabaseFailed ||
    error instanceof UnfitServer ||
    isDatabaseAway(error) ||
    isDatabaseLate(error);
  if (known) console.error(message);
  else console.error(describeError(error));
}
