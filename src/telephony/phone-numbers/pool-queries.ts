import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CallerNumber, Day } from './pool-rules.ts';

const columns = [
  'id',
  'phone_number',
  'daily_cap',
  'calls_counted',
  'counted_from',
  'counted_until',
] as const;

interface Numbers {
  readonly configuration_id: number;
  /** Undefined: those that calls without a requested number are made from. */
  readonly requested?: string | undefined;
}

/**
 * The numbers that a call can be made from: the requested one, or the pool, or without a pool the default caller.
 */
export async function callers(
  db: Db,
  { configuration_id, requested }: Numbers,
): Promise<CallerNumber[]> {
  const rows = await db
    .selectFrom('phone_numbers')
    .select([...columns, 'in_pool'])
    .where('telephony_configuration_id', '=', configuration_id)
    .$if(requested !== undefined, (all) => all.where('phone_number', '=', requested!))
    .$if(requested === undefined, (all) =>
      all.where((eb) => eb.or([eb('in_pool', '=', true), eb('is_default_caller', '=', true)])),
    )
    .orderBy('id')
    .execute();
  const pool = rows.filter(({ in_pool }) => in_pool);
  return pool.length > 0 ? pool : rows;
}

/**
 * The numbers with what is counted of them now. The organization's slots must be locked until the calls are counted: then
 * only calls that are given back change a count, and they lower it.
 */
export async function withCounts(
  trx: Transaction<Database>,
  numbers: readonly CallerNumber[],
): Promise<readonly CallerNumber[]> {
  const capped = numbers.filter(({ daily_cap }) => daily_cap !== null);
  if (capped.length === 0) return numbers;
  const rows = await trx
    .selectFrom('phone_numbers')
    .select(columns)
    .where('id', '=', anyOf(capped.map(({ id }) => id)))
    .execute();
  const current = new Map(rows.map((row) => [row.id, row]));
  return numbers.map((number) => current.get(number.id) ?? number);
}

/** Counts calls from the numbers; a new day begins with them. Rows are locked in the order of their ids, as by `uncount`. */
export async function count(
  trx: Transaction<Database>,
  calls: ReadonlyMap<number, number>,
  { day, now }: { readonly day: Day; readonly now: Timestamp },
): Promise<void> {
  if (calls.size === 0) return;
  const counted = [...calls].map(([id, made]) => ({ id, made }));
  await sql`
    with counted as (
      select number.id, call.made from phone_numbers as number
      join jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as call (id bigint, made integer) on call.id = number.id
      order by number.id for no key update of number
    )
    update phone_numbers as number
    set calls_counted = counted.made + case when counted_until > ${now} then calls_counted else 0 end,
      counted_from = case when counted_until > ${now} then counted_from else ${day.begins_at}::timestamptz end,
      counted_until = case when counted_until > ${now} then counted_until else ${day.ends_at}::timestamptz end
    from counted where number.id = counted.id`.execute(trx);
}

interface UnmadeCall {
  readonly telephony_configuration_id: number | null;
  readonly from_number: string | null;
  readonly created_at: Timestamp;
}

/** Takes calls back that were counted and will not be made. */
export async function uncount(
  trx: Transaction<Database>,
  calls: readonly UnmadeCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    with unmade as (
      select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
        as call (telephony_configuration_id bigint, from_number text, created_at timestamptz)
    ), number as (
      select id, telephony_configuration_id, phone_number, counted_from from phone_numbers
      where daily_cap is not null and (telephony_configuration_id, phone_number) in
        (select telephony_configuration_id, from_number from unmade)
      order by id for no key update
    ), less as (
      select number.id, count(*)::integer as calls from number
      join unmade on unmade.telephony_configuration_id = number.telephony_configuration_id
        and unmade.from_number = number.phone_number and unmade.created_at >= number.counted_from
      group by number.id
    )
    update phone_numbers set calls_counted = greatest(calls_counted - less.calls, 0)
    from less where phone_numbers.id = less.id`.execute(trx);
}
