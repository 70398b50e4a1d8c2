import type { components } from '../../generated/api.ts';
import { revisedBy, tagged } from '../http/etag.ts';
import type { Timestamp } from '../timestamp.ts';
import type { PolicyRow } from './queries.ts';
import { statusOf } from './rules.ts';
import { termsOf } from './terms.ts';

type Schemas = components['schemas'];

export const approvalPolicy = (row: PolicyRow, now: Timestamp): Schemas['ApprovalPolicy'] => ({
  id: row.id,
  ...termsOf(row),
  used_count: row.used_count,
  status: statusOf(row, now),
  created_at: row.created_at,
  revoked_at: row.revoked_at,
  revoked_reason: row.revoked_reason,
  // An accepted request is the row of its policy.
  approval_request_id: row.proposed_at === null ? null : row.id,
});

/** Its uses are no changes of a policy, unless the last one exhausts it. */
export const revised = (policy: Schemas['ApprovalPolicy']) =>
  revisedBy(policy.id, { ...policy, used_count: undefined });

export const shown = (policy: Schemas['ApprovalPolicy']) => tagged(policy, revised(policy));
