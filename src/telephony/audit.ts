import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { Database } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import type { TelephonyConfigurationRow } from './queries.ts';
import { auditedConfiguration } from './views.ts';

/** Records a change of a configuration. Replaced credentials appear as masks, which may be equal. */
export const recordUpdate = (
  trx: Transaction<Database>,
  cause: Cause,
  change: {
    readonly secrets: Secrets;
    readonly before: TelephonyConfigurationRow;
    readonly after: TelephonyConfigurationRow;
    readonly credentialsReplaced: boolean;
  },
) =>
  recordChange(trx, cause, {
    action: 'telephony_configuration.updated',
    organization_id: change.before.organization_id,
    subject_id: change.before.id,
    before: { ...auditedConfiguration(change.before, change.secrets), credentials_replaced: false },
    after: {
      ...auditedConfiguration(change.after, change.secrets),
      credentials_replaced: change.credentialsReplaced,
    },
  });

/** Records that a configuration replaced another as the default. */
export const recordDefault = (
  trx: Transaction<Database>,
  cause: Cause,
  { id, organization_id }: Pick<TelephonyConfigurationRow, 'id' | 'organization_id'>,
  former: { readonly id: number } | undefined,
) =>
  recordChange(trx, cause, {
    action: 'telephony_configuration.default_outbound_set',
    organization_id,
    subject_id: id,
    before: { default_outbound_id: former?.id ?? null },
    after: { default_outbound_id: id },
  });
