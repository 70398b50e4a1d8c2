import { sql, type Transaction } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database, Db } from '../../src/db/connect.ts';
import { onCitus, onPostgres } from './database.ts';
import type { Member } from './organizations.ts';

/** A session, and what waits for it: on a Citus, where that is a node's, the coordinator knows both by numbers of all nodes. */
const session = onCitus ? sql`citus_backend_gpid()` : sql`pg_backend_pid()`;
const waitingFor = (id: number) =>
  onCitus
    ? sql`select 1 from citus_lock_waits where blocking_gpid = ${id}`
    : sql`select 1 from pg_stat_activity where ${id} = any(pg_blocking_pids(pid))`;

/**
 * Waits until a request waits for the transaction; on the embedded database, with its one connection, every request
 * does.
 */
export async function untilWaiting(trx: Transaction<Database>, { server }: Member): Promise<void> {
  if (!onPostgres) return;
  const { rows } = await sql<{ id: number }>`select ${session} as id`.execute(trx);
  const look = async () => {
    const waiting = await waitingFor(rows[0]!.id).execute(server.app.db);
    expect(waiting.rows).not.toEqual([]);
  };
  // Where many tests run, a password takes more than a second to be compared.
  await vi.waitFor(look, { timeout: 20_000 });
}

/** How many sessions of the database wait for others. */
export async function countBlocked(db: Db): Promise<number> {
  const blocked = onCitus
    ? sql<{ count: number }>`
        select count(distinct waiting_gpid) as count
        from citus_lock_waits join citus_dist_stat_activity on global_pid = waiting_gpid
        where datname = current_database()`
    : sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return (await blocked.execute(db)).rows[0]!.count;
}
