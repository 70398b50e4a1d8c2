import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { callsToday } from './pool-rules.ts';
import type { PhoneNumberRow } from './queries.ts';

export const phoneNumber = (
  row: PhoneNumberRow,
  now: Timestamp,
): components['schemas']['PhoneNumber'] => ({
  ...shownSettings(settings(row)),
  last_inbound_rejection: lastRejection(row),
  calls_today: row.daily_cap === null ? null : callsToday(row, now),
});

/** The number without what changes with each call, as the audit trail stores it. */
export const settings = ({
  id,
  telephony_configuration_id,
  phone_number,
  label,
  is_default_caller,
  in_pool,
  daily_cap,
  inbound_workflow_id,
  created_at,
}: PhoneNumberRow) => ({
  id,
  telephony_configuration_id,
  phone_number,
  label,
  is_default_caller,
  in_pool,
  daily_cap,
  inbound_workflow_id,
  created_at,
});

const shownSettings = ({ in_pool: is_in_pool, ...others }: ReturnType<typeof settings>) => ({
  ...others,
  is_in_pool,
});

const lastRejection = ({
  inbound_rejection: reason,
  inbound_rejected_at: rejected_at,
}: PhoneNumberRow) => (reason === null || rejected_at === null ? null : { reason, rejected_at });
