import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import { usagesOf } from './queries.ts';
import { exceededOf, type OrganizationQuota, sentenceOf } from './rules.ts';

/**
 * Throws `quota_reached` if the organization has more than one of these quotas allows. Called after something was added, by
 * the transaction that added it: of many at once, each knows what those before it have added, and exactly the limit stays.
 * With `adding` it tells beforehand, without holding anything, what is not worth the work.
 */
export async function mustFit(
  trx: Transaction<Database>,
  organizationId: number,
  quotas: readonly OrganizationQuota[],
  { adding }: { readonly adding: number } = { adding: 0 },
): Promise<void> {
  const exceeded = exceededOf(await usagesOf(trx, organizationId, quotas), adding);
  if (exceeded) throw conflict('quota_reached', sentenceOf(exceeded), { ...exceeded });
}
