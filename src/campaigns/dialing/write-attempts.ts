import { type Span, SpanKind } from '@opentelemetry/api';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import {
  deadline,
  handlingOf,
  insertClaimed,
  skipReasonOf,
  skippingRule,
  takePaceSlots,
} from '../../telephony/calls/index.ts';
import { countCalls } from '../../telephony/phone-numbers/actions.ts';
import type { CallerNumber } from '../../telephony/phone-numbers/pool-rules.ts';
import { inForce } from '../../telephony/calling-hours/queries.ts';
import { hoursOfWorkflow } from '../../telephony/calling-hours/rules.ts';
import { announceProgress } from '../../webhooks/actions.ts';
import { beginSpan, traceparentOf } from '../../telemetry/spans.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { insertAttempts } from '../../workflows/runs/call-queries.ts';
import { setWakeAt } from '../lifecycle/queries.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { noSchedule } from '../rules.ts';
import { chooseCallers } from './caller-numbers.ts';
import * as claims from './claim-queries.ts';
import { type CampaignHours, hoursIn } from './hours-rules.ts';
import { type Halt, keepRoute, type Route } from './route.ts';
import { areOpen, nextOpeningOfAll } from '../../telephony/calling-hours/schedule-rules.ts';

/** A call to place, when its turn comes. */
interface ClaimedCall {
  readonly id: number;
  readonly organization_id: number;
  readonly place_at: Timestamp;
  /** The root of the call's trace, until the carrier has answered. */
  readonly span: Span;
}

/** Calls to place, and how many contacts were left out: skipped, or put off until their number may call again. */
export interface Taken {
  readonly calls: readonly ClaimedCall[];
  readonly leftOut: number;
  /** Whether another claim of the campaign may have something to do now, if there is a slot. */
  readonly mayHaveMore: boolean;
  /** Whether no campaign of the organization can place a call. */
  readonly organizationIsFull: boolean;
  /** The event in the campaign's log, if a rule paused it. */
  readonly halted?: Halt['event'];
  /** Whether events were written, which are to be sent after the commit. */
  readonly announced: boolean;
}

interface Taking {
  readonly campaign: CampaignRow;
  readonly route: Route;
  /** How many calls there is room for. */
  readonly free: number;
  readonly claim_id: string;
  /** The events of calls before their end that the organization has chosen. */
  readonly chosenEvents: readonly string[];
  readonly now: Timestamp;
}

/**
 * Takes the next contacts whose schedule is open: skips those that may never be called, and inserts attempts for as many
 * of the others as the telephony configuration may call within the next second.
 */
export async function writeAttempts(trx: Transaction<Database>, taking: Taking): Promise<Taken> {
  const { campaign, route, free, now } = taking;
  const zones = await zonesOf(trx, taking);
  const { id: campaign_id, organization_id } = campaign;
  const found = await claims.next(trx, {
    campaign_id,
    organization_id,
    zones: zones.open,
    consent_purpose: campaign.require_prior_consent ?? route.require_prior_consent,
    limit: free,
    now,
  });
  const skipReasons = new Map(
    found.flatMap((contact) => {
      const rule = skippingRule({ ...contact, configuration: route.configuration });
      return rule === undefined ? [] : [[contact, skipReasonOf(rule)] as const];
    }),
  );
  const callable = found.filter((contact) => !skipReasons.has(contact));
  const { from, waiting, left } = await chooseCallers(trx, callable, { ...route, now });
  const ready = [...from.keys()];
  const { times, next_free_at } = await takePaceSlots(trx, {
    configuration_id: route.configuration.id,
    calls_per_second: route.configuration.calls_per_second,
    wanted: ready.length,
    now,
  });
  // None is taken after one that gets no turn or no number: contacts are taken in their order.
  const firstLeft = ready[times.length] ?? left?.contact;
  const skipped = found
    .slice(0, firstLeft ? found.indexOf(firstLeft) : found.length)
    .filter((contact) => skipReasons.has(contact));
  const byReason = Map.groupBy(skipped, (contact) => skipReasons.get(contact)!);
  for (const [reason, contacts] of byReason)
    await claims.skip(trx, campaign_id, { contacts, reason, now });
  await claims.postpone(trx, waiting, now);
  const calls = times.length === 0 ? [] : await callsTo(trx, from, { ...taking, times });
  // The rest can take turns when the last one taken is less than a second away.
  if (times.length < ready.length)
    await setWakeAt(trx, campaign_id, later(next_free_at, -takenAheadMs));
  else if (left) await setWakeAt(trx, campaign_id, earliest(left.until, later(now, checkAgainMs)));
  // In open zones every callable contact was taken; in the others none may be called before they open.
  else if (found.length < free) await wakeLater(trx, taking, zones);
  const announced = calls.length > 0 && taking.chosenEvents.includes('call_queued');
  const leftOut = skipped.length + waiting.length;
  // Once all contacts are skipped, the next claim completes the campaign.
  const mayHaveMore = firstLeft === undefined && (found.length === free || skipped.length > 0);
  return { calls, leftOut, mayHaveMore, organizationIsFull: false, announced };
}

/** How long before its turn the next call is claimed. */
const takenAheadMs = 900;

interface Zones {
  readonly open: readonly string[];
  readonly closed: readonly string[];
  readonly hours: CampaignHours;
}

async function zonesOf(
  trx: Transaction<Database>,
  { campaign: { id, organization_id, schedule_config }, route, now }: Taking,
): Promise<Zones> {
  const hours = {
    schedule: schedule_config ?? noSchedule,
    organization: await inForce(trx, organization_id),
    workflow: hoursOfWorkflow(route.calling_hours),
  };
  const { open = [], closed = [] } = Object.groupBy(await claims.zones(trx, id), (zone) =>
    areOpen(hoursIn(hours, zone), now) ? 'open' : 'closed',
  );
  return { open, closed, hours };
}

/** Maximum time until a campaign is checked again. */
const checkAgainMs = 60_000;
/** The same while no zone is open: changes of the hours wake it. */
const checkClosedMs = 6 * 60 * 60_000;

/** Wakes the dialer when the next zone opens or, in an open one, the next retry falls due. */
async function wakeLater(
  trx: Transaction<Database>,
  { campaign, now }: Taking,
  { open, closed, hours }: Zones,
): Promise<void> {
  const latest = later(now, open.length > 0 ? checkAgainMs : checkClosedMs);
  const openings = closed.map((zone) => nextOpeningOfAll(hoursIn(hours, zone), now, latest));
  const due = await claims.firstDue(trx, campaign.id, open);
  const times = [...openings, due ?? undefined].filter((timestamp) => timestamp !== undefined);
  await setWakeAt(trx, campaign.id, earliest(latest, ...times));
}

const earliest = (first: Timestamp, ...others: readonly Timestamp[]): Timestamp =>
  [first, ...others].toSorted()[0]!;

/** Inserts the attempts to the first contacts, one for each turn, and marks the contacts as being called. */
async function callsTo(
  trx: Transaction<Database>,
  from: ReadonlyMap<claims.NextContact, CallerNumber | null>,
  {
    campaign,
    times,
    claim_id,
    chosenEvents,
    now,
    ...taking
  }: Taking & { readonly times: readonly Timestamp[] },
): Promise<ClaimedCall[]> {
  const { id: campaign_id, organization_id, workflow_id } = campaign;
  const contacts = [...from.keys()].slice(0, times.length);
  const callers = contacts.flatMap((contact) => from.get(contact) ?? []);
  // Numbers before zones, as when calls are given back, and both before the shared lock of the route.
  await countCalls(trx, { organization_id, callers, now });
  await claims.markDialing(trx, campaign_id, { contacts, now });
  const route = await keepRoute(trx, campaign, taking.route);
  const { configuration, definition_id } = route;
  // Spans that a rollback leaves are never ended, so they are not reported.
  const spans = contacts.map(() =>
    beginSpan('campaign call', {
      kind: SpanKind.INTERNAL,
      parent: null,
      attributes: { 'app.organization_id': organization_id, 'app.campaign_id': campaign_id },
    }),
  );
  const runs = await insertAttempts(
    trx,
    contacts.map((contact, turn) => ({
      organization_id,
      workflow_id,
      definition_id,
      name: `${campaign.name}: ${contact.phone_number}`,
      mode: 'campaign' as const,
      to_number: contact.phone_number,
      from_number: from.get(contact)?.phone_number ?? null,
      telephony_configuration_id: configuration.id,
      campaign_id,
      contact_id: contact.id,
      initial_context: contact.initial_context,
      external_id: contact.external_id,
      metadata: contact.metadata,
      traceparent: traceparentOf(spans[turn]!) ?? null,
      created_at: now,
    })),
  );
  const ids = new Map(runs.map(({ id, contact_id }) => [contact_id, id]));
  const idOf = (contact: claims.NextContact): number => ids.get(contact.id)!;
  if (chosenEvents.includes('call_queued'))
    await announceProgress(
      trx,
      contacts.map((contact, turn) => ({
        organization_id,
        run_id: idOf(contact),
        event: 'call_queued' as const,
        at: now,
        traceparent: traceparentOf(spans[turn]!) ?? null,
      })),
      now,
    );
  const deadline_at = deadline(route.workflow_configurations, now);
  const handling = handlingOf(route.workflow_configurations, campaign.machine_detection);
  await insertClaimed(
    trx,
    contacts.map((contact) => ({
      run_id: idOf(contact),
      to_number: contact.phone_number,
      timezone: contact.timezone,
      deferrals: contact.deferrals,
    })),
    {
      claim_id,
      now,
      organization_id,
      campaign_id,
      telephony_configuration_id: configuration.id,
      approval_policy_id: campaign.approval_policy_id,
      deadline_at,
      handling,
    },
  );
  return contacts.map((contact, turn) => ({
    id: idOf(contact),
    organization_id,
    place_at: times[turn]!,
    span: spans[turn]!,
  }));
}
