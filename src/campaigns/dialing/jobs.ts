import type { QueueWork } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { CampaignsApp } from '../context.ts';
import { createDialer } from './dialer.ts';
import * as running from './running-queries.ts';
import { dialQueue, wakeDialers } from './wake.ts';

export function dialingQueues(app: CampaignsApp): Readonly<Record<string, QueueWork>> {
  const dial = createDialer(app);
  return {
    [dialQueue]: {
      concurrency: 4,
      work: async ({ organization_id }) => dial(Number(organization_id)),
    },
  };
}

/** Wakes the dialer for campaigns with a due retry or an opening slot, or whose wake-up may have been lost. */
export async function wakeDue(app: CampaignsApp): Promise<void> {
  const organizations = await running.toWake(app.db, app.now());
  if (organizations.length > 0)
    await app.db.transaction().execute((trx) => wakeDialers(trx, app.jobs, organizations));
}

export const dialingSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.wake_due', everyMs: 500, sweep: () => wakeDue(app) },
];
