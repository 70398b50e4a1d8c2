import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/queue.ts';

/** The queue of organizations whose scheduled calls or campaigns may have a call to place. */
export const dialQueue = 'campaigns.dial';

/**
 * Enqueues the dialer for some organizations. One job serves all campaigns of an organization, because they share its
 * slots. Each wake-up leaves a job of its own; one that begins drops those that wait.
 */
export const wakeDialers = (
  trx: Transaction<Database>,
  jobs: Jobs,
  organizationIds: Iterable<number>,
): Promise<void> =>
  jobs.enqueue(
    trx,
    dialQueue,
    [...new Set(organizationIds)]
      .toSorted((one, other) => one - other)
      .map((organization_id) => ({ data: { organization_id }, key: String(organization_id) })),
  );
