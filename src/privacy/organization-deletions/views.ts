import type { components } from '../../../generated/api.ts';
import type { OrganizationRow } from '../../billing/organizations/queries.ts';
import { statusOf } from '../../billing/organizations/rules.ts';
import { dueAt } from './rules.ts';

type Shown = Pick<
  OrganizationRow,
  'id' | 'name' | 'suspended_at' | 'deleted_at' | 'member_count' | 'created_at'
>;

export const ownOrganization = (row: Shown): components['schemas']['OwnOrganization'] => ({
  id: row.id,
  name: row.name,
  status: statusOf(row),
  deleted_at: row.deleted_at,
  deletion_due_at: row.deleted_at && dueAt(row.deleted_at),
  member_count: row.member_count,
  created_at: row.created_at,
});
