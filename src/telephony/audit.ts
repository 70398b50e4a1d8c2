import type { Secrets } from '../db/secrets.ts';
import type { TelephonyConfigurationRow } from './queries.ts';
import { auditedConfiguration } from './views.ts';

interface Update {
  readonly secrets: Secrets;
  readonly before: TelephonyConfigurationRow;
  readonly after: TelephonyConfigurationRow;
  readonly credentialsReplaced: boolean;
}

/** A change of a configuration as its audit event has it. Replaced credentials appear as masks, which may be equal. */
export const auditedUpdate = ({ secrets, before, after, credentialsReplaced }: Update) => ({
  before: { ...auditedConfiguration(before, secrets), credentials_replaced: false },
  after: { ...auditedConfiguration(after, secrets), credentials_replaced: credentialsReplaced },
});
