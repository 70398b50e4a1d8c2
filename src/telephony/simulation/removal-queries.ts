import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Removes what the simulated network knows of some of the organization's calls; returns of how many. */
export async function removeCallsOf(
  trx: Transaction<Database>,
  { organizationId, limit }: { readonly organizationId: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from simulated_calls where id = any(array(
      select call.id from simulated_calls as call
      join telephony_configurations as configuration on configuration.id = call.telephony_configuration_id
      where configuration.organization_id = ${organizationId} limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}
