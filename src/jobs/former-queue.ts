import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { Sweep } from './sweeps.ts';

interface Parts {
  readonly db: Db;
  readonly now: () => Timestamp;
}

const minuteMs = 60_000;
/** Each process of 0.2.0 looks after its queues several times a minute. */
const unusedMs = 60 * minuteMs;

/** Releases before 0.3.0 had a queue in a schema of its own. */
export const formerQueueSweeps = (app: Parts): readonly Sweep[] => [
  { name: 'jobs.drop_former_queue', everyMs: 10 * minuteMs, sweep: () => dropFormerQueue(app) },
];

/**
 * Drops the queue of 0.2.0 an hour after its last process has stopped. Nothing is lost: its jobs only woke, and the
 * sweeps find what they would have done.
 */
export async function dropFormerQueue({ db, now }: Parts): Promise<void> {
  const found = await sql`select from pg_namespace where nspname = 'pgboss'`.execute(db);
  if (found.rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select from pgboss.queue
      where greatest(monitor_on, maintain_on, created_on) > ${later(now(), -unusedMs)}`.execute(
      trx,
    );
    if (rows.length === 0) await sql`drop schema pgboss cascade`.execute(trx);
  });
}
