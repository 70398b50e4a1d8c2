import type { Logger } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { DirectoryInUse } from './db/directory-lock.ts';
import { isDatabaseAway } from './http/failures.ts';
import { createLog, describeError } from './log.ts';
import { migrateOnly, start } from './start.ts';

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

/** Runs until a signal; a second signal does not wait for requests. */
async function serve(logger: Logger): Promise<void> {
  const server = await start(config, logger);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(130);
    stopping = true;
    logger.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        explain(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

/** What the operator can mend is said in a sentence; a stack is for what only we can. */
function explain(error: unknown): void {
  const known =
    error instanceof ConfigError || error instanceof DirectoryInUse || isDatabaseAway(error);
  if (known || (error as { code?: string }).code === 'EADDRINUSE')
    console.error((error as Error).message);
  else console.error(describeError(error));
}
