import { later } from '../../timestamp.ts';
import type { CampaignsApp } from '../context.ts';
import { log } from '../logs-queries.ts';
import { setHeldUntil } from './running-queries.ts';

/** How long a campaign whose claim failed is left alone. */
const holdMs = 60_000;

/** Delays a campaign whose claim failed, so that it delays no other; its log says so. */
export async function postpone(
  app: Pick<CampaignsApp, 'db' | 'log' | 'now'>,
  campaignId: number,
  error: unknown,
): Promise<void> {
  const now = app.now();
  app.log.error({ err: error, campaign_id: campaignId }, 'a campaign could not be dialed');
  await app.db.transaction().execute(async (trx) => {
    if (!(await setHeldUntil(trx, campaignId, later(now, holdMs)))) return;
    await log(trx, campaignId, {
      ts: now,
      level: 'error',
      event: 'dialing_failed',
      message: `The next contacts could not be taken because of an error on the server. The campaign continues in ${holdMs / 1000} s.`,
      details: {},
    });
  });
}
