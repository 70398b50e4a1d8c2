import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import * as queries from './queries.ts';
import { keyOf } from './rules.ts';

/** Removes the rows of some files of an organization, and has their bytes removed; nothing may refer to them. */
export async function releaseFiles(
  trx: Transaction<Database>,
  organizationId: number,
  { limit, now }: { readonly limit: number; readonly now: Timestamp },
): Promise<number> {
  const files = await queries.lockSome(trx, organizationId, limit);
  for (const file of files) {
    await queries.remove(trx, file);
    await queries.addRemoval(trx, keyOf(file), now);
  }
  return files.length;
}
