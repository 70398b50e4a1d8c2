import { forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { hangUpInBatches } from '../../telephony/hang-ups/in-batches.ts';
import type { CampaignsApp } from '../context.ts';
import * as campaigns from './queries.ts';

/** How many contacts one transaction skips. */
const batchSize = 1000;
/** How many batches of a campaign one turn skips, so that the campaigns of others have theirs. */
const batches = 10;

/**
 * Skips the contacts of a canceled campaign in short transactions, none of which locks the campaign, and sets its end
 * when the last call has ended. Anybody may do it at once, and begin again where another stopped.
 */
export async function endCanceled(
  app: Pick<CampaignsApp, 'db' | 'now'>,
  campaignId: number,
): Promise<void> {
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

type Parts = Pick<CampaignsApp, 'db' | 'now' | 'log' | 'calls' | 'metrics'>;

/**
 * Ends canceled campaigns whose contacts were too many for the request, or whose calls were still in progress. Returns
 * after which one the next turn begins: campaigns whose calls last long do not delay those behind them.
 */
export async function endCanceledCampaigns(app: Parts, after = 0): Promise<number> {
  const ending = await campaigns.ending(app.db, after);
  await forEachIsolated(app, {
    sweep: 'campaigns.end_canceled',
    items: ending,
    work: (campaign) => end(app, campaign),
    about: ({ id }) => ({ campaign_id: id }),
  });
  return ending.length < campaigns.endingBatch ? 0 : (ending.at(-1)?.id ?? 0);
}

async function end(
  app: Parts,
  campaign: Awaited<ReturnType<typeof campaigns.ending>>[number],
): Promise<void> {
  // First, as somebody hears them.
  const { id: campaign_id, organization_id, hang_up_calls } = campaign;
  if (hang_up_calls) await hangUpInBatches(app, { organization_id, campaign_id });
  await endCanceled(app, campaign.id);
}

export function endingSweeps(app: CampaignsApp): readonly Sweep[] {
  let after = 0;
  const sweep = async (): Promise<void> => {
    after = await endCanceledCampaigns(app, after);
  };
  return [{ name: 'campaigns.end_canceled', everyMs: 1000, sweep }];
}
