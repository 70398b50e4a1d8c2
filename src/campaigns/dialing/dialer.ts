import type { App } from '../../context.ts';
import type { CallToAsk } from '../../telephony/calls/queries.ts';
import { claim } from './claim.ts';
import * as claims from './claim-queries.ts';
import * as running from './running-queries.ts';
import { wakeDialers } from './wake.ts';

/** How many calls one transaction claims: more would keep others who need the organization's slots waiting. */
const mostAtOnce = 50;
/** A claim that its process could not act on for so long is looked at again: the campaign may have been paused since. */
const staleMs = 1000;

/** After so long a job hands over to the next one: the queue takes a job of a minute for dead, and starts another. */
const longestMs = 20_000;

/**
 * Places calls of an organization's running campaigns until no slot is free or nothing may be called. Any number may run
 * at once, in any number of processes: the database decides who gets which contact.
 */
export async function dial(app: App, organization_id: number, forMs = longestMs): Promise<void> {
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

/** Claims once and asks for what was claimed; returns how many contacts that took. */
async function dialCampaign(app: App, organization_id: number, campaign_id: number) {
  const begun = performance.now();
  const { calls, skipped } = await app.db
    .transaction()
    .execute((trx) =>
      claim(trx, { organization_id, campaign_id, now: app.now(), most: mostAtOnce }),
    );
  const isStale = calls.length > 0 && performance.now() - begun > staleMs;
  if (isStale && !(await mayStillAsk(app, campaign_id, calls))) return 0;
  for (const call of calls) void app.calls.ask(call);
  return calls.length + skipped;
}

/** Whether the campaign still runs; if not, the attempts are undone, since nobody was asked for them. */
const mayStillAsk = (app: App, campaignId: number, calls: readonly CallToAsk[]): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    if (await running.shareIfRunning(trx, campaignId)) return true;
    const ids = calls.map(({ id }) => id);
    await claims.release(trx, ids, app.now());
    app.log.warn(
      { campaign_id: campaignId, run_ids: ids },
      'attempts were undone before anybody was asked',
    );
    return false;
  });
