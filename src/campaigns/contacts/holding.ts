import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import { nextTurn } from '../../telephony/calls/pace-queries.ts';
import * as routes from '../../telephony/calls/route-queries.ts';
import { inForce } from '../../telephony/calling-hours/queries.ts';
import { hoursOfWorkflow } from '../../telephony/calling-hours/workflow-rules.ts';
import { isLacking } from '../../telephony/consents/queries.ts';
import { createChoices } from '../../telephony/phone-numbers/pool-rules.ts';
import type { Slots } from '../../telephony/calls/slots.ts';
import type { Timestamp } from '../../timestamp.ts';
import { breakerHalt } from '../dialing/breaker.ts';
import { wantedOf } from '../dialing/caller-numbers.ts';
import { openContacts } from '../dialing/claim-queries.ts';
import { type Route, routeOf } from '../dialing/route.ts';
import { skipReason } from '../dialing/skip-rules.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { noSchedule } from '../rules.ts';
import { hoursHold, ruleOfHalt, ruleOfSkip } from './holding-rules.ts';

type Hold = components['schemas']['ContactHold'];

interface Held {
  readonly campaign: CampaignRow;
  readonly contact: {
    readonly id: number;
    readonly attempts: number;
    readonly state: string;
    readonly phone_number: string;
    readonly timezone: string | null;
    readonly due_at: Timestamp | null;
  };
  readonly slots: Slots;
  readonly now: Timestamp;
}

/**
 * The first rule that keeps the contact from being called now; null if it is being called or finished. The rules are
 * those of a claim, looked at without a lock.
 */
export async function holdOf(db: Db, held: Held): Promise<Hold | null> {
  const { campaign, contact, now } = held;
  if (contact.state !== 'pending' && contact.state !== 'waiting') return null;
  if (campaign.state !== 'running')
    return { rule: 'campaign_state', detail: `The campaign is ${campaign.state}.`, until: null };
  const halt = (await breakerHalt(db, campaign, now)) ?? (await routeOf(db, campaign, now));
  if ('event' in halt) return { rule: ruleOfHalt(halt.event), detail: halt.message, until: null };
  const hours = {
    schedule: campaign.schedule_config ?? noSchedule,
    organization: await inForce(db, campaign.organization_id),
    workflow: hoursOfWorkflow(halt.calling_hours),
  };
  return (
    (await ofNumber(db, held, halt)) ??
    hoursHold(hours, contact, now) ??
    (await ofCallerNumbers(db, held, halt)) ??
    (await ofCapacity(db, held, halt)) ?? {
      rule: 'order',
      detail: 'The call is placed as soon as the contacts before it were called.',
      until: null,
    }
  );
}

async function ofNumber(
  db: Db,
  { campaign, contact, now }: Held,
  { configuration, require_prior_consent }: Route,
): Promise<Hold | undefined> {
  const { phone_number } = contact;
  const is_listed = await routes.isOnDoNotCallList(db, campaign.organization_id, {
    number: phone_number,
    now,
  });
  const lacks_consent = await isLacking(db, {
    organization_id: campaign.organization_id,
    phone_number,
    purpose: campaign.require_prior_consent ?? require_prior_consent,
    now,
  });
  const reason = skipReason({ phone_number, is_listed, lacks_consent }, configuration);
  if (reason === undefined) return undefined;
  const detail = `The contact is skipped when its turn comes, with the reason ${reason}.`;
  return { rule: ruleOfSkip[reason], detail, until: null };
}

async function ofCallerNumbers(
  db: Db,
  { contact, now }: Held,
  { callers }: Route,
): Promise<Hold | undefined> {
  if (callers.every(({ daily_cap }) => daily_cap === null)) return undefined;
  const [wanted] = await wantedOf(db, [contact], callers);
  const choice = createChoices(callers, now)(wanted!);
  if (choice.kind === 'from') return undefined;
  const detail =
    choice.kind === 'later'
      ? `The contact was called from ${wanted!.before} before, which has reached its daily cap.`
      : 'All numbers that the contact can be called from have reached their daily caps.';
  return { rule: 'daily_cap', detail, until: choice.until };
}

async function ofCapacity(
  db: Db,
  { campaign, slots, now }: Held,
  { configuration }: Route,
): Promise<Hold | undefined> {
  const { id, organization_id, held_until, max_concurrency } = campaign;
  if (held_until !== null && held_until > now)
    return {
      rule: 'delay',
      detail: "The campaign's next contacts could not be taken because of an error on the server.",
      until: held_until,
    };
  const { dialing } = await openContacts(db, id);
  if (max_concurrency !== null && dialing >= max_concurrency)
    return {
      rule: 'slots',
      detail: `The campaign has ${dialing} calls in progress, and its max_concurrency is ${max_concurrency}.`,
      until: null,
    };
  if ((await slots.look(db, organization_id)).freeForCampaigns === 0)
    return {
      rule: 'slots',
      detail: 'The calls in progress use all slots that the organization leaves to campaigns.',
      until: null,
    };
  const turn = await nextTurn(db, configuration.id, now);
  if (turn <= now) return undefined;
  const detail = 'Calls before it use the calls per second of the telephony configuration.';
  return { rule: 'pace', detail, until: turn };
}
