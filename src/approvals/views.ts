import type { components } from '../../generated/api.ts';
import { revisedBy, tagged } from '../http/etag.ts';
import type { Timestamp } from '../timestamp.ts';
import type { PolicyRow } from './queries.ts';
import { statusOf } from './rules.ts';

type Schemas = components['schemas'];

export const approvalPolicy = (row: PolicyRow, now: Timestamp): Schemas['ApprovalPolicy'] => ({
  id: row.id,
  connector_name: row.connector_name,
  action_type: row.action_type,
  target_name: row.target_name,
  target_id: row.target_id,
  destination: { kind: row.destination_kind, value: row.destination_value },
  not_before: row.not_before,
  expires_at: row.expires_at,
  max_uses: row.max_uses,
  used_count: row.used_count,
  campaign_contact_count_ceiling: row.campaign_contact_count_ceiling,
  status: statusOf(row, now),
  created_at: row.created_at,
  estimated_cost_is_authoritative: row.estimated_cost_is_authoritative,
  revoked_at: row.revoked_at,
  revoked_reason: row.revoked_reason,
  // An accepted request is the row of its policy.
  approval_request_id: row.proposed_at === null ? null : row.id,
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});

/** Its uses are no changes of a policy, unless the last one exhausts it. */
export const revised = (policy: Schemas['ApprovalPolicy']) =>
  revisedBy(policy.id, { ...policy, used_count: undefined });

export const shown = (policy: Schemas['ApprovalPolicy']) => tagged(policy, revised(policy));
