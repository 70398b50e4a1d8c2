import type { components } from '../../../generated/api.ts';
import { isUnserved, isCostly } from '../number-type-rules.ts';
import { closingOf } from '../calling-hours/rules.ts';

import type { Columns, ContactFacts, GateFacts, InboundFacts } from './permission-columns.ts';

type Rejection = components['schemas']['InboundRejection'];

const single = { absent: 'A single call has no campaign.' };
const ofCall = { absent: 'It is about the call that is transferred.' };
const inbound = { absent: 'It is about the calls that are placed.' };
const shownAsPaused = { absent: 'The campaign is paused then, which campaign_state shows.' };
const kept = { absent: 'What the call was admitted with is kept with it.' };

/** All that decides whether a call may be placed, once. */
export const permissionRules = {
  organization_suspended: {
    admission: {
      absent: 'The rule slots refuses it, which reads the organization behind its lock.',
    },
    claim: { halts: ['organization_suspended'] },
    gate: {
      order: 10,
      withholds: 'organization_suspended',
      forbids: ({ call }) => call.is_suspended,
    },
    held: shownAsPaused,
    inbound: {
      order: 10,
      rejection: ({ is_suspended }) => (is_suspended ? 'organization_suspended' : undefined),
    },
    transfer: { at: ['admission', 'gate'], ofHandoffs: true },
  },
  campaign_state: {
    admission: single,
    claim: { absent: 'Only running campaigns are claimed from.' },
    gate: {
      order: 80,
      withholds: 'campaign',
      forbids: ({ campaign }) => campaign !== undefined && !campaign.is_running,
    },
    held: { order: 10 },
    inbound,
    transfer: ofCall,
  },
  circuit_breaker: {
    admission: single,
    claim: { halts: ['circuit_breaker_tripped'] },
    gate: {
      order: 90,
      withholds: 'campaign',
      forbids: ({ campaign }) => campaign !== undefined && campaign.is_tripped,
    },
    held: { order: 20 },
    inbound,
    transfer: ofCall,
  },
  workflow_published: {
    admission: {
      order: 10,
      refuses: ['not_found', 'workflow_archived', 'workflow_not_published'],
    },
    claim: { halts: ['not_found', 'workflow_archived', 'workflow_not_published'] },
    gate: kept,
    held: { order: 50 },
    inbound: { order: 30, rejection: ({ missing }) => missing },
    transfer: { at: ['admission'] },
  },
  telephony_configuration: {
    admission: { order: 20, refuses: ['not_found', 'no_default_telephony_configuration'] },
    claim: { halts: ['telephony_configuration_missing'] },
    gate: {
      order: 60,
      withholds: 'configuration_missing',
      forbids: ({ call }) => call.provider === null,
    },
    held: { order: 40 },
    inbound: { absent: 'It is that of the URL that the carrier calls.' },
    transfer: { at: ['admission', 'gate'], ofHandoffs: true },
  },
  caller_number: {
    admission: { order: 30, refuses: ['no_caller_number'] },
    claim: { halts: ['no_caller_number'] },
    gate: kept,
    held: { order: 60 },
    inbound,
    transfer: { at: ['admission'] },
  },
  credentials: {
    admission: { order: 40, refuses: ['credentials_unreadable'] },
    claim: { absent: 'A call whose credentials cannot be read fails, which trips the breaker.' },
    gate: { absent: 'They are opened when the carrier is called.' },
    held: { absent: 'A claim does not look at it.' },
    inbound: { absent: "The carrier's signature is verified with them." },
    transfer: { at: ['admission'] },
  },
  destination: {
    admission: { order: 50, refuses: ['destination_not_served'] },
    claim: { order: 30, skips: 'destination_not_served', forbids: isUnserved },
    gate: kept,
    held: { order: 90 },
    inbound,
    transfer: { at: ['admission'] },
  },
  number_type: {
    admission: { order: 55, refuses: ['number_type_not_allowed'] },
    claim: { order: 40, skips: 'number_type_not_allowed', forbids: isCostly },
    gate: kept,
    held: { order: 95 },
    inbound,
    transfer: { at: ['admission'] },
  },
  do_not_call: {
    admission: { order: 60, refuses: ['number_on_do_not_call_list'] },
    claim: { order: 10, skips: 'do_not_call', forbids: ({ is_listed }) => is_listed },
    gate: { order: 20, withholds: 'do_not_call', forbids: ({ call }) => call.is_listed },
    held: { order: 70 },
    inbound: { absent: 'Somebody on the list may call.' },
    transfer: { at: ['admission', 'gate'] },
  },
  prior_consent: {
    admission: { order: 70, refuses: ['no_prior_consent'] },
    claim: { order: 20, skips: 'no_prior_consent', forbids: ({ lacks_consent }) => lacks_consent },
    gate: {
      order: 30,
      withholds: 'no_prior_consent',
      forbids: ({ call, campaign }) => call.lacks_consent || campaign?.lacks_consent === true,
    },
    held: { order: 80 },
    inbound,
    transfer: { absent: 'The organization itself names its destinations.' },
  },
  retry: {
    admission: single,
    claim: { waits: true },
    gate: { absent: 'A contact is taken when it is due.' },
    held: { order: 100 },
    inbound,
    transfer: ofCall,
  },
  hours: {
    admission: { order: 80, refuses: ['outside_calling_hours'] },
    claim: { waits: true, halts: ['schedule_unreadable'] },
    gate: {
      order: 50,
      withholds: 'outside_hours',
      forbids: ({ call, hours, campaign, now }) =>
        campaign?.is_closed === true || closingOf(hours, call.timezone, now) !== undefined,
    },
    held: { order: 110 },
    inbound,
    transfer: { at: ['admission', 'gate'] },
  },
  deadline: {
    admission: { absent: 'It begins with the admission.' },
    claim: { absent: 'It begins with the claim.' },
    gate: {
      order: 40,
      withholds: 'too_late',
      forbids: ({ call, now }) => call.deadline_at <= now,
    },
    held: { absent: 'It begins with the claim.' },
    inbound,
    transfer: { at: ['gate'], ofHandoffs: true },
  },
  slots: {
    admission: { order: 90, refuses: ['organization_suspended', 'concurrent_call_limit_reached'] },
    claim: { waits: true },
    gate: { absent: 'The call has had its slot since it was admitted or claimed.' },
    held: { order: 140 },
    inbound: { order: 50, rejection: ({ free }) => (free === 0 ? 'no_free_slot' : undefined) },
    transfer: { absent: 'It takes no slot beside that of its call.' },
  },
  daily_cap: {
    admission: { order: 100, refuses: ['daily_cap_reached'] },
    claim: { waits: true },
    gate: { absent: 'The call was counted when it was admitted or claimed.' },
    held: { order: 120 },
    inbound,
    transfer: { at: ['admission'] },
  },
  delay: {
    admission: single,
    claim: { waits: true },
    gate: { absent: 'It is about claims that failed.' },
    held: { order: 130 },
    inbound,
    transfer: ofCall,
  },
  approval: {
    admission: { order: 110, refuses: ['approval_required'] },
    claim: { halts: ['approval_not_in_force'] },
    gate: {
      order: 70,
      withholds: 'approval_not_in_force',
      forbids: ({ lost_approval }) => lost_approval,
    },
    held: { order: 30 },
    inbound,
    transfer: { at: ['admission', 'gate'], ofHandoffs: true },
  },
  pace: {
    admission: { order: 120, delays: true },
    claim: { waits: true },
    gate: { absent: 'The call comes to the gate when it is its place in line.' },
    held: { order: 150 },
    inbound,
    transfer: { absent: 'Somebody waits for it in a call.' },
  },
  order: {
    admission: single,
    claim: { waits: true },
    gate: { absent: 'The contact was taken in its order.' },
    held: { order: 160 },
    inbound,
    transfer: ofCall,
  },
  agent_runtime: {
    admission: { absent: 'The carrier is told where the conversation is held when it answers.' },
    claim: { absent: 'The same as of a single call.' },
    gate: { absent: 'The same as at the admission.' },
    held: { absent: 'A claim does not look at it.' },
    inbound: {
      order: 40,
      rejection: ({ has_runtime }) => (has_runtime ? undefined : 'no_agent_runtime'),
    },
    transfer: { absent: 'It talks with no agent; without a runtime no carrier gets a handoff.' },
  },
} as const satisfies Readonly<Record<string, Columns>>;

type Table = typeof permissionRules;
type RuleName = keyof Table;
type Moment = keyof Columns;
/** The rules that are looked at at a moment, and in its column have what is wanted. */
type RulesWith<At extends Moment, Wanted> = {
  [Name in RuleName]: Table[Name][At] extends Wanted ? Name : never;
}[RuleName];

export type AdmissionRule = RulesWith<'admission', { readonly refuses: readonly unknown[] }>;
export type HaltingRule = RulesWith<'claim', { readonly halts: readonly string[] }>;
type SkippingRule = RulesWith<'claim', { readonly skips: string }>;
export type GateRule = RulesWith<'gate', { readonly withholds: string }>;
export type HeldRule = RulesWith<'held', { readonly order: number }>;
export type InboundRule = RulesWith<'inbound', { readonly order: number }>;

/** The event in the log of a campaign that a rule pauses. */
export type HaltEvent = Table[HaltingRule]['claim']['halts'][number];
/** Why a contact is skipped. */
export type SkipReason = Table[SkippingRule]['claim']['skips'];
/** Why a call that was to be placed may not be placed now. */
export type Withheld = Table[GateRule]['gate']['withholds'];

/** The rules that are looked at at a moment, in their order, of those that have a member in its column. */
function inOrder(at: Moment, member: string): RuleName[] {
  const orderOf = (name: RuleName): number => {
    const column: Columns[Moment] = permissionRules[name][at];
    return 'order' in column ? column.order : 0;
  };
  return (Object.keys(permissionRules) as RuleName[])
    .filter((name) => member in permissionRules[name][at])
    .toSorted((a, b) => orderOf(a) - orderOf(b));
}

const isOf = ({ transfer }: Columns, at: 'admission' | 'gate'): boolean =>
  'at' in transfer && transfer.at.includes(at);

export const admissionRules = inOrder('admission', 'refuses') as readonly AdmissionRule[];
export const skippingRules = inOrder('claim', 'skips') as readonly SkippingRule[];
export const gateRules = inOrder('gate', 'withholds') as readonly GateRule[];
export const heldRules = inOrder('held', 'order') as readonly HeldRule[];
/** What a transfer must pass of the admission of a call. The organization's suspension is looked at beside. */
export const transferRules = admissionRules.filter((name) =>
  isOf(permissionRules[name], 'admission'),
);
/** What a handoff to another agent, by which nobody is called, must pass at the gate. */
export const handoffGateRules = gateRules.filter(
  (name) => isOf(permissionRules[name], 'gate') && 'ofHandoffs' in permissionRules[name].transfer,
);
export const inboundRules = inOrder('inbound', 'rejection') as readonly InboundRule[];

/** The rule by which a campaign will not call a contact; undefined if it may be called. */
export const skippingRule = (contact: ContactFacts): SkippingRule | undefined =>
  skippingRules.find((name) => permissionRules[name].claim.forbids(contact));

export const skipReasonOf = (name: SkippingRule): SkipReason => permissionRules[name].claim.skips;

/** Whether a rule pauses campaigns with the event. */
export const isHaltOf = (name: HaltingRule, event: string): event is HaltEvent =>
  (permissionRules[name].claim.halts as readonly string[]).includes(event);

/** Why a call may not be placed now, by all rules of the gate or by these; undefined if it may. */
export function withheldBy(facts: GateFacts, rules = gateRules): Withheld | undefined {
  const name = rules.find((each) => permissionRules[each].gate.forbids(facts));
  return name && permissionRules[name].gate.withholds;
}

/** Why a call that comes in is rejected; undefined if it is taken. */
export const rejectionOf = (facts: InboundFacts): Rejection | undefined =>
  inboundRules.flatMap((name) => permissionRules[name].inbound.rejection(facts) ?? [])[0];
