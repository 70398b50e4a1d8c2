import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { Failure } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { CallToPlace } from '../../telephony/calls/queries.ts';
import * as calls from '../../telephony/calls/queries.ts';
import { deadline } from '../../telephony/calls/rules.ts';
import * as routes from '../../telephony/calls/route-queries.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import { log } from '../logs-queries.ts';
import { defaultCircuitBreaker, noSchedule } from '../rules.ts';
import { countedSince, maxCallsThatTrip, trips } from './breaker-rules.ts';
import * as claims from './claim-queries.ts';
import { isOpen, nextOpening, UnreadableSchedule } from './schedule-rules.ts';

export interface Claim {
  readonly organization_id: number;
  readonly campaign_id: number;
  readonly now: Timestamp;
  /** Maximum number of calls to claim. */
  readonly maxCalls: number;
}

/** Why the dialer paused a campaign: an entry of its log. */
interface Halt {
  readonly event: string;
  readonly level: 'warning' | 'error';
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** The result of a claim: calls to place, and how many contacts were skipped. */
export interface Claimed {
  readonly calls: readonly CallToPlace[];
  readonly skipped: number;
}

const nothing: Claimed = { calls: [], skipped: 0 };

interface Route {
  readonly configuration: NonNullable<Awaited<ReturnType<typeof routes.findForCampaign>>>;
  readonly from_number: string | null;
  readonly definition_id: number;
  readonly workflow_configurations: Record<string, unknown>;
}

/**
 * Takes the next contacts of a running campaign for which there are slots, and inserts their attempts. Every rule that
 * a call must obey is checked here, in the transaction that creates the call: state, approval, circuit breaker,
 * schedule, slots and the do-not-call list. If a rule cannot be read, no call is placed: the campaign is paused and its
 * log says why. Completes the campaign when no contact is left.
 */
export async function claim(trx: Transaction<Database>, request: Claim): Promise<Claimed> {
  const { organization_id, campaign_id, now } = request;
  const slots = await calls.lockSlots(trx, organization_id);
  const campaign = await claims.lockRunning(trx, organization_id, campaign_id);
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

interface Taking {
  readonly campaign: claims.RunningCampaign;
  readonly route: Route;
  readonly free: number;
  readonly now: Timestamp;
}

async function take(
  trx: Transaction<Database>,
  { campaign, route, free, now }: Taking,
): Promise<Claimed> {
  const schedule = campaign.schedule_config ?? noSchedule;
  const zones = await claims.zones(trx, campaign.id);
  const inZone = (zone: string): string => zone || schedule.timezone;
  const openZones = zones.filter((zone) => isOpen(schedule, inZone(zone), now));
  const found = await claims.next(trx, {
    campaign_id: campaign.id,
    organization_id: campaign.organization_id,
    zones: openZones,
    limit: free,
    now,
  });
  const [listed, contacts] = [
    found.filter((contact) => contact.is_listed),
    found.filter((contact) => !contact.is_listed),
  ];
  if (listed.length > 0)
    await claims.skip(trx, campaign.id, { contacts: listed, reason: 'do_not_call', now });
  if (found.length < free) {
    // In open zones every callable contact was taken; in the others none may be called before they open.
    const openings = zones
      .filter((zone) => !openZones.includes(zone))
      .map((zone) => nextOpening(schedule, inZone(zone), now));
    const due = await claims.firstDue(trx, campaign.id, openZones);
    await claims.setWakeAt(trx, campaign.id, earliest([...openings, due ?? undefined], now));
  }
  const skipped = listed.length;
  if (contacts.length === 0) return { calls: [], skipped };
  const runs = await claims.insertRuns(trx, {
    campaign,
    contacts,
    definition_id: route.definition_id,
    from_number: route.from_number,
    now,
    deadline_at: deadline(route.workflow_configurations, now),
  });
  await claims.markDialing(trx, campaign.id, { contacts, now });
  const calls = runs.map(({ id }, index) => ({
    id,
    to_number: contacts[index]?.phone_number ?? null,
    from_number: route.from_number,
    configuration_id: route.configuration.id,
    organization_id: campaign.organization_id,
    provider: route.configuration.provider,
    credentials_encrypted: route.configuration.credentials_encrypted,
  }));
  return { calls, skipped };
}

/** The workflow version, approval and number that the campaign calls with, or why it cannot call. */
async function routeOf(
  trx: Transaction<Database>,
  campaign: claims.RunningCampaign,
  now: Timestamp,
): Promise<Route | Halt> {
  const { approval_policy_id, telephony_configuration_id, organization_id } = campaign;
  if (approval_policy_id && !(await claims.isApprovalInForce(trx, approval_policy_id, now)))
    return {
      event: 'approval_not_in_force',
      level: 'warning',
      message:
        'The approval policy that the campaign was started with is revoked, disabled or expired.',
      details: { policy_id: approval_policy_id },
    };
  const configuration =
    telephony_configuration_id === null
      ? undefined
      : await routes.findForCampaign(trx, organization_id, telephony_configuration_id);
  if (!configuration)
    return {
      event: 'telephony_configuration_missing',
      level: 'error',
      message: 'The telephony configuration of the campaign no longer exists.',
      details: { telephony_configuration_id },
    };
  const version = await versionOf(trx, campaign);
  if ('event' in version) return version;
  const caller = await routes.findNumber(trx, configuration.id, undefined);
  return { configuration, from_number: caller?.phone_number ?? null, ...version };
}

async function versionOf(trx: Transaction<Database>, campaign: claims.RunningCampaign) {
  try {
    return await publishedVersion(trx, campaign.organization_id, campaign.workflow_id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      event: error.problem.code,
      level: 'error',
      message: error.problem.detail,
      details: { workflow_id: campaign.workflow_id },
    } as const;
  }
}

/** Why the circuit breaker pauses the campaign, if it does. */
async function breakerHalt(
  trx: Transaction<Database>,
  campaign: claims.RunningCampaign,
  now: Timestamp,
): Promise<Halt | undefined> {
  const breaker = { ...defaultCircuitBreaker, ...campaign.circuit_breaker };
  if (!breaker.enabled) return undefined;
  const since = countedSince(breaker, campaign.resumed_at ?? campaign.started_at ?? now, now);
  const counted = await claims.outcomesSince(trx, { campaign_id: campaign.id, since }, (failures) =>
    maxCallsThatTrip(breaker, failures),
  );
  if (!trips(breaker, counted)) return undefined;
  const { failures, total } = counted;
  return {
    event: 'circuit_breaker_tripped',
    level: 'error',
    message: `${failures} of the last ${total} calls failed, so the campaign was paused. Resume it when the cause is fixed.`,
    details: {
      failure_rate: failures / total,
      failure_count: failures,
      success_count: total - failures,
      threshold: breaker.failure_threshold,
      window_seconds: breaker.window_seconds,
      recent_failures: await claims.recentFailures(trx, campaign.id, since),
    },
  };
}

async function halt(
  trx: Transaction<Database>,
  campaignId: number,
  entry: Halt,
  now: Timestamp,
): Promise<Claimed> {
  await claims.pause(trx, campaignId);
  await log(trx, campaignId, { ...entry, ts: now });
  return nothing;
}

async function finish(
  trx: Transaction<Database>,
  campaignId: number,
  now: Timestamp,
): Promise<void> {
  await claims.complete(trx, campaignId, now);
  await log(trx, campaignId, {
    ts: now,
    level: 'info',
    event: 'campaign_completed',
    message: 'Every contact is finished.',
    details: {},
  });
}

/** Maximum time until a campaign is checked again. */
const lookAgainMs = 60_000;

function earliest(timestamps: readonly (Timestamp | undefined)[], now: Timestamp): Timestamp {
  const known = timestamps.filter((timestamp) => timestamp !== undefined);
  const latest = later(now, lookAgainMs);
  return [...known, latest].toSorted()[0] ?? latest;
}
