import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { removeAttempts } from '../../workflows/runs/call-queries.ts';
import * as contacts from './contact-queries.ts';

/** Undoes attempts that were never placed: their contacts return to their previous state. */
export async function release(
  trx: Transaction<Database>,
  runIds: readonly number[],
  now: Timestamp,
): Promise<void> {
  await contacts.release(trx, await removeAttempts(trx, runIds), now);
}
