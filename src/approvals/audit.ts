import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/api.ts';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { SessionCaller } from '../caller.ts';
import type { Database } from '../db/connect.ts';
import { type Timestamp, parseTimestamp } from '../timestamp.ts';

type Schemas = components['schemas'];

interface PolicyChange {
  readonly action: 'created' | 'disabled' | 'enabled' | 'revoked';
  readonly before: Schemas['ApprovalPolicy'] | null;
  readonly after: Schemas['ApprovalPolicy'];
}

/** Records a change of a policy in the audit trail, in the transaction that makes it. */
export const record = (
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: SessionCaller },
  { action, before, after }: PolicyChange,
): Promise<void> =>
  recordChange(trx, cause, {
    action: `approval_policy.${action}`,
    organization_id: cause.caller.organization_id,
    subject_id: after.id,
    before: before && audited(before),
    after: audited(after),
  });

/** Audit events are never deleted, so only the last digits of an approved phone number are stored. */
function audited({ destination: { kind, value }, ...policy }: Schemas['ApprovalPolicy']) {
  const shown = kind === 'exact_e164' ? { value_ending: value.slice(-4) } : { value };
  return { ...policy, destination: { kind, ...shown } };
}

interface Authorship {
  readonly caller: SessionCaller;
  readonly target_id: number;
  readonly now: Timestamp;
}

/** The row of a requested policy. It is valid from now unless the request says otherwise. */
export const newPolicy = (
  body: Schemas['CreateApprovalPolicyRequest'],
  { caller: { organization_id, user_id }, target_id, now }: Authorship,
) => ({
  id: uuid(),
  organization_id,
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
  created_by: user_id,
  created_at: now,
});
