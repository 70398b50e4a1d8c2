import type { App } from '../../context.ts';
import type { CallToPlace } from '../../telephony/calls/queries.ts';
import { shareIfRunning } from '../lock-queries.ts';
import { claim } from './claim.ts';
import { release } from './release.ts';
import * as running from './running-queries.ts';
import { wakeDialers } from './wake.ts';

/** How many calls one transaction claims. A larger batch would block others that need the organization's slots. */
const batchSize = 50;
/** A claim that was not acted on within this time is checked again: the campaign may have been paused since. */
const staleMs = 1000;

/**
 * After this time a job hands over to the next one: the queue treats a job of a minute as crashed and starts another.
 */
const maxDialMs = 20_000;

/**
 * Places calls of an organization's running campaigns until no slot is free or no contact may be called. Any number of
 * dialers may run at once, in any number of processes: the database decides which of them gets a contact.
 */
export async function dial(app: App, organization_id: number, forMs = maxDialMs): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const campaigns = await running.ofOrganization(app.db, organization_id);
    let taken = 0;
    for (const { id } of campaigns) taken += await dialCampaign(app, organization_id, id);
    if (taken === 0) return;
    if (performance.now() - begun >= forMs) break;
  }
  await app.db.transaction().execute((trx) => wakeDialers(trx, app.jobs, [organization_id]));
}

/** Claims one batch and places its calls; returns how many contacts it took. */
async function dialCampaign(app: App, organization_id: number, campaign_id: number) {
  const begun = performance.now();
  const { calls, skipped } = await app.db
    .transaction()
    .execute((trx) =>
      claim(trx, { organization_id, campaign_id, now: app.now(), maxCalls: batchSize }),
    );
  const isStale = calls.length > 0 && performance.now() - begun > staleMs;
  if (isStale && !(await mayStillPlace(app, campaign_id, calls))) return 0;
  for (const call of calls) void app.calls.place(call);
  return calls.length + skipped;
}

/** Whether the campaign is still running; if not, undoes the attempts, which were not placed. */
const mayStillPlace = (
  app: App,
  campaignId: number,
  calls: readonly CallToPlace[],
): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    if (await shareIfRunning(trx, campaignId)) return true;
    const ids = calls.map(({ id }) => id);
    await release(trx, ids, app.now());
    app.log.warn(
      { campaign_id: campaignId, run_ids: ids },
      'attempts were undone before they were placed',
    );
    return false;
  });
