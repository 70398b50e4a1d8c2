import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { App } from '../../context.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { wake } from '../../webhooks/actions.ts';
import * as live from '../../telephony/calls/live-queries.ts';
import { claim } from './claim.ts';
import { hold } from './hold.ts';
import * as running from './running-queries.ts';
import type { Taken } from './take.ts';
import { wakeDialers } from './wake.ts';

/** How many calls one transaction claims. A larger batch would block others that need the organization's slots. */
const batchSize = 50;
/** Before another look at a campaign that somebody else has locked. */
const lockedPauseMs = 50;

/**
 * Places calls of an organization's running campaigns, one round; if there may be more to place, the next round comes
 * after those of other organizations. Any number of dialers may run at once, in any number of processes: the database
 * decides which of them gets a contact.
 */
export async function dial(app: App, organizationId: number): Promise<void> {
  const again = await dialRound(app, organizationId);
  if (again)
    await app.db.transaction().execute((trx) => wakeDialers(trx, app.jobs, [organizationId]));
}

/**
 * Claims calls for each running campaign, those with the fewest calls in progress first, each at most its share of the
 * free slots. Returns whether there may be more to claim.
 */
export async function dialRound(app: App, organizationId: number): Promise<boolean> {
  const campaigns = await running.ofOrganization(app.db, organizationId, app.now());
  if (campaigns.length === 0) return false;
  const { freeForCampaigns } = await app.calls.slots.look(app.db, organizationId);
  const maxCalls = Math.min(Math.max(Math.ceil(freeForCampaigns / campaigns.length), 1), batchSize);
  let taken = 0;
  let locked = false;
  let isFull = false;
  for (const { id, calls } of campaigns) {
    // Campaigns without calls in progress may have to be completed, which needs no slot.
    if (isFull && calls > 0) break;
    const result = await dialCampaign(app, { organization_id: organizationId, id, maxCalls });
    if (result === 'locked') locked = true;
    else {
      taken += result.calls.length + result.leftOut;
      isFull ||= result.organizationIsFull;
    }
  }
  if (locked) await setTimeout(lockedPauseMs);
  return locked || (taken > 0 && !isFull);
}

interface Turn {
  readonly organization_id: number;
  readonly id: number;
  readonly maxCalls: number;
}

const none: Taken = { calls: [], leftOut: 0, organizationIsFull: false, announced: false };

/** Claims one batch and places its calls. A campaign whose claim fails is held for a while; the others go on. */
async function dialCampaign(
  app: App,
  { organization_id, id: campaign_id, maxCalls }: Turn,
): Promise<Taken | 'locked'> {
  const claim_id = uuid();
  const { slots } = app.calls;
  try {
    const taken = await app.db
      .transaction()
      .execute((trx) =>
        claim(trx, { organization_id, campaign_id, claim_id, slots, maxCalls, now: app.now() }),
      );
    if (!taken) return (await running.isRunning(app.db, campaign_id)) ? 'locked' : none;
    if (taken.halted === 'circuit_breaker_tripped') app.metrics.work.breakerTripped();
    if (taken.announced) wake(app.jobs);
    for (const call of taken.calls) void app.calls.place(call);
    return taken;
  } catch (error) {
    // The claim may have been committed although its answer was lost.
    const claimed = await live.claimedBy(app.db, claim_id, organization_id);
    for (const id of claimed) void app.calls.place({ id, organization_id });
    if (isDatabaseAway(error)) throw error;
    if (claimed.length === 0) await hold(app, campaign_id, error);
    return none;
  }
}
