import type { Logger } from 'pino';
import type { Db, Exclusive } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type MigrationEvent, moveModels } from '../models/migration.ts';
import { createFeed, type Feed } from '../model-events/feed.ts';
import * as queries from './queries.ts';
import { directoryAfter, reportedEvent } from './rules.ts';

export interface MigrationRunner {
  /** Runs the work, or returns undefined if other work is running in this process: its checks use a thread. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Runs a newly inserted migration in the background. */
  start(migration: queries.MigrationRow): Promise<void>;
  /** The events of a migration that runs in this process; undefined if it runs in another or has ended. */
  feedOf(id: number): Feed<MigrationEvent> | undefined;
  /** Resumes a migration whose process crashed; does nothing if there is none. */
  adopt(): Promise<void>;
  /** Stops the work; the next start resumes it. */
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly exclusive: Exclusive;
  readonly log: Logger;
  readonly now: () => Timestamp;
}

/** An advisory lock number that nothing else in this database uses. */
const lockKey = 7_203_411_908;
const saveEveryMs = 1000;
/** How often a process checks for a migration whose process crashed. */
const adoptEveryMs = 15_000;

export function createMigrationRunner(parts: Parts): MigrationRunner {
  const feeds = new Map<number, Feed<MigrationEvent>>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const work = async (migration: queries.MigrationRow, lock: Lock): Promise<void> => {
    const feed = createFeed<MigrationEvent>();
    feeds.set(migration.id, feed);
    const signal = AbortSignal.any([stopping.signal, lock.lost]);
    try {
      await run(parts, migration, { feed, signal });
    } catch (error) {
      parts.log.error({ err: error }, 'a model migration failed');
    } finally {
      feed.end();
      feeds.delete(migration.id);
      await lock.release();
    }
  };
  const launch = (migration: queries.MigrationRow, lock: Lock): void => {
    const worked = work(migration, lock).finally(() => running.delete(worked));
    running.add(worked);
  };
  let busy = false;
  const runner: MigrationRunner = {
    async oneAtATime(work) {
      if (busy) return undefined;
      busy = true;
      try {
        return await work();
      } finally {
        busy = false;
      }
    },
    async start(migration) {
      const lock = await parts.exclusive(lockKey);
      if (lock) launch(migration, lock);
    },
    feedOf: (id) => feeds.get(id),
    async adopt() {
      if (running.size > 0 || stopping.signal.aborted) return;
      if (!(await queries.findRunning(parts.db))) return;
      const lock = await parts.exclusive(lockKey);
      if (!lock) return;
      const orphan = await queries.findRunning(parts.db);
      if (orphan) launch(orphan, lock);
      else await lock.release();
    },
    async stop() {
      clearInterval(adopting);
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
  const adopting = setInterval(() => {
    runner.adopt().catch((error: unknown) => {
      parts.log.warn({ err: error }, 'a model migration could not be resumed');
    });
  }, adoptEveryMs).unref();
  return runner;
}

type Lock = NonNullable<Awaited<ReturnType<Exclusive>>>;

async function run(
  { db, now }: Parts,
  migration: queries.MigrationRow,
  { feed, signal }: { feed: Feed<MigrationEvent>; signal: AbortSignal },
): Promise<void> {
  let number = migration.event_number;
  let savedAt = -Infinity;
  for await (const event of moveModels(migration, { signal, now: () => new Date(now()) })) {
    if (isStop(event)) return;
    number += 1;
    if (event.event !== 'progress') {
      const last = reportedEvent(migration, event);
      const state = last.event === 'complete' ? 'completed' : 'failed';
      const directory = directoryAfter(migration, last);
      await queries.finish(db, migration.id, { number, event: last, state, at: now(), directory });
      return feed.push({ number, event: last });
    }
    feed.push({ number, event });
    if (performance.now() - savedAt < saveEveryMs) continue;
    savedAt = performance.now();
    // Only informs other processes: the migration continues while the database is unreachable.
    await queries.saveEvent(db, migration.id, { number, event }).catch(() => {});
  }
}

/** The process stops or may have lost the lock: the row stays `running`, and another process resumes it. */
const isStop = (event: MigrationEvent): boolean =>
  event.event === 'error' && event.code === 'migration_stopped';
