import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { oldestUncopiedSeconds } from '../campaigns/contacts/copy-queries.ts';
import { countHeld, oldestRetrySeconds } from '../campaigns/dialing/running-queries.ts';
import type { Config } from '../config.ts';
import type { Application } from '../app.ts';
import type { Connection } from '../db/connect.ts';
import { isMigrated } from '../db/migrate.ts';
import { welcome, welcomeOnNetwork } from '../demo/welcome.ts';
import { type Health, isClockWrong, reasonAgainst } from '../http/health.ts';
import {
  watchClock,
  watchListeners,
  watchPool,
  watchRepeats,
  watchSpans,
  watchWork,
} from '../telemetry/metrics.ts';
import { oldestWorkSeconds, serverValues } from './backlog-queries.ts';
import { closing, createHttpServer } from '../http/server.ts';
import { openJobs } from '../jobs/jobs.ts';
import { outboxIn } from '../mail/mailer.ts';
import { repeatedTransactions } from '../db/retrying.ts';
import { warnOfMissingKeys } from '../db/missing-keys.ts';
import { holdRestored } from './restored.ts';
import { openSecrets } from '../db/secrets.ts';
import { countLive } from '../telephony/calls/index.ts';
import { hasRoomIn } from '../storage/room.ts';
import { createStopping } from './stop.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { oldestDueSeconds } from '../webhooks/deliveries/take-queries.ts';
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

/** Starts the queues, the application and the server on a migrated database, which the stop closes. */
export async function listen(
  config: Config,
  log: Logger,
  connection: Connection,
): Promise<Running> {
  const { db, pool } = connection;
  const health: Health = {
    stopping: false,
    notReadyBecause: () =>
      isMigrated(db).then(
        async (migrated) => {
          const full = await fullDisks(config);
          return reasonAgainst({ migrated, stuck: stuck(), skewMs: skewMs(), full });
        },
        () => 'The database is unreachable.',
      ),
  };
  let stuck = (): string[] => [];
  let skewMs = (): number => 0;
  const tracing = config.tracing && (await startTracing(config.tracing, { config, log }));
  const secrets = openSecrets(config);
  await warnOfMissingKeys(db, secrets, log);
  const jobs = openJobs(connection, log);
  const { app, listener, endStreams } = await createApp({
    connection,
    config,
    log,
    health,
    secrets,
    jobs,
  });
  await app.clock.refresh();
  skewMs = () => app.clock.skewMs();
  await app.modelMigrations.fill();
  await app.modelDownloads.wake();
  if (config.restored) await holdRestored(app);
  watchPool(app.metrics, pool);
  watchListeners(app.metrics, () => connection.listeners());
  watchClock(app.metrics, () => app.clock.skewMs());
  if (tracing) watchSpans(app.metrics, () => tracing.counts());
  watchWork(app.metrics, {
    waiting: () => jobs.waiting(),
    liveCalls: () => countLive(db),
    oldest: [
      () => oldestWorkSeconds(db, app.now()),
      async () => ({ deliveries: await oldestDueSeconds(db, app.now()) }),
      async () => ({ contacts: await oldestUncopiedSeconds(db, app.now()) }),
      async () => ({ retries: await oldestRetrySeconds(db, app.now()) }),
    ],
    server: async () => ({
      ...(await serverValues(db)),
      campaigns_held: await countHeld(db, app.now()),
    }),
  });
  watchRepeats(app.metrics, repeatedTransactions);
  const server = createHttpServer(listener, config.timeouts);
  const connections = closing(server);
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(config.port, config.host, done);
  });
  const following = new AbortController();
  void followClock(app, following.signal);
  const stopping = createStopping();
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  app.origin.url ||= url;
  const workers = config.role === 'api' ? undefined : await startWorkers(app);
  if (workers && !config.mail.smtp)
    log.warn(
      { directory: outboxIn(config.dataDir) },
      'SMTP_URL is not set: emails are written to files',
    );
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
      following.abort();
      const worked = workers?.stop(stopping);
      // Requests are answered even if the workers' end fails.
      worked?.catch(() => {});
      await wait(delayMs);
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

/** Follows the database's clock, and changes of the simulation's that other processes make, until aborted. */
async function followClock({ clock, log }: Application, signal: AbortSignal): Promise<void> {
  for (let isWrong = false; !signal.aborted;) {
    await clock.refresh().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the clock could not be read');
    });
    if (isClockWrong(clock.skewMs()) !== isWrong) {
      isWrong = !isWrong;
      const skew = { clock_skew_seconds: clock.skewMs() / 1000 };
      if (isWrong)
        log.error(skew, "the clock of this process is wrong; the database's time is used");
      else log.info(skew, "the clock of this process agrees with the database's again");
    }
    await wait(followClockMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** The directories that have no room for files, as an operator names them. */
async function fullDisks({ dataDir, storage }: Config): Promise<string[]> {
  const directories = {
    DATA_DIR: dataDir,
    ...(storage.kind === 'directory' && { 'DATA_DIR/files': storage.directory }),
  };
  const looked = await Promise.all(
    Object.entries(directories).map(async ([name, at]) => ((await hasRoomIn(at)) ? [] : [name])),
  );
  return looked.flat();
}
