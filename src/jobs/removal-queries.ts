import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/** Removes some of the jobs that name an organization, done or not; returns how many. The table is short: done jobs leave it. */
export async function removeJobsOf(
  trx: Transaction<Database>,
  { organizationId, limit }: { readonly organizationId: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where id = any(array(
      select id from pgboss.job where data ->> 'organization_id' = ${String(organizationId)} limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}
