import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { CallToPlace } from '../../telephony/calls/queries.ts';
import { deadline } from '../../telephony/calls/rules.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { insertAttempts } from '../../workflows/runs/call-queries.ts';
import { setWakeAt } from '../lifecycle/queries.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { noSchedule } from '../rules.ts';
import * as claims from './claim-queries.ts';
import type { Route } from './route.ts';
import { isOpen, nextOpening } from './schedule-rules.ts';

/** Calls to place, and how many contacts were skipped. */
export interface Taken {
  readonly calls: readonly CallToPlace[];
  readonly skipped: number;
}

interface Taking {
  readonly campaign: CampaignRow;
  readonly route: Route;
  /** How many calls there is room for. */
  readonly free: number;
  readonly now: Timestamp;
}

/** Takes the next contacts whose schedule is open: skips those on the do-not-call list, and inserts the others' attempts. */
export async function take(trx: Transaction<Database>, taking: Taking): Promise<Taken> {
  const { campaign, free, now } = taking;
  const zones = await zonesOf(trx, campaign, now);
  const { id: campaign_id, organization_id } = campaign;
  const found = await claims.next(trx, {
    campaign_id,
    organization_id,
    zones: zones.open,
    limit: free,
    now,
  });
  const { listed = [], callable = [] } = Object.groupBy(found, ({ is_listed }) =>
    is_listed ? 'listed' : 'callable',
  );
  if (listed.length > 0)
    await claims.skip(trx, campaign_id, { contacts: listed, reason: 'do_not_call', now });
  // In open zones every callable contact was taken; in the others none may be called before they open.
  if (found.length < free) await wakeLater(trx, taking, zones);
  const calls = callable.length === 0 ? [] : await callsTo(trx, callable, taking);
  return { calls, skipped: listed.length };
}

interface Zones {
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

async function zonesOf(
  trx: Transaction<Database>,
  { id, schedule_config }: CampaignRow,
  now: Timestamp,
): Promise<Zones> {
  const schedule = schedule_config ?? noSchedule;
  const { open = [], closed = [] } = Object.groupBy(await claims.zones(trx, id), (zone) =>
    isOpen(schedule, zone || schedule.timezone, now) ? 'open' : 'closed',
  );
  return { open, closed };
}

/** Maximum time until a campaign is checked again. */
const checkAgainMs = 60_000;

/** Wakes the dialer when the next zone opens or the next retry falls due. */
async function wakeLater(
  trx: Transaction<Database>,
  { campaign, now }: Taking,
  { open, closed }: Zones,
): Promise<void> {
  const schedule = campaign.schedule_config ?? noSchedule;
  const openings = closed.map((zone) => nextOpening(schedule, zone || schedule.timezone, now));
  const due = await claims.firstDue(trx, campaign.id, open);
  const latest = later(now, checkAgainMs);
  const [wake_at = latest] = [...openings, due ?? undefined, latest]
    .filter((timestamp) => timestamp !== undefined)
    .toSorted();
  await setWakeAt(trx, campaign.id, wake_at);
}

/** Inserts the attempts and marks the contacts as being called. */
async function callsTo(
  trx: Transaction<Database>,
  contacts: readonly claims.NextContact[],
  { campaign, route, now }: Taking,
): Promise<CallToPlace[]> {
  const { organization_id, workflow_id, telephony_configuration_id } = campaign;
  const { configuration, definition_id, from_number } = route;
  const deadline_at = deadline(route.workflow_configurations, now);
  const runs = await insertAttempts(
    trx,
    contacts.map((contact) => ({
      organization_id,
      workflow_id,
      definition_id,
      name: `${campaign.name}: ${contact.phone_number}`,
      mode: 'campaign' as const,
      to_number: contact.phone_number,
      from_number,
      telephony_configuration_id,
      campaign_id: campaign.id,
      contact_id: contact.id,
      initial_context: JSON.stringify(contact.initial_context),
      created_at: now,
      placing_at: now,
      deadline_at,
    })),
  );
  await claims.markDialing(trx, campaign.id, { contacts, now });
  const { id: configuration_id, provider, credentials_encrypted } = configuration;
  return runs.map(({ id, to_number }) => ({
    id,
    to_number,
    from_number,
    configuration_id,
    organization_id,
    provider,
    credentials_encrypted,
  }));
}
