import { sql, type Transaction } from 'kysely';
import type { Database, Db } from './connect.ts';
import { type Timestamp, timestampOf } from '../timestamp.ts';

/** The service's clock: the database's time plus an offset that all processes share. */
export interface Clock {
  now(): Timestamp;
  /** The same without the offset: the time that is sent to servers that compare it with clocks of their own. */
  real(): Timestamp;
  offsetMs(): number;
  /** How far this process's own clock is ahead of the database's; negative if it is behind. */
  skewMs(): number;
  /** Sets the clock for every process; `along` writes in the same transaction. */
  set(timestamp: Timestamp, along?: (trx: Transaction<Database>) => Promise<void>): Promise<void>;
  /** Reads the database's time, and applies an offset that another process has set. */
  refresh(): Promise<void>;
}

/** A clock that shows this process's own time until it is refreshed. */
export function createClock(db: Db): Clock {
  let offset = 0;
  /** How far the database's time is ahead of `performance.now()`, which no step of the process's own clock changes. */
  let aheadMs = Date.now() - performance.now();
  const time = (): number => performance.now() + aheadMs;
  return {
    now: () => timestampOf(new Date(time() + offset)),
    real: () => timestampOf(new Date(time())),
    offsetMs: () => offset,
    skewMs: () => Date.now() - time(),
    async set(timestamp, along) {
      const offset_ms = Math.ceil(Date.parse(timestamp) - time());
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('simulation_clock')
          .values({ singleton: true, offset_ms })
          .onConflict((on) => on.column('singleton').doUpdateSet({ offset_ms }))
          .execute();
        await along?.(trx);
      });
      offset = offset_ms;
    },
    async refresh() {
      const sent = performance.now();
      const { rows } = await sql<{ time: number; offset_ms: number | null }>`
        select extract(epoch from clock_timestamp())::double precision * 1000 as time,
          (select offset_ms from simulation_clock) as offset_ms`.execute(db);
      const received = performance.now();
      const { time: database, offset_ms } = rows[0]!;
      offset = offset_ms ?? 0;
      // It was read at some time in between: only what that excludes is corrected, so a slow answer moves nothing.
      aheadMs = Math.min(Math.max(aheadMs, database - received), database - sent);
    },
  };
}
