import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { expectFewRows } from '../../db/expect-few-rows.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isInForce } from '../do-not-call/queries.ts';
import type { Provider } from './dependencies.ts';

/** What calls need to know about their configuration. */
const configurationColumns = [
  'id',
  'organization_id',
  'provider',
  'calls_per_second',
  'calling_codes',
  'countries',
  'allowed_number_types',
  'credentials_encrypted',
] as const;

/** The configuration with the id, or the default without one. */
export const find = (db: Db, organizationId: number, id: number | undefined) =>
  db
    .selectFrom('telephony_configurations')
    .select(configurationColumns)
    .where('organization_id', '=', organizationId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
    .$if(id === undefined, (rows) => rows.where('is_default_outbound', '=', true))
    .executeTakeFirst();

/**
 * Locks the configuration against deletion until the transaction ends, so that a new call keeps its configuration; false if
 * it was deleted. Whoever deletes it waits, so call it when nothing else is left to wait for.
 */
export async function keep(trx: Transaction<Database>, id: number): Promise<boolean> {
  const kept = await trx
    .selectFrom('telephony_configurations')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return kept !== undefined;
}

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

/** What a carrier's callback says it is about. */
export interface CallbackSubject {
  readonly provider: Provider;
  readonly config_id: number;
  /** Null: about no run. */
  readonly run_id: number | null;
}

/** The configuration of a callback, and its call, if that was placed with the configuration. */
export interface CallbackTarget {
  /** The place of the callback in the list, from 0. */
  readonly turn: number;
  readonly id: number;
  readonly organization_id: number;
  readonly credentials_encrypted: Buffer;
  /** Null: there is no such call. */
  readonly run_id: number | null;
  readonly traceparent: string | null;
}

/**
 * Finds configurations by id and provider only: a carrier's callback names no organization, its signature authenticates
 * it.
 */
export async function findForCallbacks(
  db: Db,
  subjects: readonly CallbackSubject[],
): Promise<readonly CallbackTarget[]> {
  const { rows } = await sql<CallbackTarget>`
    select subject.turn - 1 as turn, configuration.id, configuration.organization_id,
      configuration.credentials_encrypted, run.id as run_id, run.traceparent
    from unnest(
      ${subjects.map(({ provider }) => provider)}::text[],
      ${subjects.map(({ config_id }) => config_id)}::bigint[],
      ${subjects.map(({ run_id }) => run_id)}::bigint[]
    ) with ordinality as subject (provider, config_id, run_id, turn)
    join telephony_configurations as configuration
      on configuration.id = subject.config_id and configuration.provider = subject.provider
    left join workflow_runs as run
      on run.id = subject.run_id and run.telephony_configuration_id = configuration.id
    where ${expectFewRows('subject.config_id')}`.execute(db);
  return rows;
}
