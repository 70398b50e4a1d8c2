import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { CampaignsApp } from '../context.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { wake } from '../../webhooks/actions.ts';
import { claimedBy } from '../../telephony/calls/index.ts';
import { initiateDueOf } from '../../telephony/scheduled-calls/jobs.ts';
import { claim } from './claim.ts';
import * as running from './running-queries.ts';
import type { Taken } from './write-attempts.ts';
import { dialQueue } from './wake.ts';
import { later } from '../../timestamp.ts';
import { log } from '../queries.ts';
import { setHeldUntil } from './running-queries.ts';

/** How long a campaign whose claim failed is left alone. */
const holdMs = 60_000;

/** Delays a campaign whose claim failed, so that it delays no other; its log says so. */
async function postpone(
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

/** How many calls one transaction claims. A larger batch would block others that need the organization's slots. */
const batchSize = 50;
/** Before another look at a campaign that somebody else has locked. */
const lockedPauseMs = 50;

/**
 * Initiates an organization's scheduled calls that are due, and places calls of its running campaigns. Any number of
 * processes may do so at once: the database decides which of them gets a contact. If there may be more to place then, the
 * next round comes after those of other organizations.
 */
export async function dial(app: CampaignsApp, organizationId: number): Promise<void> {
  if (await dialRound(app, organizationId)) app.jobs.wake(dialQueue, [String(organizationId)]);
}

/**
 * Initiates the scheduled calls that wait for a slot, as they have a time, and then claims calls for each running campaign, those with the fewest calls in progress first, each at most its share of the
 * free slots. Returns whether there may be more to claim.
 */
export async function dialRound(app: CampaignsApp, organizationId: number): Promise<boolean> {
  await initiateDueOf(app, organizationId);
  const campaigns = await running.ofOrganization(app.db, organizationId, app.now());
  if (campaigns.length === 0) return false;
  const maxCalls =
    campaigns.length === 1 ? batchSize : await shareOf(app, organizationId, campaigns.length);
  let more = false;
  let locked = false;
  let isFull = false;
  for (const { id, calls } of campaigns) {
    // Campaigns without calls in progress may have to be completed, which needs no slot.
    if (isFull && calls > 0) break;
    const result = await dialCampaign(app, { organization_id: organizationId, id, maxCalls });
    if (result === 'locked') locked = true;
    else {
      more ||= result.mayHaveMore;
      isFull ||= result.organizationIsFull;
    }
  }
  if (locked) await setTimeout(lockedPauseMs);
  return locked || (more && !isFull);
}

/** How many calls each of several campaigns may claim: an equal share of what is free. One alone takes what it finds. */
async function shareOf(
  app: CampaignsApp,
  organizationId: number,
  campaigns: number,
): Promise<number> {
  const { freeForCampaigns } = await app.calls.slots.look(app.db, organizationId);
  return Math.min(Math.max(Math.ceil(freeForCampaigns / campaigns), 1), batchSize);
}

interface Turn {
  readonly organization_id: number;
  readonly id: number;
  readonly maxCalls: number;
}

const none: Taken = {
  calls: [],
  leftOut: 0,
  mayHaveMore: false,
  organizationIsFull: false,
  announced: false,
};

/** Claims one batch and places its calls. A campaign whose claim fails is held for a while; the others go on. */
async function dialCampaign(
  app: CampaignsApp,
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
    const claimed = await claimedBy(app.db, claim_id, organization_id);
    for (const id of claimed) void app.calls.place({ id, organization_id });
    if (isDatabaseAway(error)) throw error;
    if (claimed.length === 0) await postpone(app, campaign_id, error);
    return none;
  }
}
