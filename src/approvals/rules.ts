import type { Fault } from '../errors.ts';
import { isTimestamp, type Timestamp, msBetween } from '../timestamp.ts';
import type { Transition } from '../transition.ts';

export type PolicyStatus = 'active' | 'disabled' | 'revoked' | 'expired' | 'exhausted';

export interface PolicyFacts {
  /** Null in a request that nobody has accepted, which is no policy and has none of these statuses. */
  readonly approved_at: string;
  readonly revoked_at: string | null;
  readonly disabled_at: string | null;
  readonly expires_at: string;
  readonly used_count: number;
  readonly max_uses: number;
}

/** The status at a given time. It is computed, never stored, so it is always correct. */
export function statusOf(policy: PolicyFacts, now: Timestamp): PolicyStatus {
  if (policy.revoked_at !== null) return 'revoked';
  if (policy.used_count >= policy.max_uses) return 'exhausted';
  if (msBetween(now, policy.expires_at) <= 0) return 'expired';
  if (policy.disabled_at !== null) return 'disabled';
  return 'active';
}

export const policyTransitions = {
  create: { from: [], to: 'active', by: ['createApprovalPolicy', 'acceptApprovalRequest'] },
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
  expire: { from: ['active', 'disabled'], to: 'expired', by: [], when: 'expires_at' },
} as const satisfies Readonly<Record<string, Transition<PolicyStatus>>>;

const allows =
  ({ from }: Transition<PolicyStatus>) =>
  (status: PolicyStatus): boolean =>
    from.includes(status);

export const canRevoke = allows(policyTransitions.revoke);
export const canDisable = allows(policyTransitions.disable);
export const canEnable = allows(policyTransitions.enable);

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

/** A campaign calls its own contacts, so the destination of its policy is the campaign itself. */
export function destinationFaults({ kind, value }: Destination, targetId: number): Fault[] {
  if (kind !== 'campaign' || value === String(targetId)) return [];
  return [fault(['destination', 'value'], `Must be the target's id, ${targetId}.`, value)];
}

export const fault = (path: string[], msg: string, input: unknown): Fault => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
  input,
  ctx: {},
});
