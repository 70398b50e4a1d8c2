import type { QueueWork } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import type { CampaignsApp } from './context.ts';
import { later } from '../timestamp.ts';
import { checkFullMs } from './dialing/claim.ts';
import { dial } from './dialing/dialer.ts';
import * as running from './dialing/running-queries.ts';
import { dialQueue } from './dialing/wake.ts';
import { type ApartParts, forEachIsolated } from '../jobs/for-each-isolated.ts';
import { listDeleted, removeNext } from './deletions/queries.ts';

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

/** How many rounds one sweep has at most. */
const maxRounds = 100;

export const deletionSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.remove_deleted', everyMs: 10_000, sweep: () => removeDeleted(app) },
];

/** Removes what deleted campaigns leave, a batch of each organization in turn. */
export async function removeDeleted(
  app: Pick<CampaignsApp, 'db' | 'now'> & ApartParts,
): Promise<void> {
  const { db } = app;
  /** They wait for the next sweep, so that they delay no other. */
  const failed: number[] = [];
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const now = app.now();
    let isDone = true;
    const failing = await forEachIsolated(app, {
      sweep: 'campaigns.remove_deleted',
      items: await listDeleted(db, failed),
      work: async (campaign) => {
        if (await db.transaction().execute((trx) => removeNext(trx, campaign, now))) isDone = false;
      },
      about: ({ id, organization_id }) => ({ organization_id, campaign_id: id }),
    });
    failed.push(...failing.map(({ id }) => id));
    if (isDone && failing.length === 0) return;
  }
}
