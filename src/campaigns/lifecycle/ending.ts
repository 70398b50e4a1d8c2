import type { App } from '../../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import * as campaigns from './queries.ts';

/** How many contacts one transaction skips. */
const batchSize = 1000;
/** How many batches of a campaign one turn skips, so that the campaigns of others have theirs. */
const batches = 10;

/**
 * Skips the contacts of a canceled campaign in short transactions, none of which locks the campaign, and sets its end
 * when the last call has ended. Anybody may do it at once, and begin again where another stopped.
 */
export async function endCanceled(app: Pick<App, 'db' | 'now'>, campaignId: number): Promise<void> {
  const { db } = app;
  for (let batch = 0; batch < batches; batch += 1) {
    const now = app.now();
    const skipped = await db
      .transaction()
      .execute((trx) => campaigns.skipOpen(trx, campaignId, { most: batchSize, now }));
    if (skipped < batchSize) break;
  }
  await campaigns.setEnded(db, campaignId, app.now());
}

/** Ends canceled campaigns whose contacts were too many for the request, or whose calls were still in progress. */
export async function endCanceledCampaigns(app: Pick<App, 'db' | 'now' | 'log'>): Promise<void> {
  for (const { id } of await campaigns.ending(app.db))
    await endCanceled(app, id).catch((error: unknown) =>
      app.log.error({ err: error, campaign_id: id }, 'a canceled campaign could not be ended'),
    );
}

export const endingSweeps = (app: App): readonly Sweep[] => [
  { name: 'campaigns.end_canceled', everyMs: 1000, sweep: () => endCanceledCampaigns(app) },
];
