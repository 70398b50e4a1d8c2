import type { components } from '../../../generated/api.ts';
import type { PhoneNumberRow } from './queries.ts';

export const phoneNumber = ({
  revision: _revision,
  ...row
}: PhoneNumberRow): components['schemas']['PhoneNumber'] => row;
