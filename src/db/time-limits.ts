import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../generated/database.ts';

/** What the server does not outlast on a connection, in the driver's words; times in milliseconds. */
export interface TimeLimits {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
  /** How long the client waits for an answer. */
  readonly query_timeout: number;
}

/**
 * The limits of every connection, made from how long a statement may take. The server gives up first, so that nothing
 * goes on there that nobody waits for; the client gives up on a server that is silent. Who only waits for a lock gives
 * up before the statement that holds it must.
 */
export const timeLimits = (statementMs: number): TimeLimits => ({
  statement_timeout: statementMs,
  lock_timeout: Math.ceil(statementMs / 2),
  idle_in_transaction_session_timeout: statementMs,
  query_timeout: Math.ceil(statementMs * 1.25),
});

/** How long a statement may take whose rows have no bound: those of a campaign, or all deliveries of an endpoint. */
const longMs = 15 * 60_000;
/** As long as a timer can be set for: 24 days. */
const endlessMs = 2 ** 31 - 1;

const clientLimit = new AsyncLocalStorage<number>();

/** How long the client waits for the statement that it is about to send, where it is not as long as for others. */
export const ownQueryTimeout = (): number | undefined => clientLimit.getStore();

/** Does work whose statements may take a quarter of an hour each. */
export async function allowingLong<T>(
  trx: Transaction<Database>,
  work: () => Promise<T>,
): Promise<T> {
  await sql`set local statement_timeout = ${sql.lit(longMs)}`.execute(trx);
  const result = await clientLimit.run(longMs * 1.25, work);
  // After a failure the transaction is undone, and this with it.
  await sql`set local statement_timeout to default`.execute(trx);
  return result;
}

/** Does work on whose statements the client puts no limit; the server's are its own matter. */
export const withoutClientLimit = <T>(work: () => Promise<T>): Promise<T> =>
  clientLimit.run(endlessMs, work);
