import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { limitReached } from '../../errors.ts';
import { getLimits } from '../organization-queries.ts';
import { contentBytes, usagesOf } from './queries.ts';
import { exceededOf, type OrganizationQuota, sentenceOf } from './rules.ts';

/**
 * Throws `limit_reached` if the organization exceeds one of these quotas. Call it after adding something, in the same
 * transaction: concurrent transactions see what those before them added, so exactly the limit is reached. Only bytes of
 * content are counted without a lock: concurrent transactions may exceed the limit by what they add. With `adding`
 * it checks in advance, without a lock, whether the work is worth starting.
 */
export async function mustFit(
  trx: Transaction<Database>,
  organizationId: number,
  quotas: readonly OrganizationQuota[],
  { adding }: { readonly adding: number } = { adding: 0 },
): Promise<void> {
  const exceeded = exceededOf(await usagesOf(trx, organizationId, quotas), adding);
  if (exceeded)
    throw limitReached(exceeded.quota, { limit: exceeded.limit, detail: sentenceOf(exceeded) });
}

/** The organization's limits, with how many bytes of content it has. */
export const limitsOf = async (db: Db, organizationId: number) => ({
  ...(await getLimits(db, organizationId)),
  content_bytes: await contentBytes(db, organizationId),
});
