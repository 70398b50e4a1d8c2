import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import type { Timestamp } from '../../timestamp.ts';

/** Whether an entry still holds calls. `of` is the alias of the table. */
export const isInForce = (now: Timestamp, of = 'do_not_call_numbers') => {
  const expires_at = sql.ref(`${of}.expires_at`);
  return sql<boolean>`(${expires_at} is null or ${expires_at} > ${now})`;
};

export function list(
  db: Db,
  organizationId: number,
  { now, ...query }: PageQuery & { readonly phone_number?: string; readonly now: Timestamp },
) {
  const { phone_number } = query;
  return db
    .selectFrom('do_not_call_numbers')
    .select(['id', 'phone_number', 'reason', 'source', 'run_id', 'expires_at', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where(isInForce(now))
    .$if(phone_number !== undefined, (rows) => rows.where('phone_number', '=', phone_number!))
    .$call(newestFirst(query))
    .execute();
}

export interface NewNumbers {
  readonly organization_id: number;
  readonly created_by: number | null;
  readonly created_at: Timestamp;
  readonly source: 'user' | 'api_key' | 'opt_out';
  readonly run_id: number | null;
  /** Unique numbers, each with its reason and the end of its entry at the same index. */
  readonly phone_numbers: readonly string[];
  readonly reasons: readonly (string | null)[];
  readonly ends: readonly (Timestamp | null)[];
}

/** How many numbers changed, and the last four digits of the first of them, for the audit trail. */
export interface Changed {
  readonly count: number;
  readonly endings: readonly string[];
}

const none: Changed = { count: 0, endings: [] };

/** Maximum number of endings in an audit event. */
const maxEndings = 20;
const countAndEndings = (part: string) => sql`
    select count(*) as count, coalesce((array_agg(right(phone_number, 4)))[1:${sql.lit(maxEndings)}], '{}') as endings
    from ${sql.table(part)}`;

/**
 * Adds the numbers that are not on the list, and replaces entries that would expire before the new ones; returns which
 * those were. Inserts in a fixed order, so that two requests with the same numbers cannot deadlock.
 */
export async function add(db: Db, numbers: NewNumbers): Promise<Changed> {
  const { organization_id, created_by, created_at, source, run_id } = numbers;
  const { phone_numbers, reasons, ends } = numbers;
  const { rows } = await sql<Changed>`
    with added as (
      insert into do_not_call_numbers as listed
        (organization_id, phone_number, reason, source, run_id, expires_at, created_by, created_at)
      select ${organization_id}::bigint, sent.phone_number, sent.reason, ${source}, ${run_id}::bigint, sent.expires_at,
        ${created_by}::bigint, ${created_at}::timestamptz
      from unnest(${phone_numbers}::text[], ${reasons}::text[], ${ends}::timestamptz[])
        as sent (phone_number, reason, expires_at)
      order by sent.phone_number
      on conflict on constraint do_not_call_numbers_key do update
      set reason = excluded.reason, source = excluded.source, run_id = excluded.run_id,
        expires_at = excluded.expires_at, created_by = excluded.created_by, created_at = excluded.created_at
      where listed.expires_at < coalesce(excluded.expires_at, 'infinity')
      returning phone_number
    ) ${countAndEndings('added')}`.execute(db);
  return rows[0] ?? none;
}

interface Numbers {
  readonly phoneNumbers: readonly string[];
  readonly now: Timestamp;
}

/** Removes numbers; returns which were on the list. Locks in a fixed order for the same reason. */
export async function remove(
  db: Db,
  organizationId: number,
  { phoneNumbers, now }: Numbers,
): Promise<Changed> {
  const { rows } = await sql<Changed>`
    with listed as (
      select id from do_not_call_numbers
      where organization_id = ${organizationId} and phone_number = any (${phoneNumbers}::text[])
        and ${isInForce(now)}
      order by phone_number for update
    ), removed as (
      delete from do_not_call_numbers using listed where do_not_call_numbers.id = listed.id
      returning do_not_call_numbers.phone_number
    ) ${countAndEndings('removed')}`.execute(db);
  return rows[0] ?? none;
}

/** The numbers among these that are on the list. */
export async function listedAmong(
  db: Db,
  organizationId: number,
  { phoneNumbers, now }: Numbers,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ phone_number: string }>`
    select phone_number from do_not_call_numbers
    where organization_id = ${organizationId} and phone_number = any (${phoneNumbers}::text[])
      and ${isInForce(now)}`.execute(db);
  return new Set(rows.map((row) => row.phone_number));
}

/** How many entries one statement removes. */
export const removedAtOnce = 1000;

/** Removes the entries that have expired, but none that is replaced by one in force. */
export async function removeExpired(db: Db, now: Timestamp): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from do_not_call_numbers where id = any(array(
        select id from do_not_call_numbers where expires_at <= ${now} order by expires_at limit ${removedAtOnce}
        for update skip locked
      ))`.execute(db);
    if (numAffectedRows < BigInt(removedAtOnce)) return;
  }
}
