import { sql, type Transaction } from 'kysely';
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

/** Removes the simulated network's records of calls to and from the number that have ended; returns how many. */
export async function removeSimulated(trx: Transaction<Database>, person: Person): Promise<number> {
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

type Value = Record<string, unknown>;

/** The simulated network's records of calls to the number and of those from it, in the order of their times. */
export async function exportedSimulated(
  db: Db,
  { organization_id, phone_number }: Person,
  leftOut: readonly string[],
): Promise<Value[]> {
  const { rows } = await sql<{ value: Value }>`
    select to_jsonb(call) - ${[...leftOut]}::text[] as value from simulated_calls as call
    join telephony_configurations as configuration on configuration.id = call.telephony_configuration_id
    where configuration.organization_id = ${organization_id}
      and ((call.direction = 'outbound' and call.to_number = ${phone_number})
        or (call.direction = 'inbound' and call.from_number = ${phone_number}))
    order by call.placed_at, call.id`.execute(db);
  return rows.map(({ value }) => value);
}
