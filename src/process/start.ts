import type { Logger } from 'pino';
import { listDemoUsers } from '../auth/queries.ts';
import { createClock } from '../db/clock.ts';
import { openDirectory } from '../cells/directory.ts';
import { type Config, ConfigError } from '../config.ts';
import { configOf } from '../system/cell-variables.ts';
import { commandFor, missingPackages } from '../system/packaged.ts';
import { type Connection, connectPostgres, type Db } from '../db/connect.ts';
import { openSecrets } from '../db/secrets.ts';
import { migrate, type MigrateOptions } from '../db/migrate.ts';
import type { PreparedCell } from './cell.ts';
import type { Running } from './serve.ts';
import type { Timestamp } from '../timestamp.ts';

const connect = (config: Config, log: Logger): Promise<Connection> =>
  config.databaseUrl === undefined
    ? import('../db/embedded.ts').then(({ connectEmbedded }) => connectEmbedded(config.dataDir))
    : Promise.resolve(
        connectPostgres(config.databaseUrl, {
          poolSize: config.databasePoolSize,
          timeoutMs: config.databaseTimeoutMs,
          idleInTransactionMs: config.databaseIdleMs,
          ...(config.databaseSessionUrl !== undefined && { sessionUrl: config.databaseSessionUrl }),
          ...(config.databaseReadUrl !== undefined && { readUrl: config.databaseReadUrl }),
          onReplica: (reason) =>
            reason === undefined
              ? log.info('the replica of DATABASE_READ_URL is read again')
              : log.warn({ err: reason }, 'the primary is read instead of DATABASE_READ_URL'),
        }),
      );

/** Throws a ConfigError if packages are missing that a store or a collector needs. */
function mustBeInstalled({ storage, tracing }: Config): void {
  const missing = missingPackages(
    ...(storage.kind === 's3' ? ['@aws-sdk/client-s3'] : []),
    ...(tracing ? tracingPackages : []),
  );
  if (missing !== undefined)
    throw new ConfigError(`${missing} (STORAGE_URL of an S3 store, OTEL_EXPORTER_OTLP_ENDPOINT)`);
}

const tracingPackages = ['resources', 'sdk-trace', 'exporter-trace-otlp-http'].map(
  (name) => `@opentelemetry/${name}`,
);

/** Runs migrations, adds the configured seed data, starts listening. */
export async function start(config: Config, log: Logger): Promise<Running> {
  mustBeInstalled(config);
  // Loaded before the connection to the database, so that a slow machine does not spend the connection's time limit on it.
  if (config.role === 'agent') return (await import('./serve-agent.ts')).serveAgent(config, log);
  const { listen } = await import('./serve.ts');
  const { cells, directoryUrl, databaseTimeoutMs: timeoutMs } = config;
  const directory =
    directoryUrl === undefined
      ? undefined
      : await openDirectory(directoryUrl, cells, { timeoutMs });
  try {
    return await listen(config, log, {
      prepare: (cell) =>
        prepareCell(configOf(config, cell), cells.length > 1 ? log.child({ cell }) : log),
      ...(directory && { directory }),
    });
  } catch (error) {
    await directory?.close();
    throw error;
  }
}

async function prepareCell(config: Config, log: Logger): Promise<PreparedCell> {
  const connection = await connect(config, log);
  try {
    await prepare(config, log, connection);
    return { config, log, connection };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Migrates the database and writes what every start needs. */
async function prepare(config: Config, log: Logger, connection: Connection): Promise<void> {
  const { db } = connection;
  const migrations = await migrateInSession(config, log, connection);
  if (migrations.length > 0) log.info({ migrations }, 'migrated');
  const clock = createClock(db);
  await clock.refresh();
  if (config.superAdmin) await setUpSuperAdmin(db, config.superAdmin, { log, now: clock.now() });
  if (!config.demo && (await listDemoUsers(db)).length > 0) {
    log.warn(
      'The database has demo users from an earlier start. They, their sessions and their API keys are rejected; their running campaigns keep calling on the simulated network. DEMO=1 admits them again.',
    );
  }
}

/** Creates or updates the configured super admin, and logs the result. */
async function setUpSuperAdmin(
  db: Db,
  superAdmin: NonNullable<Config['superAdmin']>,
  { log, now }: { readonly log: Logger; readonly now: Timestamp },
): Promise<void> {
  const { ensureSuperAdmin } = await import('../auth/actions.ts');
  const outcome = await ensureSuperAdmin(db, superAdmin, now);
  if (outcome === 'created') log.info('The super admin of SUPER_ADMIN_EMAIL was created.');
  if (outcome === 'password_changed') {
    log.warn(
      'SUPER_ADMIN_PASSWORD has changed: the super admin has the new password and was logged out of all sessions.',
    );
  }
  if (outcome === 'taken') {
    log.warn(
      'SUPER_ADMIN_EMAIL belongs to a user who is not a super admin: the address was registered before, or by the demo. Nothing was changed and no super admin was created. Use another address.',
    );
  }
}

/** Migrates the database; returns the names of the migrations that it ran. */
async function migrateInSession(
  { cell }: Config,
  log: Logger,
  connection: Connection,
): Promise<string[]> {
  const options: MigrateOptions = {
    cell,
    onHeldUp: (error, triesLeft) =>
      log.warn({ err: error, tries_left: triesLeft }, 'a table that migrations change is locked'),
    onLater: (migrations) =>
      log.warn({ migrations }, 'the database was migrated by a later release; nothing is migrated'),
    onViolated: (error, constraint) =>
      log.error({ err: error, constraint }, 'rows of before violate a constraint'),
  };
  await connection.verify();
  return connection.inSession((db) => migrate(db, options));
}

/** Only runs migrations, for deployments that migrate before they start servers. */
export async function migrateOnly(config: Config, log: Logger): Promise<void> {
  await inEachCell(config, log, async (connection, of) => {
    const migrations = await migrateInSession(of, log, connection);
    log.info(
      { migrations, ...cellIn(of) },
      migrations.length > 0 ? 'migrated' : 'nothing to migrate',
    );
  });
}

/** Only encrypts what is stored with the newest of SECRET_KEYS. */
export async function reencryptOnly(config: Config, log: Logger): Promise<void> {
  const { reencrypt } = await import('./reencrypt.ts');
  await inEachCell(config, log, async (connection, of) => {
    const { encrypted, unreadable } = await reencrypt(connection.db, openSecrets(config));
    if (unreadable.length > 0)
      log.error(
        { columns: unreadable, ...cellIn(of) },
        'some ciphertexts are damaged, or need a key that SECRET_KEYS lacks',
      );
    const done = { encrypted, ...cellIn(of) };
    log.info(done, 'everything that can be read is encrypted with the newest key');
  });
}

const cellIn = ({ cells, cell }: Config) => (cells.length > 1 ? { cell } : {});

/** Works on one cell after another. A failure is logged and does not stop the others; the first error is thrown at the end. */
async function inEachCell(
  config: Config,
  log: Logger,
  work: (connection: Connection, of: Config) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const cell of config.cells) {
    const of = configOf(config, cell);
    try {
      const connection = await connect(of, log);
      try {
        await work(connection, of);
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (config.cells.length > 1) log.error({ err: error, cell }, 'the work on a cell failed');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

interface ListenError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
}

/** Why the process cannot listen at the configured address, and what to do; undefined for another error. */
export function listenFault({ syscall, code, address, port = 0 }: ListenError): string | undefined {
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Start on another port: PORT=${port < 65_535 ? port + 1 : 3000} ${commandFor('start')}`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Start on a port above 1023: PORT=3000 ${commandFor('start')}`;
  if (code === 'EADDRNOTAVAIL') return `HOST is ${address}, which is no address of this machine.`;
  return undefined;
}
