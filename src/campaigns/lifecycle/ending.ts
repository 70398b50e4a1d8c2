import type { App } from '../../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { hangUp } from '../../telephony/hang-ups/actions.ts';
import { notHungUp } from '../../telephony/hang-ups/queries.ts';
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

/** How many calls of a campaign one transaction hangs up. */
const hungUpAtOnce = 100;

/**
 * Hangs up the calls of a canceled campaign in short transactions. Anybody may do it at once, and begin again where
 * another stopped; what is left has its turn when the campaigns of others have had theirs.
 */
async function hangUpCalls(
  app: Parts,
  campaign: { readonly id: number; readonly organization_id: number },
): Promise<void> {
  const { id: campaign_id, organization_id } = campaign;
  const { db, calls, metrics } = app;
  for (let batch = 0; batch < batches; batch += 1) {
    const wanted = { organization_id, campaign_id, limit: hungUpAtOnce };
    const ids = await notHungUp(db, wanted);
    if (ids.length === 0) break;
    const ended = await db
      .transaction()
      .execute((trx) => hangUp(trx, calls, { ids, now: app.now() }));
    for (const { outcome } of ended) if (outcome) metrics.work.ended(outcome);
    if (ids.length < hungUpAtOnce) break;
  }
}

type Parts = Pick<App, 'db' | 'now' | 'log' | 'calls' | 'metrics'>;

/**
 * Ends canceled campaigns whose contacts were too many for the request, or whose calls were still in progress. Returns
 * after which one the next turn begins: campaigns whose calls last long do not delay those behind them.
 */
export async function endCanceledCampaigns(app: Parts, after = 0): Promise<number> {
  const ending = await campaigns.ending(app.db, after);
  for (const campaign of ending)
    await end(app, campaign).catch((error: unknown) =>
      app.log.error(
        { err: error, campaign_id: campaign.id },
        'a canceled campaign could not be ended',
      ),
    );
  return ending.length < campaigns.endingBatch ? 0 : (ending.at(-1)?.id ?? 0);
}

async function end(
  app: Parts,
  campaign: Awaited<ReturnType<typeof campaigns.ending>>[number],
): Promise<void> {
  // First, as somebody hears them.
  if (campaign.hang_up_calls) await hangUpCalls(app, campaign);
  await endCanceled(app, campaign.id);
}

export function endingSweeps(app: App): readonly Sweep[] {
  let after = 0;
  const sweep = async (): Promise<void> => {
    after = await endCanceledCampaigns(app, after);
  };
  return [{ name: 'campaigns.end_canceled', everyMs: 1000, sweep }];
}
