import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { setWoken } from './running-queries.ts';

/** The queue whose keys are the organizations whose scheduled calls or campaigns may have a call to place. */
export const dialQueue = 'campaigns.dial';

/**
 * Wakes the dialer for some organizations once the transaction has committed. One round serves all campaigns of an
 * organization, because they share its slots.
 */
export const wakeDialers = (
  trx: Transaction<Database>,
  jobs: Jobs,
  organizationIds: Iterable<number>,
): Promise<void> => jobs.wakeAfter(trx, dialQueue, Array.from(organizationIds, String));

/** Has an organization's campaigns that wait until their hours open look at them again. */
export async function wakeClosed(
  trx: Transaction<Database>,
  jobs: Jobs,
  { organization_id, now }: { readonly organization_id: number; readonly now: Timestamp },
): Promise<void> {
  await setWoken(trx, organization_id, now);
  await wakeDialers(trx, jobs, [organization_id]);
}
