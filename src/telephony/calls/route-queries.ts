import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Provider } from './parts.ts';

/**
 * The configuration with the id, or the default without one. Locked against deletion until the transaction ends, so
 * that a new call keeps its configuration.
 */
export const find = (trx: Transaction<Database>, organizationId: number, id: number | undefined) =>
  trx
    .selectFrom('telephony_configurations')
    .select(['id', 'provider'])
    .where('organization_id', '=', organizationId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
    .$if(id === undefined, (rows) => rows.where('is_default_outbound', '=', true))
    .forKeyShare()
    .executeTakeFirst();

/** The number of a configuration, or its default caller number if none is given. */
export const findNumber = (
  trx: Transaction<Database>,
  configurationId: number,
  number: string | undefined,
) =>
  trx
    .selectFrom('phone_numbers')
    .select('phone_number')
    .where('telephony_configuration_id', '=', configurationId)
    .$if(number !== undefined, (rows) => rows.where('phone_number', '=', number!))
    .$if(number === undefined, (rows) => rows.where('is_default_caller', '=', true))
    .executeTakeFirst();

export async function isOnDoNotCallList(
  trx: Transaction<Database>,
  organizationId: number,
  number: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('do_not_call_numbers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', number)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A configuration by id and provider only: a carrier's callback names no organization, its signature authenticates it.
 */
export const findForCallback = (db: Db, provider: Provider, id: number) =>
  db
    .selectFrom('telephony_configurations')
    .select(['id', 'organization_id', 'credentials_encrypted'])
    .where('id', '=', id)
    .where('provider', '=', provider)
    .executeTakeFirst();

/** The call, if it was placed with the configuration. */
export const findCallOf = (db: Db, runId: number, configurationId: number) =>
  db
    .selectFrom('workflow_runs')
    .select(['id', 'traceparent'])
    .where('id', '=', runId)
    .where('telephony_configuration_id', '=', configurationId)
    .executeTakeFirst();

/** A campaign's configuration, locked against deletion until the transaction ends. */
export const findForCampaign = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('telephony_configurations')
    .select(['id', 'calls_per_second'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
