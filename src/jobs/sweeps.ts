import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v4 as uuid } from 'uuid';
import type { Db } from '../db/connect.ts';
import type { Rounds } from './rounds.ts';
import * as queries from './sweep-queries.ts';

/** Periodic work. Two processes may run it at once without harm, as after one has lost its lease. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly sweep: () => Promise<unknown>;
  /** It works on data of this process, or fills its slots. Other sweeps run once for all processes. */
  readonly isLocal?: true;
}

interface Sweeps {
  stop(): Promise<void>;
}

interface SweepParts {
  readonly db: Db;
  readonly log: Logger;
  readonly rounds: Rounds;
  /** A run keeps the sweep from other processes until it has lasted for ten periods, and for this time. */
  readonly stuckMs: number;
  /** For how long a process repeats a sweep before any other may, at least: when it has died, the others wait so long. */
  readonly leaseMs?: number;
}

/** The pause after a sweep's first failure, doubled with each, up to this one or the sweep's period. */
const [firstPauseMs, maxPauseMs] = [1000, 30_000];

interface Hold {
  /** By `performance.now()`; a little before the database's clock says so. */
  until: number;
  readonly failures: number;
  isRunning: boolean;
}

const isStopped = Symbol('stopped');

/** Runs sweeps until stopped: local ones in this process, the others by turns with the other processes. */
export function startSweeps(
  sweeps: readonly Sweep[],
  { db, log, rounds, stuckMs, leaseMs = 5000 }: SweepParts,
): Sweeps {
  const held = (everyMs: number): number => everyMs * Math.ceil(leaseMs / everyMs);
  /** The pauses between two looks at what is due. */
  const [minLookMs, maxLookMs] = [leaseMs / 50, leaseMs / 5];
  const stopping = new AbortController();
  const { signal } = stopping;
  const holder = uuid();
  const shared = new Map(sweeps.filter(({ isLocal }) => !isLocal).map((each) => [each.name, each]));
  const names = [...shared.keys()];
  const holds = new Map<string, Hold>();
  const works = new Set<Promise<void>>();
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => isStopped);

  /** Whether it succeeded. */
  async function run(each: Sweep): Promise<boolean> {
    try {
      await rounds.run('sweep', each, async () => each.sweep());
      return true;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, sweep: each.name }, 'a sweep failed');
      return false;
    }
  }

  async function repeat(each: Sweep): Promise<void> {
    do await run(each);
    while ((await pause(each.everyMs)) !== isStopped);
  }

  /** Runs it every period, until it fails or the next run would be another's. */
  async function runHeld(each: Sweep, hold: Hold): Promise<void> {
    const { name, everyMs } = each;
    let next = performance.now();
    let { failures } = hold;
    for (;;) {
      hold.isRunning = true;
      if (!(await run(each))) {
        const pauseMs = Math.min(firstPauseMs * 2 ** failures, Math.max(everyMs, maxPauseMs));
        await queries.setFailed(db, { name, holder }, pauseMs);
        return;
      }
      if (failures > 0) await queries.setSucceeded(db, { name, holder });
      failures = 0;
      hold.isRunning = false;
      // A timer may end a little early, and a run may last longer than a period.
      const periods = Math.max(Math.ceil((performance.now() - next) / everyMs), 1);
      next += periods * everyMs;
      if (next >= hold.until || (await pause(next - performance.now())) === isStopped) return;
      if (performance.now() >= hold.until) return;
    }
  }

  function begin(each: Sweep, hold: Hold): void {
    holds.set(each.name, hold);
    const work = runHeld(each, hold)
      .catch((error: unknown) =>
        log.warn({ err: error, sweep: each.name }, 'the result of a sweep could not be written'),
      )
      .finally(() => {
        holds.delete(each.name);
        works.delete(work);
      });
    works.add(work);
  }

  /** Takes what is due; returns when something is due next, in milliseconds. */
  async function take(): Promise<number> {
    const at = performance.now();
    const stuck = new Set(rounds.stuck(stuckMs));
    const kept = [...holds].filter(
      ([name, { isRunning, until }]) => isRunning && until - at < leaseMs / 2 && !stuck.has(name),
    );
    const found = await queries.look(db, {
      holder,
      names,
      wanted: names.filter((name) => !holds.has(name)),
      kept: kept.map(([name]) => name),
      leaseMs,
      maxPauseMs,
    });
    for (const name of found.kept) {
      const hold = holds.get(name);
      if (hold) hold.until = at + held(shared.get(name)!.everyMs);
    }
    for (const { name, failures } of found.taken) {
      const each = shared.get(name)!;
      begin(each, { until: at + held(each.everyMs), failures, isRunning: true });
    }
    return found.next_ms ?? maxLookMs;
  }

  async function look(): Promise<void> {
    let isAdded = false;
    const round = { name: 'jobs.look_for_due_sweeps', everyMs: maxLookMs };
    let nextMs: number;
    do {
      nextMs = maxLookMs;
      try {
        await rounds.run('sweep', round, async () => {
          if (!isAdded) await queries.add(db, [...shared.values()]);
          isAdded = true;
          nextMs = await take();
        });
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'sweeps could not be looked for');
      }
    } while ((await pause(Math.min(Math.max(nextMs, minLookMs), maxLookMs))) !== isStopped);
  }

  const looking = shared.size > 0 ? look() : undefined;
  const local = sweeps.filter(({ isLocal }) => isLocal).map(repeat);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([looking, ...local]);
      await Promise.all(works);
      // Otherwise the others wait until the leases end.
      await queries.release(db, holder, leaseMs).catch(() => {});
    },
  };
}
