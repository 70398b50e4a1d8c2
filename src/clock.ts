import type { Transaction } from 'kysely';
import type { Database, Db } from './db/connect.ts';
import { type Timestamp, timestampOf } from './timestamp.ts';

/** The service's clock: the real time plus an offset that all processes share. */
export interface Clock {
  now(): Timestamp;
  offsetMs(): number;
  /** Sets the clock for every process; `along` writes in the same transaction. */
  set(timestamp: Timestamp, along?: (trx: Transaction<Database>) => Promise<void>): Promise<void>;
  /** Applies an offset that another process has set. */
  refresh(): Promise<void>;
}

export function createClock(db: Db): Clock {
  let offset = 0;
  return {
    now: () => timestampOf(new Date(Date.now() + offset)),
    offsetMs: () => offset,
    async set(timestamp, along) {
      const offset_ms = Date.parse(timestamp) - Date.now();
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
      const kept = await db.selectFrom('simulation_clock').select('offset_ms').executeTakeFirst();
      offset = kept?.offset_ms ?? 0;
    },
  };
}
