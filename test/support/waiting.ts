import { sql, type Transaction } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../../src/db/connect.ts';
import { onPostgres } from './database.ts';
import type { Member } from './organizations.ts';

/**
 * Waits until a request waits for the transaction; on the embedded database, with its one connection, every request
 * does.
 */
export async function untilWaiting(trx: Transaction<Database>, { server }: Member): Promise<void> {
  if (!onPostgres) return;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const look = async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))
    `.execute(server.app.db);
    expect(waiting.rows).not.toEqual([]);
  };
  // Where many tests run, a password takes more than a second to be compared.
  await vi.waitFor(look, { timeout: 20_000 });
}
