import type { Logger } from 'pino';
import type { Db, Exclusive } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type MigrationEvent, moveModels } from '../models/migration.ts';
import { createFeed, type Feed } from './feed.ts';
import * as queries from './queries.ts';
import { directoryAfter, wholeStory } from './rules.ts';

export interface MigrationRunner {
  /** Does the work unless other work is being done in this process; undefined then. What it checks takes a thread. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Runs a migration that was just written, in the background. */
  start(migration: queries.MigrationRow): Promise<void>;
  /** The events of a migration that runs here; undefined if it runs in another process or is over. */
  feedOf(id: number): Feed | undefined;
  /** Takes up a migration whose process died; does nothing if there is none. */
  adopt(): Promise<void>;
  /** Leaves the work to the next start. */
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly exclusive: Exclusive;
  readonly log: Logger;
  readonly now: () => Timestamp;
}

/** Any number that no other lock in this database has. */
const lockKey = 7_203_411_908;
const saveEveryMs = 1000;
/** How often a process looks for a migration whose process died. */
const adoptEveryMs = 15_000;

export function createMigrationRunner(parts: Parts): MigrationRunner {
  const feeds = new Map<number, Feed>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const work = async (migration: queries.MigrationRow, lock: Lock): Promise<void> => {
    const feed = createFeed();
    feeds.set(migration.id, feed);
    const signal = AbortSignal.any([stopping.signal, lock.lost]);
    try {
      await run(parts, migration, { feed, signal });
    } catch (error) {
      parts.log.error({ err: error }, 'model migration');
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
      clearInterval(looking);
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
  const looking = setInterval(() => {
    runner.adopt().catch((error: unknown) => {
      parts.log.warn({ err: error }, 'model migration could not be taken up');
    });
  }, adoptEveryMs).unref();
  return runner;
}

type Lock = NonNullable<Awaited<ReturnType<Exclusive>>>;

async function run(
  { db, now }: Parts,
  migration: queries.MigrationRow,
  { feed, signal }: { feed: Feed; signal: AbortSignal },
): Promise<void> {
  let number = migration.event_number;
  let savedAt = -Infinity;
  for await (const event of moveModels(migration, { signal, now: () => new Date(now()) })) {
    if (isStop(event)) return;
    number += 1;
    if (event.event !== 'progress') {
      const last = wholeStory(migration, event);
      const state = last.event === 'complete' ? 'completed' : 'failed';
      const directory = directoryAfter(migration, last);
      await queries.finish(db, migration.id, { number, event: last, state, at: now(), directory });
      return feed.push({ number, event: last });
    }
    feed.push({ number, event });
    if (performance.now() - savedAt < saveEveryMs) continue;
    savedAt = performance.now();
    // Only a view for other processes: the work does not end because the database is away.
    await queries.saveEvent(db, migration.id, { number, event }).catch(() => {});
  }
}

/** The process stops, or may no longer hold the lock: the row stays `running`, for whoever takes it up. */
const isStop = (event: MigrationEvent): boolean =>
  event.event === 'error' && event.code === 'migration_stopped';
