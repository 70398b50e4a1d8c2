import { type ExpressionBuilder, type Insertable, sql, type Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { SimulatedCalls } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

export type NewCall = Insertable<SimulatedCalls>;

/**
 * Stores the calls, and returns for each the number of earlier calls to its number. A call of a configuration that is deleted
 * meanwhile is not stored.
 */
export async function insert(db: Db, calls: readonly NewCall[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; earlier_calls: number }>`
    with booked as (
      with placed as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as call (
          id uuid, telephony_configuration_id bigint, direction text, run_id bigint, to_number text, from_number text,
          callback_url text, placed_at timestamptz, ends_at timestamptz, talking_until timestamptz, detection text
        ) where exists (
          select from telephony_configurations where id = call.telephony_configuration_id for key share
        )
      )
      insert into simulated_calls ${sql.raw(`(${columns.join(', ')})`)}
      select ${sql.raw(columns.join(', '))} from placed
      returning id, telephony_configuration_id, to_number
    )
    select booked.id, (
      select count(*) from simulated_calls as earlier
      where earlier.telephony_configuration_id = booked.telephony_configuration_id
        and earlier.to_number = booked.to_number and earlier.id <> all(array(select id from booked))
    ) as earlier_calls
    from booked`.execute(db);
  return new Map(rows.map(({ id, earlier_calls }) => [id, earlier_calls]));
}

const columns = [
  'id',
  'telephony_configuration_id',
  'direction',
  'run_id',
  'to_number',
  'from_number',
  'callback_url',
  'placed_at',
  'ends_at',
  'talking_until',
  'detection',
];

export const markReported = (db: Db, ids: readonly string[], now: Timestamp) =>
  db
    .updateTable('simulated_calls')
    .set({ reported_at: now })
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute();

/** Calls that ended between two timestamps without a report: the process that should have sent it crashed. */
export const unreported = (db: Db, since: Timestamp, before: Timestamp) =>
  db
    .selectFrom('simulated_calls')
    .innerJoin('telephony_configurations as line', 'line.id', 'telephony_configuration_id')
    .select(['simulated_calls.id', 'to_number', 'callback_url', 'placed_at', 'hung_up_at'])
    .select(['detection', 'direction', 'line.organization_id', 'line.credentials_encrypted'])
    .select(earlierCalls)
    .where('reported_at', 'is', null)
    .where('ends_at', '>', since)
    .where('ends_at', '<', before)
    .orderBy('ends_at')
    .limit(200)
    .execute();

/** Marks a call as hung up unless it has ended; undefined if it has, or was hung up before. */
export const hangUp = (db: Db, id: string, now: Timestamp) =>
  db
    .updateTable('simulated_calls')
    .set({ hung_up_at: now, ends_at: sql`least(ends_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('reported_at', 'is', null)
    .where('hung_up_at', 'is', null)
    .returning(['id', 'to_number', 'callback_url', 'placed_at', 'detection', 'direction'])
    .returning(earlierCalls)
    .executeTakeFirst();

/** Vouches for calls of this process; returns those that have not ended. */
export async function keepTalking(
  db: Db,
  ids: readonly string[],
  until: Timestamp,
): Promise<ReadonlySet<string>> {
  const kept = await db
    .updateTable('simulated_calls')
    .set({ talking_until: until })
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('reported_at', 'is', null)
    .where('hung_up_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(kept.map(({ id }) => id));
}

/** Hangs up the calls that no process vouches for any more, but those of this one. */
export const endAbandoned = (db: Db, own: readonly string[], now: Timestamp) =>
  db
    .updateTable('simulated_calls')
    .set({ hung_up_at: now, ends_at: sql`least(ends_at, ${now}::timestamptz)` })
    .where('talking_until', '<', now)
    .where('reported_at', 'is', null)
    .where('hung_up_at', 'is', null)
    .where((eb) => eb.not(eb('id', '=', anyOf(own, 'uuid'))))
    .execute();

/** A call that has not ended. */
export const findOpen = (db: Db, id: string) =>
  db
    .selectFrom('simulated_calls')
    .select('callback_url')
    .where('id', '=', id)
    .where('reported_at', 'is', null)
    .where('hung_up_at', 'is', null)
    .executeTakeFirst();

interface CallOfRun {
  readonly run_id: number;
  readonly carrier_call_id: string | null;
}

/** The call with the network's id, or the newest of the run if the run does not know it. */
export const findOf = (db: Db, { run_id, carrier_call_id }: CallOfRun) =>
  db
    .selectFrom('simulated_calls')
    .select(['id', 'to_number', 'from_number', 'placed_at', 'hung_up_at', 'detection', 'direction'])
    .select(earlierCalls)
    .where((eb) =>
      carrier_call_id !== null && isUuid(carrier_call_id)
        ? eb('id', '=', carrier_call_id)
        : eb('run_id', '=', run_id),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The call with the network's id. */
export const findById = async (db: Db, id: string) =>
  isUuid(id) ? findOf(db, { run_id: 0, carrier_call_id: id }) : undefined;

/** How many commands a call gets at most. */
const maxCommands = 100;

/** Records the keys of a command unless it is known; false, and nothing is recorded, if the call has got too many. */
export async function keepKeys(
  db: Db,
  id: string,
  { command_id, keys }: { readonly command_id: string; readonly keys: string },
): Promise<boolean> {
  const kept = await db
    .updateTable('simulated_calls')
    .set({ keys: sql`jsonb_build_object(${command_id}::text, ${keys}::text) || keys` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        sql<boolean>`keys ? ${command_id}`,
        sql<boolean>`(select count(*) from jsonb_object_keys(keys)) < ${maxCommands}`,
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Records a transfer of a call; false if the call has ended, or has got too many. */
export async function keepTransfer(db: Db, id: string, transferId: number): Promise<boolean> {
  const kept = await db
    .updateTable('simulated_calls')
    .set({ transfers: sql`array_append(transfers, ${transferId}::bigint)` })
    .where('id', '=', id)
    .where('reported_at', 'is', null)
    .where('hung_up_at', 'is', null)
    .where(sql<boolean>`cardinality(transfers) < ${maxCommands}`)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** The number of earlier calls with the configuration to the number of a call. */
const earlierCalls = (eb: ExpressionBuilder<Database, 'simulated_calls'>) =>
  eb
    .selectFrom('simulated_calls as earlier')
    .whereRef(
      'earlier.telephony_configuration_id',
      '=',
      'simulated_calls.telephony_configuration_id',
    )
    .whereRef('earlier.to_number', '=', 'simulated_calls.to_number')
    .whereRef('earlier.id', '<', 'simulated_calls.id')
    .select(({ fn }) => fn.countAll<number>().as('earlier_calls'))
    .as('earlier_calls');

/** Removes what the simulated network knows of some of the organization's calls; returns of how many. */
export async function removeCallsOf(
  trx: Transaction<Database>,
  { organizationId, limit }: { readonly organizationId: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from simulated_calls where id = any(array(
      select call.id from simulated_calls as call
      join telephony_configurations as configuration on configuration.id = call.telephony_configuration_id
      where configuration.organization_id = ${organizationId} limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}
