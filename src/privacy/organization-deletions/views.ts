import type { components } from '../../../generated/api.ts';
import type { OrganizationRow } from '../../billing/organizations/queries.ts';
import { statusOf } from '../../billing/organizations/rules.ts';
import { type Revised, revisedBy, tagged } from '../../http/etag.ts';
import { dueAt } from './rules.ts';

type Shown = Pick<
  OrganizationRow,
  'id' | 'name' | 'suspended_at' | 'deleted_at' | 'member_count' | 'created_at'
>;

const ownOrganization = (row: Shown): components['schemas']['OwnOrganization'] => ({
  id: row.id,
  name: row.name,
  status: statusOf(row),
  deleted_at: row.deleted_at,
  deletion_due_at: row.deleted_at && dueAt(row.deleted_at),
  member_count: row.member_count,
  created_at: row.created_at,
});

/** Its count of members is no change of it. */
export const revised = ({ id, name, suspended_at, deleted_at }: Shown): Revised =>
  revisedBy(id, [name, suspended_at, deleted_at]);

export const shown = (row: Shown) => tagged(ownOrganization(row), revised(row));
