import { sql, type Transaction } from 'kysely';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/connect.ts';

const key = (organizationId: number) =>
  sql`${lockKey('gate')}, (${organizationId}::bigint % 2147483647)::integer`;

/**
 * Passes the organization's gate: no rule that forbids calls can take effect before this transaction ends. The next
 * statement sees every rule in effect. Transactions that pass do not wait for each other.
 */
export const passGate = (trx: Transaction<Database>, organizationId: number) =>
  sql`select pg_advisory_xact_lock_shared(${key(organizationId)})`.execute(trx);

/**
 * Closes the organization's gate until the transaction ends. Call it last in a transaction that forbids calls, and wait
 * for the calls that passed before (`untilAnswered`) before its response is sent.
 */
export const closeGate = (trx: Transaction<Database>, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${key(organizationId)})`.execute(trx);
