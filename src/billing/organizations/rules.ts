import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';

export type OrganizationStatus = components['schemas']['OrganizationStatus'];

interface Marks {
  readonly suspended_at: Timestamp | null;
  readonly deleted_at: Timestamp | null;
}

export function statusOf({ suspended_at, deleted_at }: Marks): OrganizationStatus {
  if (deleted_at !== null) return 'deleted';
  return suspended_at === null ? 'active' : 'suspended';
}
