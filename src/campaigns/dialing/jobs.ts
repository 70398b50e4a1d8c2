import type { App } from '../../context.ts';
import type { QueueWork } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { Timestamp } from '../../timestamp.ts';
import { dial } from './dialer.ts';
import * as running from './running-queries.ts';
import { dialQueue, wakeDialers } from './wake.ts';

export const dialingQueues = (app: App): Readonly<Record<string, QueueWork>> => ({
  [dialQueue]: {
    concurrency: 4,
    work: async ({ organization_id }) => dial(app, Number(organization_id)),
  },
});

/**
 * Wakes the dialer for campaigns with a due retry or an opening slot; without a timestamp, for all running campaigns.
 */
export async function wakeDue(app: App, now: Timestamp | undefined): Promise<void> {
  const organizations = await running.toWake(app.db, now);
  for (const { organization_id } of organizations)
    await app.db.transaction().execute((trx) => wakeDialers(trx, app.jobs, [organization_id]));
}

export const dialingSweeps = (app: App): readonly Sweep[] => [
  { name: 'campaigns.wake_due', everyMs: 500, sweep: () => wakeDue(app, app.now()) },
  // Finds lost work again, whatever the reason.
  { name: 'campaigns.wake_all', everyMs: 10_000, sweep: () => wakeDue(app, undefined) },
];
