import type { Logger } from 'pino';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import type { Db, Exclusive } from '../../db/connect.ts';
import { createLeasedWork } from '../../jobs/leased.ts';
import type { Timestamp } from '../../timestamp.ts';
import { type MigrationEvent, moveModels } from '../models/migration.ts';
import { createFeed, type Feed } from '../model-events/feed.ts';
import * as queries from './queries.ts';

interface Migration {
  readonly models: number;
  readonly destination: string;
}

/**
 * The terminal event as reported: it also counts models that were moved before a crash, which the resumed work does not
 * count.
 */
function reportedEvent(
  { models }: Pick<Migration, 'models'>,
  event: MigrationEvent,
): MigrationEvent {
  if (event.event !== 'complete') return event;
  return { ...event, moved: Math.max(event.moved, models - event.errors.length) };
}

/** The directory after a terminal event; undefined if it stays the same. */
function directoryAfter(
  { destination }: Pick<Migration, 'destination'>,
  event: MigrationEvent,
): string | undefined {
  if (event.event !== 'complete') return undefined;
  const { moved, errors } = event;
  return moved > 0 || errors.length === 0 ? destination : undefined;
}

export interface MigrationRunner {
  /** Runs the work, or returns undefined if other work is running in this process: its checks use a thread. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Runs the migration that no process works on, if there is one: a new one, or one whose process crashed. */
  fill(): Promise<void>;
  /** The events of a migration that runs in this process; undefined if it runs in another or has ended. */
  feedOf(id: number): Feed<MigrationEvent> | undefined;
  /** Stops the work; the next start resumes it. */
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly exclusive: Exclusive;
  readonly log: Logger;
  readonly now: () => Timestamp;
}

const saveEveryMs = 1000;
/** How often a process checks for a migration whose process crashed. */
const adoptEveryMs = 15_000;

export function createMigrationRunner(parts: Parts): MigrationRunner {
  const { db, exclusive, log } = parts;
  const feeds = new Map<number, Feed<MigrationEvent>>();
  const works = createLeasedWork<{ migration: queries.MigrationRow; lock: Lock }, number>({
    atOnce: 1,
    async claim() {
      if (!(await queries.findRunning(db))) return undefined;
      const lock = await exclusive(advisoryLocks.modelMigration);
      const migration = lock && (await queries.findRunning(db));
      if (migration) return { migration, lock };
      await lock?.release();
      return undefined;
    },
    keyOf: ({ migration }) => migration.id,
    async work({ migration, lock }, own) {
      const feed = createFeed<MigrationEvent>();
      feeds.set(migration.id, feed);
      try {
        await run(parts, migration, { feed, signal: AbortSignal.any([own.signal, lock.lost]) });
      } finally {
        feed.end();
        feeds.delete(migration.id);
        await lock.release();
      }
    },
    unclaimed: (err) => log.warn({ err }, 'a model migration could not be resumed'),
    failed: (err, { migration }) =>
      log.error({ err, migration_id: migration.id }, 'a model migration was interrupted'),
    everyMs: adoptEveryMs,
  });
  let busy = false;
  return {
    async oneAtATime(work) {
      if (busy) return undefined;
      busy = true;
      try {
        return await work();
      } finally {
        busy = false;
      }
    },
    fill: () => works.fill(),
    feedOf: (id) => feeds.get(id),
    stop: () => works.stop(),
  };
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
