import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isInForce } from '../do-not-call/queries.ts';
import type { Provider } from './parts.ts';

/** What calls need to know about their configuration. */
const configurationColumns = [
  'id',
  'organization_id',
  'provider',
  'calls_per_second',
  'calling_codes',
  'credentials_encrypted',
] as const;

/**
 * The configuration with the id, or the default without one. `lock`: against deletion until the transaction ends, so
 * that a new call keeps its configuration.
 */
export const find = (
  db: Db,
  organizationId: number,
  { id, lock }: { readonly id: number | undefined; readonly lock: boolean },
) =>
  db
    .selectFrom('telephony_configurations')
    .select(configurationColumns)
    .where('organization_id', '=', organizationId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
    .$if(id === undefined, (rows) => rows.where('is_default_outbound', '=', true))
    .$if(lock, (rows) => rows.forKeyShare())
    .executeTakeFirst();

export type CallingConfiguration = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function isOnDoNotCallList(
  db: Db,
  organizationId: number,
  { number, now }: { readonly number: string; readonly now: Timestamp },
): Promise<boolean> {
  const found = await db
    .selectFrom('do_not_call_numbers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', number)
    .where(isInForce(now))
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
