import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import * as calls from '../../telephony/calls/queries.ts';
import { change } from '../lifecycle/queries.ts';
import { lockRunning } from '../lock-queries.ts';
import { log } from '../logs-queries.ts';
import { breakerHalt } from './breaker.ts';
import * as claims from './claim-queries.ts';
import { type Halt, routeOf } from './route.ts';
import { UnreadableSchedule } from './schedule-rules.ts';
import { take, type Taken } from './take.ts';

interface Claim {
  readonly organization_id: number;
  readonly campaign_id: number;
  readonly now: Timestamp;
  /** Maximum number of calls to claim. */
  readonly maxCalls: number;
}

const nothing: Taken = { calls: [], skipped: 0 };

/**
 * Takes the next contacts of a running campaign for which there are slots, and inserts their attempts. Every rule that
 * a call must obey is checked here, in the transaction that creates the call: state, approval, circuit breaker,
 * schedule, slots and the do-not-call list. If a rule cannot be read, no call is placed: the campaign is paused and its
 * log says why. Completes the campaign when no contact is left.
 */
export async function claim(trx: Transaction<Database>, request: Claim): Promise<Taken> {
  const { organization_id, campaign_id, now } = request;
  const slots = await calls.lockSlots(trx, organization_id);
  const campaign = await lockRunning(trx, organization_id, campaign_id);
  if (!campaign) return nothing;
  const open = await claims.openContacts(trx, campaign_id);
  if (open.pending + open.waiting + open.dialing === 0) {
    await finish(trx, campaign_id, now);
    return nothing;
  }
  const halted = await breakerHalt(trx, campaign, now);
  if (halted) return halt(trx, campaign_id, halted, now);
  const free = Math.min(
    request.maxCalls,
    slots.limit - slots.live,
    campaign.max_concurrency === null
      ? Infinity
      : campaign.max_concurrency - (await claims.liveCalls(trx, campaign_id)),
  );
  if (open.pending + open.waiting === 0 || free <= 0) return nothing;
  const route = await routeOf(trx, campaign, now);
  if ('event' in route) return halt(trx, campaign_id, route, now);
  try {
    return await take(trx, { campaign, route, free, now });
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    const unreadable = {
      event: 'schedule_unreadable',
      level: 'error',
      message: `The schedule is invalid, so no calls are placed: ${error.message}`,
      details: {},
    } as const;
    return halt(trx, campaign_id, unreadable, now);
  }
}

async function halt(
  trx: Transaction<Database>,
  campaignId: number,
  entry: Halt,
  now: Timestamp,
): Promise<Taken> {
  await change(trx, campaignId, { state: 'paused', wake_at: null });
  await log(trx, campaignId, { ...entry, ts: now });
  return nothing;
}

async function finish(
  trx: Transaction<Database>,
  campaignId: number,
  now: Timestamp,
): Promise<void> {
  await change(trx, campaignId, { state: 'completed', completed_at: now, wake_at: null });
  await log(trx, campaignId, {
    ts: now,
    level: 'info',
    event: 'campaign_completed',
    message: 'Every contact is finished.',
    details: {},
  });
}
