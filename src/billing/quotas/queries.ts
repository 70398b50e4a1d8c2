import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { OrganizationQuota, Usage } from './rules.ts';

/** How much of some quotas is used and allowed. */
export async function usagesOf(
  trx: Transaction<Database>,
  organizationId: number,
  quotas: readonly OrganizationQuota[],
): Promise<readonly Usage[]> {
  const limitOf = quotas.map((quota) => sql`(${quota}::text, ${sql.ref(quota)}::bigint)`);
  const { rows } = await sql<Usage>`
    select allowed.quota, coalesce(used, 0) as used, allowed."limit"
    from organizations
    cross join lateral (values ${sql.join(limitOf)}) as allowed (quota, "limit")
    left join organization_usage as usage on usage.organization_id = id and usage.quota = allowed.quota
    where id = ${organizationId}`.execute(trx);
  return rows;
}
