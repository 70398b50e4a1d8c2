import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../generated/database.ts';

/** The timeouts of a connection in the driver's terms, in milliseconds. */
export interface TimeLimits {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
  /** How long the server may be silent while a statement waits for its answer. */
  readonly query_timeout: number;
}

/**
 * Derives all timeouts of a connection from the statement timeout. The server gives up first, so that no abandoned
 * statement keeps running; the client gives up on a server that does not respond. A statement that waits for a lock
 * gives up before the one that holds it. `idleMs` is how long a transaction may wait for its client: others wait for its
 * locks meanwhile, so a process that stands still must lose them soon.
 */
export const timeLimits = (statementMs: number, idleMs: number): TimeLimits => ({
  statement_timeout: statementMs,
  lock_timeout: Math.ceil(statementMs / 2),
  idle_in_transaction_session_timeout: idleMs,
  query_timeout: Math.ceil(statementMs * 1.25),
});

/**
 * Timeout of statements over an unbounded number of rows: all contacts of a campaign, all deliveries of an endpoint.
 */
const longMs = 15 * 60_000;
/** The maximum delay of a timer: 24 days. */
const endlessMs = 2 ** 31 - 1;

/** How long the client waits for the answers of the next statements, whole, in place of the limit of silence. */
export const clientLimit = new AsyncLocalStorage<number>();

/** Runs work whose statements may take 15 minutes each. */
export async function allowingLong<T>(
  trx: Transaction<Database>,
  work: () => Promise<T>,
): Promise<T> {
  await sql`set local statement_timeout = ${sql.lit(longMs)}`.execute(trx);
  const result = await clientLimit.run(longMs * 1.25, work);
  // An error rolls the transaction back, including this setting.
  await sql`set local statement_timeout to default`.execute(trx);
  return result;
}

/** Runs work without client-side statement timeouts; the server's still apply. */
export const withoutClientLimit = <T>(work: () => Promise<T>): Promise<T> =>
  clientLimit.run(endlessMs, work);
