import type { QueueWork } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { CampaignsApp } from '../context.ts';
import { later } from '../../timestamp.ts';
import { checkFullMs } from './claim.ts';
import { dial } from './dialer.ts';
import * as running from './running-queries.ts';
import { dialQueue } from './wake.ts';

export function dialingQueues(app: CampaignsApp): Readonly<Record<string, QueueWork>> {
  return {
    [dialQueue]: {
      concurrency: 4,
      work: (organizationId) => dial(app, Number(organizationId)),
      due: async () => (await running.toWake(app.db, later(app.now(), checkFullMs))).map(String),
    },
  };
}

/** Wakes the dialer for campaigns with a due retry or an opening slot, or whose wake-up may have been lost. */
export async function wakeDue(app: CampaignsApp): Promise<void> {
  const organizations = await running.toWake(app.db, app.now());
  if (organizations.length > 0) app.jobs.wake(dialQueue, organizations.map(String));
}

export const dialingSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.wake_due', everyMs: 500, sweep: () => wakeDue(app) },
];
