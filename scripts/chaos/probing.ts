import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from './client.ts';

/** What happened while something was done. */
export interface Probed {
  readonly name: string;
  readonly seconds: number;
  readonly calls: number;
  /** The longest time without a placed call. */
  readonly gapMs: number;
  /** The longest time that a read and a write waited for an answer, a 503 counted as waiting. */
  readonly readMs: number;
  readonly writeMs: number;
  /** How many answers were none of success. */
  readonly refused: number;
}

interface Probing {
  readonly db: pg.Client;
  readonly api: Client;
  readonly campaign: number;
  readonly name: string;
}

const everyMs = 50;

/** Reads and writes all the time while something is done, and looks at the calls that were placed meanwhile. */
export async function probe(
  { db, api, campaign, name }: Probing,
  work: () => Promise<unknown>,
): Promise<Probed> {
  const done = new AbortController();
  let refused = 0;
  const longest = async (request: (n: number) => Promise<unknown>): Promise<number> => {
    let longestMs = 0;
    for (let n = 0; !done.signal.aborted; n += 1) {
      const began = performance.now();
      await request(n).catch(() => (refused += 1));
      longestMs = Math.max(longestMs, performance.now() - began);
      await pause(everyMs);
    }
    return longestMs;
  };
  const began = Date.now();
  const reading = longest(() => api('GET', `/campaign/${campaign}`));
  const writing = longest((n) => api('PATCH', `/campaign/${campaign}`, { name: `Name ${n}` }));
  try {
    await work();
  } finally {
    done.abort();
  }
  const ended = Date.now();
  const [readMs, writeMs] = await Promise.all([reading, writing]);
  const times = await placedBetween(db, began, ended);
  return {
    name,
    seconds: (ended - began) / 1000,
    calls: times.length,
    gapMs: longestGap([began, ...times, ended]),
    readMs,
    writeMs,
    refused,
  };
}

/** When calls were placed, in order. */
export async function placedBetween(db: pg.Client, from: number, to: number): Promise<number[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select placed_at as at from simulated_calls where placed_at between $1 and $2 order by 1`,
    [new Date(from), new Date(to)],
  );
  return rows.map(({ at }) => at.getTime());
}

export const longestGap = (times: readonly number[]): number =>
  Math.max(...times.slice(1).map((at, index) => at - times[index]!));
