import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';

export type OrganizationStatus = components['schemas']['OrganizationStatus'];

interface Marks {
  readonly suspended_at: Timestamp | null;
}

export const statusOf = ({ suspended_at }: Marks): OrganizationStatus =>
  suspended_at === null ? 'active' : 'suspended';
