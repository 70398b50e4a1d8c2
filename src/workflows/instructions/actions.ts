import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { instructionsQueue } from './watch.ts';

/** Has the streams of runs read what is new, in every process, once the transaction has committed. */
export const wakeSessions = (
  trx: Transaction<Database>,
  jobs: Pick<Jobs, 'wakeAfter'>,
  runIds: readonly number[],
): Promise<void> => jobs.wakeAfter(trx, instructionsQueue, runIds.map(String));
