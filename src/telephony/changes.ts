import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { Database } from '../db/connect.ts';
import type { Secrets } from '../secrets.ts';
import type { TelephonyConfigurationRow } from './queries.ts';
import { auditedConfiguration } from './views.ts';

/** Writes down what became of a configuration; a secret that changed shows as another mask, if its end is another. */
export const recordUpdate = (
  trx: Transaction<Database>,
  cause: Cause,
  change: {
    readonly secrets: Secrets;
    readonly before: TelephonyConfigurationRow;
    readonly after: TelephonyConfigurationRow;
  },
) =>
  recordChange(trx, cause, {
    action: 'telephony_configuration.updated',
    organization_id: change.before.organization_id,
    subject_id: change.before.id,
    before: auditedConfiguration(change.before, change.secrets),
    after: auditedConfiguration(change.after, change.secrets),
  });

/** Writes down that a configuration has become the default, or has stopped being it. */
export const recordDefault = (
  trx: Transaction<Database>,
  cause: Cause,
  {
    id,
    organization_id,
    is_default_outbound,
  }: Pick<TelephonyConfigurationRow, 'id' | 'organization_id' | 'is_default_outbound'>,
) =>
  recordChange(trx, cause, {
    action: 'telephony_configuration.updated',
    organization_id,
    subject_id: id,
    before: { is_default_outbound: !is_default_outbound },
    after: { is_default_outbound },
  });
