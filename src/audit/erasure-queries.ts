import { sql, type Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database, Db } from '../db/connect.ts';

interface Subjects {
  readonly organization_id: number;
  readonly subject_type: components['schemas']['AuditSubjectType'];
  readonly ids: readonly number[];
}

const removed = JSON.stringify({ erased: true });

/**
 * Removes what events say about subjects that are erased; that they happened stays. The table refuses it to everyone but
 * an erasure in progress (`erasing`). Returns of how many.
 */
export async function eraseEventsOf(
  trx: Transaction<Database>,
  { organization_id, subject_type, ids }: Subjects,
): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await sql`
    update audit_events
    set before = case when before is not null then ${removed}::jsonb end,
      after = case when after is not null then ${removed}::jsonb end
    where subject_type = ${subject_type} and subject_id = any(${ids.map(String)}::text[])
      and organization_id = ${organization_id}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

interface Endings {
  readonly organization_id: number;
  /** The last digits of a number. */
  readonly ending: string;
  /** The last event that was read before. */
  readonly after: number;
  readonly limit: number;
}

/** Removes the last digits of a number from the next events of the do-not-call list; `last` is undefined after the last one. */
export async function eraseEndings(
  trx: Transaction<Database>,
  { organization_id, ending, after, limit }: Endings,
): Promise<{ readonly erased: number; readonly last: number | undefined }> {
  const { rows } = await sql<{ id: number; has: boolean }>`
    select id, coalesce(after -> 'endings' ? ${ending}, false) as has from audit_events
    where subject_type = 'do_not_call_list' and subject_id = ${String(organization_id)}
      and organization_id = ${organization_id} and id > ${after}
    order by id limit ${limit}`.execute(trx);
  const ids = rows.filter(({ has }) => has).map(({ id }) => id);
  if (ids.length > 0)
    await sql`
      update audit_events set after = jsonb_set(after, '{endings}', (after -> 'endings') - ${ending}::text)
      where id = any(${ids}::bigint[]) and organization_id = ${organization_id}`.execute(trx);
  return { erased: ids.length, last: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** What the audit says about subjects. */
export async function exportedEventsOf(
  db: Db,
  { organization_id, subject_type, ids }: Subjects,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ value: Record<string, unknown> }>`
    select to_jsonb(event) - 'organization_id' as value from audit_events as event
    where subject_type = ${subject_type} and subject_id = any(${ids.map(String)}::text[])
      and organization_id = ${organization_id} order by id`.execute(db);
  return rows.map(({ value }) => value);
}
