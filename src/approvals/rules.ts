import type { Fault } from '../errors.ts';
import type { Transition } from '../transition.ts';
import { isTimestamp, later, type Timestamp, msBetween } from '../timestamp.ts';

export type PolicyStatus =
  | 'active'
  | 'disabled'
  | 'revoked'
  | 'expired'
  | 'exhausted'
  | 'proposed'
  | 'declined';

export interface PolicyFacts {
  readonly revoked_at: string | null;
  readonly disabled_at: string | null;
  /** Null for a proposal that nobody has accepted. */
  readonly approved_at: string | null;
  readonly declined_at: string | null;
  /** Until when a proposal can be answered; null if the policy was not proposed. */
  readonly proposal_closes_at: string | null;
  readonly expires_at: string;
  readonly used_count: number;
  readonly max_uses: number;
}

/** The status at a given time. It is computed, never stored, so it is always correct. */
export function statusOf(policy: PolicyFacts, now: Timestamp): PolicyStatus {
  if (policy.revoked_at !== null) return 'revoked';
  if (policy.declined_at !== null) return 'declined';
  if (policy.used_count >= policy.max_uses) return 'exhausted';
  if (msBetween(now, policy.expires_at) <= 0) return 'expired';
  if (policy.approved_at === null) return isOpen(policy, now) ? 'proposed' : 'expired';
  if (policy.disabled_at !== null) return 'disabled';
  return 'active';
}

const isOpen = ({ proposal_closes_at }: PolicyFacts, now: Timestamp): boolean =>
  proposal_closes_at !== null && msBetween(now, proposal_closes_at) > 0;

export const policyTransitions = {
  create: { from: [], to: 'active', by: ['createApprovalPolicy'] },
  propose: { from: [], to: 'proposed', by: ['proposeApprovalPolicy'] },
  accept: { from: ['proposed'], to: 'active', by: ['acceptApprovalPolicy'] },
  decline: { from: ['proposed'], to: 'declined', by: ['declineApprovalPolicy'] },
  disable: { from: ['active'], to: 'disabled', by: ['disableApprovalPolicy'] },
  enable: { from: ['disabled'], to: 'active', by: ['enableApprovalPolicy'] },
  revoke: { from: ['active', 'disabled'], to: 'revoked', by: ['revokeApprovalPolicy'] },
  /** The last use; policies that are not active cannot be used. */
  exhaust: {
    from: ['active'],
    to: 'exhausted',
    by: ['initiateCall', 'startCampaign', 'resumeCampaign'],
    when: 'last use',
  },
  expire: { from: ['active', 'disabled', 'proposed'], to: 'expired', by: [], when: 'expires_at' },
} as const satisfies Readonly<Record<string, Transition<PolicyStatus>>>;

const allows =
  ({ from }: Transition<PolicyStatus>) =>
  (status: PolicyStatus): boolean =>
    from.includes(status);

export const canRevoke = allows(policyTransitions.revoke);
export const canDisable = allows(policyTransitions.disable);
export const canEnable = allows(policyTransitions.enable);
export const canAccept = allows(policyTransitions.accept);
export const canDecline = allows(policyTransitions.decline);

const openMs = 7 * 24 * 60 * 60 * 1000;

/** Until when a proposal made now can be answered. */
export function closingOf(expires_at: Timestamp, now: Timestamp): Timestamp {
  const closes_at = later(now, openMs);
  return msBetween(closes_at, expires_at) < 0 ? expires_at : closes_at;
}

/** How many proposals of an organization can wait for an answer: as many as a person can read. */
export const maxProposals = 50;

const countedMs = 60 * 60 * 1000;

/** A proposal counts for an hour even if it expires before: else proposals for a second could be made without end. */
export const countedSince = (now: Timestamp): Timestamp => later(now, -countedMs);

interface NewPolicy {
  readonly not_before?: string;
  readonly expires_at: string;
  readonly target_id?: number;
  readonly destination: Destination;
}

interface Destination {
  readonly kind: string;
  readonly value: string;
}

/** Faults of a new policy that the schema cannot express. */
export const faultsIn = (policy: NewPolicy, now: Timestamp): Fault[] => [
  ...windowFaults(policy, now),
  ...(policy.target_id === undefined
    ? []
    : destinationFaults(policy.destination, policy.target_id)),
];

function windowFaults({ not_before, expires_at }: NewPolicy, now: Timestamp): Fault[] {
  const begin = not_before ?? now;
  const unknown = Object.entries({ not_before: begin, expires_at }).filter(
    ([, text]) => !isTimestamp(text),
  );
  if (unknown.length > 0) {
    const msg = 'Must be in the years 1 to 9999 and not a leap second.';
    return unknown.map(([name, text]) => fault([name], msg, text));
  }
  const over = msBetween(now, expires_at) <= 0;
  const empty = not_before !== undefined && msBetween(not_before, expires_at) <= 0;
  return [
    ...(over ? [fault(['expires_at'], 'Must be in the future.', expires_at)] : []),
    ...(empty ? [fault(['not_before'], 'Must be earlier than expires_at.', not_before)] : []),
  ];
}

/** The faults of a policy that a request has as its member `policy`. */
export const belowPolicy = (faults: readonly Fault[]): Fault[] =>
  faults.map(({ loc: [body = 'body', ...rest], ...each }) => ({
    ...each,
    loc: [body, 'policy', ...rest],
  }));

/** A connector proposes policies for itself alone. */
export const connectorFaults = (connector_name: string, own: string | null): Fault[] =>
  own === null || own === connector_name
    ? []
    : [fault(['connector_name'], `Must be the connector of the API key, ${own}.`, connector_name)];

/** A campaign calls its own contacts, so the destination of its policy is the campaign itself. */
export function destinationFaults({ kind, value }: Destination, targetId: number): Fault[] {
  if (kind !== 'campaign' || value === String(targetId)) return [];
  return [fault(['destination', 'value'], `Must be the target's id, ${targetId}.`, value)];
}

const fault = (path: string[], msg: string, input: unknown): Fault => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
  input,
  ctx: {},
});
