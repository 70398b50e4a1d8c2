import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/queue.ts';

/** The queue of organizations whose campaigns may have a call to place. */
export const dialQueue = 'campaigns.dial';

/**
 * Has the dialer look at an organization's campaigns. One job serves all of them, because they share the organization's
 * slots; of many wakings one job is left.
 */
export const wakeDialer = (
  trx: Transaction<Database>,
  jobs: Jobs,
  organization_id: number,
): Promise<void> =>
  jobs.enqueue(trx, dialQueue, [{ data: { organization_id }, key: String(organization_id) }]);
