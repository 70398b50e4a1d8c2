import { type Moment, msBetween } from '../moment.ts';

export type PolicyStatus = 'active' | 'disabled' | 'revoked' | 'expired' | 'exhausted';

export interface PolicyFacts {
  readonly revoked_at: string | null;
  readonly disabled_at: string | null;
  readonly expires_at: string;
  readonly used_count: number;
  readonly max_uses: number;
}

/** The status at a moment: it is worked out, never stored, so it is true at every moment. */
export function statusOf(policy: PolicyFacts, now: Moment): PolicyStatus {
  if (policy.revoked_at !== null) return 'revoked';
  if (policy.used_count >= policy.max_uses) return 'exhausted';
  if (msBetween(now, policy.expires_at) <= 0) return 'expired';
  if (policy.disabled_at !== null) return 'disabled';
  return 'active';
}

export const canRevoke = (status: PolicyStatus): boolean =>
  status === 'active' || status === 'disabled';
