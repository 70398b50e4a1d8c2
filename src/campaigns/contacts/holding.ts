import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import {
  type HeldRule,
  type Slots,
  heldRules,
  isOnDoNotCallList,
  nextPaceSlot,
  permissionRules,
} from '../../telephony/calls/index.ts';
import { inForce } from '../../telephony/calling-hours/queries.ts';
import { hoursOfWorkflow } from '../../telephony/calling-hours/rules.ts';
import { isLacking } from '../../telephony/consents/queries.ts';
import { createChoices } from '../../telephony/phone-numbers/pool-rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import { breakerHalt } from '../dialing/breaker.ts';
import { wantedOf } from '../dialing/caller-numbers.ts';
import { openContacts } from '../dialing/claim-queries.ts';
import { type Halt, type Route, routeOf } from '../dialing/route.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { noSchedule } from '../rules.ts';
import { hoursHold } from './rules.ts';

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

/** What the rules of a running campaign look at. */
interface Reading extends Held {
  /** Why the next claim pauses the campaign. */
  readonly halt: Halt | undefined;
  /** Undefined: the campaign is not running, or is about to be paused. */
  readonly route: Route | undefined;
  /** Until when the contact waits for its time or for hours. */
  readonly wait: Hold | undefined;
}

type Because = Omit<Hold, 'code'>;
type Check = (db: Db, reading: Reading) => Promise<Because | undefined>;

/**
 * The first rule that keeps the contact from being called now; null if it is being called or finished. The rules are
 * those of a claim, looked at without a lock.
 */
export async function holdOf(db: Db, held: Held): Promise<Hold | null> {
  const { campaign, contact } = held;
  if (contact.state !== 'pending' && contact.state !== 'waiting') return null;
  const reading = campaign.state === 'running' ? await readingOf(db, held) : undefined;
  for (const rule of heldRules) {
    const because = await checks[rule](
      db,
      reading ?? { ...held, halt: undefined, route: undefined, wait: undefined },
    );
    if (because) return { ...because, code: rule };
  }
  return null;
}

async function readingOf(db: Db, held: Held): Promise<Reading> {
  const { campaign, contact, now } = held;
  const found = (await breakerHalt(db, campaign, now)) ?? (await routeOf(db, campaign, now));
  if ('event' in found) return { ...held, halt: found, route: undefined, wait: undefined };
  const hours = {
    schedule: campaign.schedule_config ?? noSchedule,
    organization: await inForce(db, campaign.organization_id),
    workflow: hoursOfWorkflow(found.calling_hours),
  };
  return { ...held, halt: undefined, route: found, wait: hoursHold(hours, contact, now) };
}

/** Whether the next claim pauses the campaign because of the rule. */
const halting =
  (rule: Halt['rule']): Check =>
  async (_db, { halt }) =>
    halt?.rule === rule ? { message: halt.message, until: null } : undefined;

/** Whether the contact waits because of the rule. */
const waiting =
  (code: Hold['code']): Check =>
  async (_db, { wait }) =>
    wait?.code === code ? wait : undefined;

/** What is looked at only if the campaign has all that it calls with. */
const routed =
  (check: (db: Db, held: Held, route: Route) => Promise<Because | undefined>): Check =>
  async (db, reading) =>
    reading.route && check(db, reading, reading.route);

const skipping = (
  rule: 'do_not_call' | 'prior_consent' | 'destination' | 'number_type',
  isSkipped: (db: Db, held: Held, route: Route) => boolean | Promise<boolean>,
): Check =>
  routed(async (db, held, route) => {
    if (!(await isSkipped(db, held, route))) return undefined;
    const { skips } = permissionRules[rule].claim;
    const message = `The contact is skipped when its turn comes, with the reason ${skips}.`;
    return { message, until: null };
  });

/** What the number and the configuration alone decide. */
const forbidding = (rule: 'destination' | 'number_type'): Check =>
  skipping(rule, (_db, { contact: { phone_number } }, { configuration }) =>
    permissionRules[rule].claim.forbids({ phone_number, configuration }),
  );

/** How each rule is looked at for one contact. */
const checks: Readonly<Record<HeldRule, Check>> = {
  campaign_state: async (_db, { campaign: { state } }) =>
    state === 'running' ? undefined : { message: `The campaign is ${state}.`, until: null },
  circuit_breaker: halting('circuit_breaker'),
  approval: halting('approval'),
  telephony_configuration: halting('telephony_configuration'),
  workflow_published: halting('workflow_published'),
  caller_number: halting('caller_number'),
  do_not_call: skipping('do_not_call', (db, { campaign, contact, now }) =>
    isOnDoNotCallList(db, campaign.organization_id, { number: contact.phone_number, now }),
  ),
  prior_consent: skipping('prior_consent', (db, { campaign, contact, now }, route) =>
    isLacking(db, {
      organization_id: campaign.organization_id,
      phone_number: contact.phone_number,
      purpose: campaign.require_prior_consent ?? route.require_prior_consent,
      now,
    }),
  ),
  destination: forbidding('destination'),
  number_type: forbidding('number_type'),
  retry: waiting('retry'),
  hours: waiting('hours'),
  daily_cap: routed(ofCallerNumbers),
  delay: async (_db, { campaign: { held_until }, now }) =>
    held_until !== null && held_until > now
      ? {
          message:
            "The campaign's next contacts could not be taken because of an error on the server.",
          until: held_until,
        }
      : undefined,
  slots: routed(ofSlots),
  pace: routed(ofPace),
  order: async () => ({
    message: 'The call is placed as soon as the contacts before it were called.',
    until: null,
  }),
};

async function ofCallerNumbers(
  db: Db,
  { contact, now }: Held,
  { callers }: Route,
): Promise<Because | undefined> {
  if (callers.every(({ daily_cap }) => daily_cap === null)) return undefined;
  const [wanted] = await wantedOf(db, [contact], callers);
  const choice = createChoices(callers, now)(wanted!);
  if (choice.kind === 'from') return undefined;
  const message =
    choice.kind === 'later'
      ? `The contact was called from ${wanted!.before} before, which has reached its daily cap.`
      : 'All numbers that the contact can be called from have reached their daily caps.';
  return { message, until: choice.until };
}

async function ofSlots(db: Db, { campaign, slots }: Held): Promise<Because | undefined> {
  const { id, organization_id, max_concurrency } = campaign;
  const { dialing } = await openContacts(db, id);
  if (max_concurrency !== null && dialing >= max_concurrency)
    return {
      message: `The campaign has ${dialing} calls in progress, and its max_concurrency is ${max_concurrency}.`,
      until: null,
    };
  if ((await slots.look(db, organization_id)).freeForCampaigns > 0) return undefined;
  return {
    message: 'The calls in progress use all slots that the organization leaves to campaigns.',
    until: null,
  };
}

async function ofPace(
  db: Db,
  { now }: Held,
  { configuration }: Route,
): Promise<Because | undefined> {
  const place_at = await nextPaceSlot(db, configuration.id, now);
  if (place_at <= now) return undefined;
  const message = 'Calls before it use the calls per second of the telephony configuration.';
  return { message, until: place_at };
}
