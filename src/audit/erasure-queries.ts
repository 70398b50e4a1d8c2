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
