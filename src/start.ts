import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { ensureSuperAdmin } from './auth/actions.ts';
import { listDemoUsers } from './auth/queries.ts';
import type { Config } from './config.ts';
import type { App } from './context.ts';
import { oldestRetrySeconds } from './campaigns/dialing/running-queries.ts';
import { type Connection, connectEmbedded, connectPostgres, type Db } from './db/connect.ts';
import { isMigrated, migrate, type MigrateOptions } from './db/migrate.ts';
import { seedDemo } from './demo/seed.ts';
import { welcome, welcomeOnNetwork } from './demo/welcome.ts';
import { type Health, reasonAgainst } from './http/health.ts';
import { watchListeners, watchPool, watchSpans, watchWork } from './http/metrics.ts';
import { closing, createHttpServer } from './http/server.ts';
import { openJobs } from './jobs/queue.ts';
import { timestampOf } from './timestamp.ts';
import { queues } from './queues.ts';
import { holdRestored } from './restored.ts';
import { openSecrets } from './secrets.ts';
import { countLive } from './telephony/calls/queries.ts';
import { createStopping } from './stopping.ts';
import { startTracing } from './tracing.ts';
import { oldestDueSeconds } from './webhooks/deliveries/take-queries.ts';
import { startWorkers } from './workers.ts';

const followClockMs = 500;
/** Requests are cut off a fifth of the shutdown timeout, and at most this time, before it ends. */
const maxClosingMs = 2000;

export interface Running {
  readonly url: string;
  /**
   * Ends the workers at once. Stops listening after the delay, waits for requests until shortly before the configured
   * timeout, closes the database.
   */
  stop(options: { readonly delayMs: number }): Promise<void>;
  /** What a stop still waits for. */
  unfinished(): string[];
}

const connect = (config: Config, log: Logger): Promise<Connection> =>
  config.databaseUrl === undefined
    ? connectEmbedded(config.dataDir)
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

/** Runs migrations, adds the configured seed data, starts listening. */
export async function start(config: Config, log: Logger): Promise<Running> {
  const connection = await connect(config, log);
  try {
    return await listen(config, log, connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function listen(config: Config, log: Logger, connection: Connection): Promise<Running> {
  const { db, pool } = connection;
  await prepare(config, log, connection);
  const health: Health = {
    stopping: false,
    draining: false,
    notReadyBecause: () =>
      isMigrated(db).then(
        (migrated) => reasonAgainst({ migrated, stuck: stuck() }),
        () => 'The database is unreachable.',
      ),
  };
  let stuck = (): string[] => [];
  const tracing = config.tracing && (await startTracing(config.tracing, { config, log }));
  const jobs = await openJobs(connection, queues, log);
  const { app, http, endStreams } = await createApp({
    connection,
    config,
    log,
    health,
    secrets: openSecrets(config),
    jobs,
  });
  await app.modelMigrations.adopt();
  await app.modelDownloads.wake();
  const followingClock = config.simulation ? await followClock(app, log) : undefined;
  if (config.restored) await holdRestored(app);
  watchPool(app.metrics, pool);
  watchListeners(app.metrics, () => connection.listeners());
  if (tracing) watchSpans(app.metrics, () => tracing.counts());
  watchWork(app.metrics, {
    waiting: () => jobs.waiting(),
    liveCalls: () => countLive(db),
    oldestDelivery: () => oldestDueSeconds(db, app.now()),
    oldestContact: () => oldestRetrySeconds(db, app.now()),
  });
  const server = createHttpServer(http, config.timeouts);
  const connections = closing(server);
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(config.port, config.host, done);
  });
  const stopping = createStopping();
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  app.origin.url ||= url;
  const workers = config.role === 'api' ? undefined : await startWorkers(app);
  if (workers) stuck = () => workers.stuck();
  log.info(
    { url, role: config.role, database: connection.embedded ? 'embedded' : 'postgresql' },
    'listening',
  );
  if (config.demo) process.stdout.write((config.onNetwork ? welcomeOnNetwork : welcome)(url));

  return {
    url,
    unfinished: () => stopping.unfinished(),
    async stop({ delayMs }) {
      const { shutdownTimeoutMs } = config;
      health.stopping = true;
      connections.begin();
      clearInterval(followingClock);
      const worked = workers?.stop(stopping);
      // Requests are answered even if the workers' end fails.
      worked?.catch(() => {});
      await wait(delayMs);
      health.draining = true;
      endStreams();
      const cutOff = setTimeout(
        () => server.closeAllConnections(),
        shutdownTimeoutMs - Math.min(shutdownTimeoutMs / 5, maxClosingMs),
      );
      await Promise.all([
        stopping.step('model migration', app.modelMigrations.stop()),
        stopping.step('model downloads', app.modelDownloads.stop()),
        stopping.step('requests', connections.end(), () => connections.unanswered()),
      ]);
      clearTimeout(cutOff);
      await worked;
      await stopping.step('calls', app.calls.settled());
      const traced = stopping.step('traces', tracing?.stop() ?? Promise.resolve());
      await stopping.step('jobs', jobs.stop());
      await stopping.step('database', connection.close());
      await traced;
    },
  };
}

/** Follows clock changes made by other processes. */
async function followClock({ clock }: App, log: Logger): Promise<NodeJS.Timeout> {
  await clock.refresh();
  const follow = (): void =>
    void clock
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'the clock could not be read'));
  return setInterval(follow, followClockMs).unref();
}

/** Migrates the database and writes what every start needs. */
async function prepare(config: Config, log: Logger, connection: Connection): Promise<void> {
  const { db } = connection;
  const migrations = await migrateInSession(connection, log);
  if (migrations.length > 0) log.info({ migrations }, 'migrated');
  if (config.superAdmin) await setUpSuperAdmin(db, config.superAdmin, log);
  if (config.demo) await seedDemo(db, config, timestampOf(new Date()));
  else if ((await listDemoUsers(db)).length > 0) {
    log.warn(
      'The database has demo users from an earlier start. They, their sessions and their API keys are rejected; their running campaigns keep calling on the simulated network. DEMO=1 admits them again.',
    );
  }
}

/** Creates or updates the configured super admin, and logs the result. */
async function setUpSuperAdmin(
  db: Db,
  superAdmin: NonNullable<Config['superAdmin']>,
  log: Logger,
): Promise<void> {
  const outcome = await ensureSuperAdmin(db, superAdmin, timestampOf(new Date()));
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
async function migrateInSession(connection: Connection, log: Logger): Promise<string[]> {
  const options: MigrateOptions = {
    onHeldUp: (error, triesLeft) =>
      log.warn({ err: error, tries_left: triesLeft }, 'a table that migrations change is locked'),
  };
  await connection.verify();
  return connection.inSession((db) => migrate(db, options));
}

/** Only runs migrations, for deployments that migrate before they start servers. */
export async function migrateOnly(config: Config, log: Logger): Promise<void> {
  const connection = await connect(config, log);
  try {
    const migrations = await migrateInSession(connection, log);
    log.info({ migrations }, migrations.length > 0 ? 'migrated' : 'nothing to migrate');
  } finally {
    await connection.close();
  }
}
