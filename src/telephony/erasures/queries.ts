import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';

interface Person {
  readonly organization_id: number;
  readonly phone_number: string;
}

/** Whether the number is one that the organization calls from, which is no person's. */
export async function isOwnNumber(db: Db, person: Person): Promise<boolean> {
  const found = await db
    .selectFrom('phone_numbers')
    .select('id')
    .where('organization_id', '=', person.organization_id)
    .where('phone_number', '=', person.phone_number)
    .executeTakeFirst();
  return found !== undefined;
}

type Trx = Transaction<Database>;

/** Removes the calls that were to be placed to the number, and those that were; returns the ids of the first ones. */
export async function removeScheduled(trx: Trx, person: Person, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from scheduled_calls where id = any(array(
      select id from scheduled_calls
      where organization_id = ${person.organization_id} and to_number = ${person.phone_number}
      order by id limit ${limit} for update
    )) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Removes consents to be called; returns the ids of the first ones. */
export async function removeConsents(trx: Trx, person: Person, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from consents where id = any(array(
      select id from consents
      where organization_id = ${person.organization_id} and phone_number = ${person.phone_number}
      order by id limit ${limit} for update
    )) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Removes the decisions about calls that became these runs. */
export const removeInbound = (trx: Trx, runIds: readonly number[]) =>
  sql`delete from inbound_calls where run_id = ${anyOf(runIds)}`.execute(trx);

/** Removes the transfers of calls. */
export const removeTransfers = (trx: Trx, runIds: readonly number[]) =>
  sql`delete from run_transfers where run_id = ${anyOf(runIds)}`.execute(trx);

/** Removes the number, and the SIP URI that has it, from transfers to it of other people's calls, which stay. */
export const forgetDestination = (trx: Trx, { organization_id, phone_number }: Person) =>
  sql`
    update run_transfers set phone_number = null, sip_uri = null
    where organization_id = ${organization_id} and phone_number = ${phone_number}`.execute(trx);

/** Removes the simulated network's records of calls to and from the number that have ended; returns how many. */
export async function removeSimulated(trx: Trx, person: Person): Promise<number> {
  const result = await sql`
    delete from simulated_calls as call using telephony_configurations as configuration
    where configuration.id = call.telephony_configuration_id
      and configuration.organization_id = ${person.organization_id}
      and ((call.direction = 'outbound' and call.to_number = ${person.phone_number})
        or (call.direction = 'inbound' and call.from_number = ${person.phone_number}))`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** The entry stays, so that nobody calls again; what somebody wrote about it does not. */
export const forgetReason = (trx: Trx, { organization_id, phone_number }: Person) =>
  sql`
    update do_not_call_numbers set reason = null
    where organization_id = ${organization_id} and phone_number = ${phone_number} and reason is not null`.execute(
    trx,
  );

type Value = Record<string, unknown>;

/** The person's entry of the do-not-call list, consents and scheduled calls, in the order of their ids. */
export async function exported(
  db: Db,
  { organization_id, phone_number }: Person,
  kind: 'do_not_call_numbers' | 'consents' | 'scheduled_calls',
): Promise<Value[]> {
  const column = sql.ref(kind === 'scheduled_calls' ? 'to_number' : 'phone_number');
  const { rows } = await sql<{ value: Value }>`
    select to_jsonb(found) - array['organization_id', 'traceparent'] as value from ${sql.table(kind)} as found
    where organization_id = ${organization_id} and ${column} = ${phone_number} order by id`.execute(
    db,
  );
  return rows.map(({ value }) => value);
}

/** The simulated network's records of calls to the number and of those from it, in the order of their times. */
export async function exportedSimulated(
  db: Db,
  { organization_id, phone_number }: Person,
): Promise<Value[]> {
  const { rows } = await sql<{ value: Value }>`
    select to_jsonb(call) - 'callback_url' as value from simulated_calls as call
    join telephony_configurations as configuration on configuration.id = call.telephony_configuration_id
    where configuration.organization_id = ${organization_id}
      and ((call.direction = 'outbound' and call.to_number = ${phone_number})
        or (call.direction = 'inbound' and call.from_number = ${phone_number}))
    order by call.placed_at, call.id`.execute(db);
  return rows.map(({ value }) => value);
}
