import type { components } from '../../generated/api.ts';
import type { Secrets } from '../db/secrets.ts';
import { type Credentials, maskCredentials, readableCredentials } from './credentials.ts';
import type { TelephonyConfigurationRow } from './queries.ts';

/** What cannot be read is null. */
export const telephonyConfiguration = (row: TelephonyConfigurationRow, secrets: Secrets) =>
  // The stored credentials were validated against the provider's schema before they were encrypted.
  ({
    ...plainMembers(row),
    credentials: maskCredentials(row.provider, credentialsOf(row, secrets) ?? {}),
  }) as components['schemas']['TelephonyConfiguration'];

/** Undefined if they cannot be read. */
export const credentialsOf = (
  row: TelephonyConfigurationRow,
  secrets: Secrets,
): Credentials | undefined =>
  readableCredentials(secrets, row.organization_id, row.credentials_encrypted);

/** The configuration as the audit trail stores it; `credentials` is null if they cannot be read. */
export function auditedConfiguration(row: TelephonyConfigurationRow, secrets: Secrets) {
  const credentials = credentialsOf(row, secrets);
  return {
    ...plainMembers(row),
    credentials: credentials ? maskCredentials(row.provider, credentials) : null,
  };
}

const plainMembers = (row: TelephonyConfigurationRow) => ({
  id: row.id,
  name: row.name,
  provider: row.provider,
  is_default_outbound: row.is_default_outbound,
  calls_per_second: row.calls_per_second,
  calling_codes: row.calling_codes,
  countries: row.countries,
  allowed_number_types: row.allowed_number_types,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
