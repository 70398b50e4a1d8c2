import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { OrganizationQuota, Usage } from './rules.ts';

/** Usage and limit of some quotas; a quota that was never used is absent. */
export async function usagesOf(
  trx: Transaction<Database>,
  organizationId: number,
  quotas: readonly OrganizationQuota[],
): Promise<readonly Usage[]> {
  const limitOf = quotas.map((quota) => sql`when ${sql.lit(quota)} then ${sql.ref(quota)}::bigint`);
  const { rows } = await sql<Usage>`
    select quota, used, case quota ${sql.join(limitOf, sql` `)} end as "limit"
    from organization_usage join organizations on organizations.id = organization_id
    where organization_id = ${organizationId} and quota in (${sql.join(quotas)})`.execute(trx);
  return rows;
}
