import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Key } from '../runs/read-queries.ts';
import { lastNumber } from './queries.ts';
import { instructionsQueue } from './watch.ts';

/** The number of the next instruction or decision of a locked run. */
export const numberNext = async (trx: Transaction<Database>, key: Key): Promise<number> =>
  (await lastNumber(trx, key)) + 1;

/** Has the streams of runs read what is new, in every process, once the transaction has committed. */
export const wakeSessions = (
  trx: Transaction<Database>,
  jobs: Pick<Jobs, 'wakeAfter'>,
  runIds: readonly number[],
): Promise<void> => jobs.wakeAfter(trx, instructionsQueue, runIds.map(String));
