import type { components } from '../../../generated/api.ts';
import type { OrganizationRow } from './queries.ts';
import { statusOf } from './rules.ts';

export const organization = (row: OrganizationRow): components['schemas']['Organization'] => ({
  id: row.id,
  name: row.name,
  status: statusOf(row),
  suspended_at: row.suspended_at,
  suspension_reason: row.suspension_reason,
  deleted_at: row.deleted_at,
  is_operator: row.is_operator,
  member_count: row.member_count,
  calls_in_progress: row.calls_in_progress,
  created_at: row.created_at,
});

/** What the audit events of its suspension compare. */
export const audited = ({ suspended_at, suspension_reason, hang_up_calls }: OrganizationRow) => ({
  suspended_at,
  suspension_reason,
  hang_up_calls,
});
