import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Slots } from '../../telephony/calls/index.ts';
import { isSuspended } from '../../billing/organization-queries.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { change, pauseIfRunning, setWakeAt } from '../lifecycle/queries.ts';
import { serviceTransitions } from '../lifecycle/rules.ts';
import { lockRunning } from '../lock-queries.ts';
import { announcePause, announceTransition } from '../events.ts';
import { log } from '../queries.ts';
import { breakerHalt } from './breaker.ts';
import * as claims from './claim-queries.ts';
import { type Halt, RouteLost, routeOf } from './route.ts';
import { UnreadableSchedule } from '../../telephony/calling-hours/schedule-rules.ts';
import { writeAttempts, type Taken } from './write-attempts.ts';

interface Claim {
  readonly organization_id: number;
  readonly campaign_id: number;
  /** Identifies the claim, also if its answer is lost. */
  readonly claim_id: string;
  readonly now: Timestamp;
  readonly slots: Slots;
  /** Maximum number of calls to claim. */
  readonly maxCalls: number;
}

const nothing: Taken = {
  calls: [],
  leftOut: 0,
  mayHaveMore: false,
  organizationIsFull: false,
  announced: false,
};

const suspended: Halt = {
  rule: 'organization_suspended',
  event: 'organization_suspended',
  level: 'warning',
  message: 'The organization is suspended, so no calls are placed.',
  details: {},
};

/** A campaign that waits for its own calls is woken when one ends; this is for the case that this was lost. */
export const checkFullMs = 60_000;
/** A time that is further ahead than this is not written anew: each claim would write it. */
const soonMs = 30_000;

/**
 * Takes the next contacts of a running campaign for which there are slots, and inserts their attempts, which a worker
 * has to begin to place before their lease ends. Every rule that a call must obey is checked here, and again when it is
 * placed (`permission-rules.ts`). If a rule cannot be read, no call
 * is placed: the campaign is paused and its log says why. Completes the campaign when no contact is left. Undefined if
 * the campaign is not running or locked by somebody else.
 */
export async function claim(
  trx: Transaction<Database>,
  request: Claim,
): Promise<Taken | undefined> {
  const { organization_id, campaign_id, claim_id, slots, now } = request;
  const campaign = await lockRunning(trx, organization_id, campaign_id);
  if (!campaign) return undefined;
  if (await isSuspended(trx, organization_id)) return halt(trx, campaign_id, suspended, now);
  const open = await claims.openContacts(trx, campaign_id);
  if (open.pending + open.waiting + open.dialing === 0) {
    await finish(trx, campaign_id, now);
    return { ...nothing, announced: true };
  }
  const halted = await breakerHalt(trx, campaign, now);
  if (halted) return halt(trx, campaign_id, halted, now);
  const full = async (organizationIsFull: boolean): Promise<Taken> => {
    await setWakeAt(trx, campaign_id, later(now, checkFullMs));
    return { ...nothing, organizationIsFull };
  };
  if (open.pending + open.waiting === 0) return full(false);
  const route = await routeOf(trx, campaign, now);
  if ('event' in route) return halt(trx, campaign_id, route, now);
  const ownRoom =
    campaign.max_concurrency === null ? Infinity : campaign.max_concurrency - open.dialing;
  if (ownRoom <= 0) return full(false);
  const { freeForCampaigns, chosenEvents, suspension } = await slots.lock(trx, organization_id);
  if (suspension) return halt(trx, campaign_id, suspended, now);
  if (freeForCampaigns === 0) return full(true);
  const room = Math.min(freeForCampaigns, ownRoom);
  const free = Math.min(request.maxCalls, room);
  try {
    const taken = await writeAttempts(trx, { campaign, route, free, claim_id, chosenEvents, now });
    if (taken.calls.length < room) return taken;
    if (campaign.wake_at === null || campaign.wake_at < later(now, soonMs))
      await setWakeAt(trx, campaign_id, later(now, checkFullMs));
    const organizationIsFull = taken.calls.length === freeForCampaigns;
    return { ...taken, organizationIsFull, mayHaveMore: false };
  } catch (error) {
    if (error instanceof RouteLost) return halt(trx, campaign_id, error.halt, now);
    if (!(error instanceof UnreadableSchedule)) throw error;
    const unreadable = {
      rule: 'hours',
      event: 'schedule_unreadable',
      level: 'error',
      message: `The schedule is invalid, so no calls are placed: ${error.message}`,
      details: {},
    } as const;
    return halt(trx, campaign_id, unreadable, now);
  }
}

/** Pauses a running campaign because its carrier refuses the account; one that is locked is paused at its next call. */
export async function pauseForAccount(
  trx: Transaction<Database>,
  campaignId: number,
  { reason, now }: { readonly reason: string; readonly now: Timestamp },
): Promise<void> {
  if (!(await pauseIfRunning(trx, campaignId))) return;
  const entry = {
    ts: now,
    level: 'error' as const,
    event: 'carrier_account_refused',
    message: `The carrier refuses the account, so the campaign was paused: ${reason}`,
    details: {},
  };
  await log(trx, campaignId, entry);
  await announcePause(trx, campaignId, entry);
}

async function halt(
  trx: Transaction<Database>,
  campaignId: number,
  halted: Halt,
  now: Timestamp,
): Promise<Taken> {
  const { rule: _, ...entry } = halted;
  await change(trx, campaignId, { state: serviceTransitions.halt.to, wake_at: null });
  await log(trx, campaignId, { ...entry, ts: now });
  await announcePause(trx, campaignId, { ...entry, ts: now });
  return { ...nothing, halted: entry.event, announced: true };
}

async function finish(
  trx: Transaction<Database>,
  campaignId: number,
  now: Timestamp,
): Promise<void> {
  await change(trx, campaignId, {
    state: serviceTransitions.complete.to,
    completed_at: now,
    wake_at: null,
  });
  await log(trx, campaignId, {
    ts: now,
    level: 'info',
    event: 'campaign_completed',
    message: 'Every contact is finished.',
    details: {},
  });
  const cause = { campaign_id: campaignId, caller: null, now };
  await announceTransition(trx, cause, { event: 'campaign_completed' });
}
