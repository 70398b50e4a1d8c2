import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Db } from '../../db/connect.ts';
import { type Waiter, waitIn } from '../../fairness/waiter.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Key } from '../runs/read-queries.ts';
import { changed, type Seen, type SeenTransfer, type SeenTurns } from './watch-queries.ts';

/** Wakes the streams of a run, whose id is the key, in every process. Nobody works on it. */
export const instructionsQueue = 'runs.instructions';

/** How often all runs that are followed are looked at: it finds ends, and what a lost wake-up was for. */
const lookEveryMs = 1000;
/** How many of them one statement looks at. */
const batchSize = 1000;

/** Who follows a run. */
interface Follower {
  /** The number of the last instruction that was read. */
  after: number;
  /** The last transfer that was read, in its state then. */
  transfer: SeenTransfer | null;
  /** The turns that were read; undefined if it does not read them. */
  said: SeenTurns | undefined;
  /** Resolves when there may be something new since the last time it did; rejects when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  leave(): void;
}

/** The runs that are followed in this process. */
export interface RunWatch {
  follow(seen: Omit<Seen, 'transfer'>): Follower;
  /**
   * Wakes those of this process that read the turns of a run. Those of other processes find them with the next look: telling
   * each process of each turn of each call would cost more than it is worth to the few that read them.
   */
  said(runId: number): void;
  /** How many follow a run. */
  readonly size: number;
}

interface Following extends Follower {
  readonly seen: Key;
  isWoken: boolean;
  readonly waiting: Set<Waiter>;
}

interface WatchParts {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'follow'>;
  readonly log: Logger;
}

/** Tells streams of runs when to read: one look for all of them, and a wake-up for each instruction and transfer. */
export function createRunWatch({ db, jobs, log }: WatchParts): RunWatch {
  const followers = new Map<number, Set<Following>>();
  // The look is no part of the request that happens to be the first.
  const outside = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const all = (): Following[] => [...followers.values()].flatMap((each) => [...each]);

  function wake(following: Following): void {
    following.isWoken = true;
    for (const waiter of following.waiting) waiter.begin();
    following.waiting.clear();
  }

  function woken(keys?: readonly string[]): void {
    if (!keys) return all().forEach(wake);
    for (const key of keys) followers.get(Number(key))?.forEach(wake);
  }

  async function look(): Promise<void> {
    const seen = all().map(({ seen: run, after, transfer, said }) => ({
      ...run,
      after,
      transfer,
      ...(said && { said }),
    }));
    try {
      for (let at = 0; at < seen.length; at += batchSize)
        woken((await changed(db, seen.slice(at, at + batchSize))).map(String));
    } catch (error) {
      log.warn({ err: error }, 'the runs that are followed could not be looked at');
    }
  }

  function begin(): void {
    jobs.follow(instructionsQueue, woken);
    timer = setInterval(() => {
      looking ??= look().finally(() => (looking = undefined));
    }, lookEveryMs);
  }

  return {
    said: (runId) =>
      followers.get(runId)?.forEach((following) => following.said && wake(following)),
    follow({ after, said, ...seen }) {
      const following: Following = {
        after,
        transfer: null,
        said,
        seen,
        isWoken: false,
        waiting: new Set(),
        async next(signal) {
          if (!following.isWoken) await waitIn(following.waiting, signal);
          following.isWoken = false;
        },
        leave() {
          const others = followers.get(seen.run_id);
          others?.delete(following);
          if (others?.size === 0) followers.delete(seen.run_id);
          if (followers.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
      const others = followers.get(seen.run_id);
      if (others) others.add(following);
      else followers.set(seen.run_id, new Set([following]));
      if (timer === undefined) outside(begin);
      return following;
    },
    get size() {
      return all().length;
    },
  };
}
