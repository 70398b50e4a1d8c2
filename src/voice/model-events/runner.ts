import type { Logger } from 'pino';
import type { Db, Exclusive } from '../../db/connect.ts';
import { createLeasedWork, type LeasedWork } from '../../jobs/leased.ts';
import type { Timestamp } from '../../timestamp.ts';
import { createFeed, type Feed, type NumberedEvent } from './feed.ts';

/** Work on models whose events are followed: downloads and migrations. */
export interface ModelRunner<Event> {
  /** Runs the work that no process runs: new work, and that of processes that died. */
  fill(): Promise<void>;
  /** Stops work that is to be canceled, or ends it if no process works on it. */
  cancel(id: number): Promise<void>;
  /** The events of work that runs in this process; undefined if it runs in another or has ended. */
  feedOf(id: number): Feed<Event> | undefined;
  /** Stops the work; the next start continues it. */
  stop(): Promise<void>;
}

export interface Parts {
  readonly db: Db;
  readonly exclusive: Exclusive;
  readonly log: Logger;
  readonly now: () => Timestamp;
}
/** Somebody cancels the work. */
export class Canceled extends Error {}

interface Row {
  readonly id: number;
  readonly state: string;
  readonly event_number: number;
}
export interface Run<Progress> {
  /** Aborted when the process stops or may have lost its lock, and with `Canceled`. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
}
interface Work<WorkRow, Event, Progress> {
  readonly name: string;
  readonly atOnce?: number;
  /** The work that has not ended. */
  list(): Promise<readonly WorkRow[]>;
  lockOf(id: number): number;
  /** Returns the terminal event; undefined if it was stopped and is continued later. */
  run(row: WorkRow, run: Run<Progress>): Promise<Event | undefined>;
  eventOf(progress: Progress, timestamp: Timestamp): Event;
  /** Stores the newest event for other processes, once a second. */
  save(id: number, newest: NumberedEvent<Event>): Promise<unknown>;
  finish(id: number, last: NumberedEvent<Event>): Promise<unknown>;
}

/** Nine events a second: with the last one never more than ten. */
const intervalMs = 112;
const beatMs = 1000;
/** How often a process looks for work whose process died. */
const adoptEveryMs = 15_000;

type Lock = NonNullable<Awaited<ReturnType<Exclusive>>>;

export function createModelRunner<
  WorkRow extends Row,
  Event,
  Progress extends { readonly progress: number },
>(parts: Parts, work: Work<WorkRow, Event, Progress>): ModelRunner<Event> {
  const { exclusive, log, now } = parts;
  const feeds = new Map<number, Feed<Event>>();
  const find = async (id: number) => (await work.list()).find((row) => row.id === id);
  const works: LeasedWork<number> = createLeasedWork({
    ...(work.atOnce !== undefined && { atOnce: work.atOnce }),
    async claim(): Promise<{ row: WorkRow; lock: Lock } | undefined> {
      for (const { id } of await work.list()) {
        if (works.has(id)) continue;
        const key = work.lockOf(id);
        const lock = await exclusive(key);
        const row = lock && (await find(id));
        if (row) return { row, lock };
        await lock?.release();
      }
      return undefined;
    },
    keyOf: ({ row }) => row.id,
    async work({ row, lock }, own) {
      const feed = createFeed<Event>();
      feeds.set(row.id, feed);
      if (row.state === 'canceling') own.abort(new Canceled());
      try {
        await run(row, { feed, own, signal: AbortSignal.any([own.signal, lock.lost]) });
      } finally {
        feed.end();
        feeds.delete(row.id);
        await lock.release();
      }
    },
    unclaimed: (err) => log.warn({ err }, `a ${work.name} could not be continued`),
    failed: (err, { row }) => log.error({ err, id: row.id }, `a ${work.name} was interrupted`),
    everyMs: adoptEveryMs,
  });

  async function run(
    row: WorkRow,
    { feed, own, signal }: { feed: Feed<Event>; own: AbortController; signal: AbortSignal },
  ): Promise<void> {
    const { id } = row;
    let number = row.event_number;
    let newest: NumberedEvent<Event> | undefined;
    let pushedAt = -Infinity;
    const report = (progress: Progress): void => {
      if (progress.progress < 100 && performance.now() - pushedAt < intervalMs) return;
      pushedAt = performance.now();
      number += 1;
      newest = { number, event: work.eventOf(progress, now()) };
      feed.push(newest);
    };
    // Also hears from other processes that the work is to be canceled.
    const beat = async (): Promise<void> => {
      if (newest) await work.save(id, newest);
      if ((await find(id))?.state !== 'running') own.abort(new Canceled());
    };
    // The work continues while the database is unreachable.
    const beating = setInterval(() => void beat().catch(() => {}), beatMs);
    let event: Event | undefined;
    try {
      event = await work.run(row, { signal, report });
    } finally {
      clearInterval(beating);
    }
    if (event === undefined) return;
    const last = { number: number + 1, event };
    await work.finish(id, last);
    feed.push(last);
  }

  return {
    fill: () => works.fill(),
    async cancel(id) {
      works.abort(id, new Canceled());
      await works.fill();
    },
    feedOf: (id) => feeds.get(id),
    stop: () => works.stop(),
  };
}
