import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { auditedMetadata, storedMetadata } from '../db/client-data.ts';
import type { Database } from '../db/connect.ts';
import { type Timestamp, parseTimestamp } from '../timestamp.ts';
import { closingOf } from './approval-requests/rules.ts';

type Schemas = components['schemas'];

interface PolicyChange {
  readonly action: 'created' | 'disabled' | 'enabled' | 'revoked';
  readonly before: Schemas['ApprovalPolicy'] | null;
  readonly after: Schemas['ApprovalPolicy'];
}

/** Records a change of a policy in the audit trail, in the transaction that makes it. */
export const record = (
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: Caller },
  { action, before, after }: PolicyChange,
): Promise<void> =>
  recordChange(trx, cause, {
    action: `approval_policy.${action}`,
    organization_id: cause.caller.organization_id,
    subject_id: after.id,
    before: before && audited(before),
    after: audited(after),
  });

/** Without addresses: audit events are never deleted. */
type AuditedRequest = Omit<Schemas['ApprovalRequest'], 'answered_by_email'>;

interface RequestChange {
  readonly action: 'created' | 'accepted' | 'declined' | 'withdrawn';
  readonly before: AuditedRequest | null;
  readonly after: AuditedRequest;
}

/** Records a change of an approval request in the audit trail, in the transaction that makes it. */
export const recordRequest = (
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: Caller },
  { action, before, after }: RequestChange,
): Promise<void> =>
  recordChange(trx, cause, {
    action: `approval_request.${action}`,
    organization_id: cause.caller.organization_id,
    subject_id: after.id,
    before: before && withoutText(before),
    after: withoutText(after),
  });

/**
 * Audit events are never deleted, so only the last digits of an approved phone number are stored, and of metadata a
 * digest: they may be about the called person.
 */
function audited<Policy extends Pick<Schemas['ApprovalPolicy'], 'destination' | 'metadata'>>(
  policy: Policy,
) {
  const { kind, value } = policy.destination;
  const shown = kind === 'exact_e164' ? { value_ending: value.slice(-4) } : { value };
  return {
    ...policy,
    destination: { kind, ...shown },
    metadata: auditedMetadata(policy.metadata),
  };
}

/** A request without the texts, which may be about the called person. */
const withoutText = (request: AuditedRequest) => ({
  ...request,
  reason: undefined,
  declined_reason: undefined,
  policy: audited(request.policy),
});

interface Authorship {
  readonly id: string;
  readonly caller: Caller;
  readonly target_id: number;
  readonly now: Timestamp;
}

/** The row of a requested policy, not approved yet. It is valid from now unless the request says otherwise. */
const requestedPolicy = (
  body: Schemas['CreateApprovalPolicyRequest'],
  { id, caller, target_id, now }: Authorship,
) => ({
  id,
  organization_id: caller.organization_id,
  connector_name: body.connector_name,
  action_type: body.action_type,
  target_name: body.target_name,
  target_id,
  destination_kind: body.destination.kind,
  destination_value: body.destination.value,
  not_before: parseTimestamp(body.not_before ?? now),
  expires_at: parseTimestamp(body.expires_at),
  max_uses: body.max_uses,
  campaign_contact_count_ceiling: body.campaign_contact_count_ceiling ?? null,
  estimated_cost_is_authoritative: body.estimated_cost_is_authoritative ?? false,
  external_id: body.external_id ?? null,
  metadata: storedMetadata(body.metadata),
  created_by: caller.kind === 'session' ? caller.user_id : null,
  created_at: now,
});

/** The row of a policy that a user creates, and approves by it. */
export const newPolicy = (
  body: Schemas['CreateApprovalPolicyRequest'],
  authorship: Authorship & { readonly caller: SessionCaller },
) => ({ ...requestedPolicy(body, authorship), approved_at: authorship.now });

/** The row of a request, which authorizes nothing. */
export const newRequest = (
  { policy, reason }: Schemas['CreateApprovalRequestRequest'],
  authorship: Authorship,
) => {
  const { caller, now } = authorship;
  const row = requestedPolicy(policy, authorship);
  return {
    ...row,
    proposed_at: now,
    proposed_by_key: caller.kind === 'api_key' ? caller.api_key_id : null,
    proposal_reason: reason,
    proposal_closes_at: closingOf(row.expires_at, now),
  };
};
