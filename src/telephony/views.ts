import type { components } from '../../generated/api.ts';
import type { Secrets } from '../secrets.ts';
import { maskCredentials, openCredentials } from './credentials.ts';
import type { TelephonyConfigurationRow } from './queries.ts';

export const telephonyConfiguration = (
  row: TelephonyConfigurationRow,
  secrets: Secrets,
): components['schemas']['TelephonyConfiguration'] => ({
  id: row.id,
  name: row.name,
  provider: row.provider,
  is_default_outbound: row.is_default_outbound,
  credentials: maskCredentials(
    openCredentials(secrets, row.organization_id, row.credentials_encrypted),
  ),
  created_at: row.created_at,
  updated_at: row.updated_at,
});
