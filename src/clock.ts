import type { Transaction } from 'kysely';
import type { Database, Db } from './db/connect.ts';
import { type Timestamp, timestampOf } from './timestamp.ts';

/** The time of the service: the real one, moved by an offset that all processes share. */
export interface Clock {
  now(): Timestamp;
  offsetMs(): number;
  /** Moves the clock to a moment, for every process, with what is written along with it. */
  set(moment: Timestamp, along?: (trx: Transaction<Database>) => Promise<void>): Promise<void>;
  /** Takes over what another process has set. */
  refresh(): Promise<void>;
}

export function createClock(db: Db): Clock {
  let offset = 0;
  return {
    now: () => timestampOf(new Date(Date.now() + offset)),
    offsetMs: () => offset,
    async set(moment, along) {
      const offset_ms = Date.parse(moment) - Date.now();
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
