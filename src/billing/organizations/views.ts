import type { components } from '../../../generated/api.ts';
import { revisedBy } from '../../http/etag.ts';
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

/** Its counts of members and calls are no changes of it. */
export const revised = (row: OrganizationRow) =>
  revisedBy(row.id, [row.name, row.deleted_at, row.is_operator, audited(row)]);

/** The bytes that are used are no change of the limits. */
export const revisedLimits = (limits: {
  readonly organization_id: number;
  readonly content_bytes?: number;
}) =>
  revisedBy(
    limits.organization_id,
    Object.entries({ ...limits, content_bytes: undefined }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
