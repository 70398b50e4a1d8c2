import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Application, createApp } from '../app.ts';
import { oldestUncopiedSeconds } from '../campaigns/contacts/copy-queries.ts';
import { countHeld, oldestRetrySeconds } from '../campaigns/dialing/running-queries.ts';
import type { Cells } from '../cells/cells.ts';
import type { Directory } from '../cells/directory.ts';
import type { Config } from '../config.ts';
import type { Connection } from '../db/connect.ts';
import { isMigrated } from '../db/migrate.ts';
import { warnOfMissingKeys } from '../db/missing-keys.ts';
import { repeatedTransactions } from '../db/retrying.ts';
import type { Secrets } from '../db/secrets.ts';
import { type Health, isClockWrong, reasonAgainst } from '../http/health.ts';
import { cachedLookup } from '../time/cached-lookup.ts';
import { openJobs } from '../jobs/jobs.ts';
import { outboxIn } from '../mail/mailer.ts';
import { hasRoomIn } from '../storage/room.ts';
import {
  watchClock,
  watchListeners,
  watchPool,
  watchRepeats,
  watchSpans,
  watchWork,
} from '../telemetry/metrics.ts';
import type { startTracing } from '../telemetry/tracing.ts';
import { countLive, endUnplaced } from '../telephony/calls/index.ts';
import { withTimeout } from '../time/with-timeout.ts';
import { oldestDueSeconds } from '../webhooks/deliveries/take-queries.ts';
import { oldestWorkSeconds, serverValues } from './backlog-queries.ts';
import type { Stopping } from './stop.ts';
import { startTalks, startWorkers } from './workers.ts';
import { pauseRestored } from '../campaigns/dialing/restored.ts';
import { leaveOutLostIds } from '../db/lost-ids.ts';
import { leaveOutLostPositions } from '../webhooks/events/list-queries.ts';

/**
 * Cancels the unplaced calls of a restored database, which does not know whom it has called since the backup. Campaigns
 * are paused before their calls are returned. Runs at every start with `RESTORED=1`, and does only what is left to do.
 */
export async function holdRestored(app: Application): Promise<void> {
  await leaveOutLostIds(app.db, app.config.cell);
  await leaveOutLostPositions(app.db);
  const campaigns = await pauseRestored(app);
  const calls = await endUnplaced(app);
  app.log.warn(
    { campaigns_paused: campaigns, calls_ended: calls },
    'RESTORED=1: running campaigns were paused and waiting calls ended. Remove RESTORED, as each start with it does so.',
  );
}

const followClockMs = 500;
/** How long a check of a cell may take, and how long its result is used. */
const lookedMs = 2500;
const keptMs = 1000;

/** A cell whose database is migrated. */
export interface PreparedCell {
  readonly config: Config;
  readonly log: Logger;
  readonly connection: Connection;
}

/** What the cells of a process share. */
interface Common {
  readonly secrets: Secrets;
  readonly health: Health;
  readonly tracing?: Awaited<ReturnType<typeof startTracing>>;
  readonly directory?: Directory;
  readonly cells?: Cells;
}

/** What a process runs for a cell. */
export type Cell = Awaited<ReturnType<typeof createCell>>;

export async function createCell({ config, log, connection }: PreparedCell, common: Common) {
  const { db, pool } = connection;
  let stuck = (): string[] => [];
  await warnOfMissingKeys(db, common.secrets, log);
  const jobs = openJobs(connection, log);
  const created = await createApp({ ...common, connection, config, log, jobs });
  const { app } = created;
  await app.clock.refresh();
  if (config.demo) {
    const { seedDemo } = await import('../demo/seed.ts');
    await seedDemo(app);
  }
  await enterDirectory(common.directory, { config, log, connection });
  await app.modelMigrations.fill();
  await app.modelDownloads.fill();
  if (config.restored) await holdRestored(app);
  watchPool(app.metrics, pool);
  watchListeners(app.metrics, () => connection.listeners());
  watchClock(app.metrics, () => app.clock.skewMs());
  const { tracing } = common;
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
  const look = (): Promise<string | undefined> =>
    isMigrated(db).then(
      async (migrated) => {
        const full = await fullDisks(config);
        return reasonAgainst({ migrated, stuck: stuck(), skewMs: app.clock.skewMs(), full });
      },
      () => 'The database is unreachable.',
    );
  const notReadyBecause = cachedLookup(
    () => withTimeout(lookedMs, look(), () => 'The database does not respond.'),
    keptMs,
  );
  const following = new AbortController();
  void followClock(app, following.signal);
  let workers: Awaited<ReturnType<typeof startWorkers>> | undefined;
  return {
    ...created,
    number: config.cell,
    isEmbedded: connection.embedded,
    notReadyBecause,
    /** Begins its work, once the process listens. */
    async begin(url: string): Promise<void> {
      app.origin.url ||= url;
      workers = config.role === 'api' ? startTalks(app) : await startWorkers(app);
      stuck = () => workers?.stuck() ?? [];
      if (config.role !== 'api' && !config.mail.smtp)
        log.warn(
          { directory: outboxIn(config.dataDir) },
          'SMTP_URL is not set: emails are written to files',
        );
    },
    async stopWork(stopping: Stopping): Promise<void> {
      following.abort();
      await workers?.stop(stopping);
    },
    async close(stopping: Stopping): Promise<void> {
      following.abort();
      await stopping.step('jobs', jobs.stop());
      await stopping.step('database', connection.close());
    },
  };
}

/** Tells the directory whom the cell has, and that the configured super admin is its own. */
async function enterDirectory(
  directory: Directory | undefined,
  { config, log, connection }: PreparedCell,
): Promise<void> {
  const foreign = await directory?.enter(connection.db, config.cell, config.restored);
  if (foreign)
    log.warn(
      { users: foreign },
      'users have addresses that belong to another cell: they can log in there alone',
    );
  if (config.superAdmin) await directory?.claim(config.superAdmin.email, config.cell);
}

/** Follows the database's clock, and other processes' changes of the simulation's clock, until aborted. */
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
