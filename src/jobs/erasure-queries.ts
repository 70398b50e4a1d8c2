import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

interface Job {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The jobs of an organization whose data or result match a regular expression. */
export async function matching(
  trx: Transaction<Database>,
  organizationId: number,
  rough: string,
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select id, name, concat_ws('        ', data::text, output::text) as text from pgboss.job
    where data ->> 'organization_id' = ${String(organizationId)}
      and concat_ws('        ', data::text, output::text) ~ ${rough}`.execute(trx);
  return rows;
}

/** Removes jobs. Tables are the work list, so that a sweep finds what one of them would have done. */
export const remove = (trx: Transaction<Database>, ids: readonly string[]) =>
  sql`delete from pgboss.job where id = any(${[...ids]}::uuid[])`.execute(trx);
