import type { Transaction } from 'kysely';
import type { Database } from './connect.ts';

/**
 * Does work that changes rows which the tables keep from everybody else: of an erasure, or if that is null, the removal of
 * audit events. The permit is a row that only its own transaction could see, and which ends with the work. A setting would
 * not reach the node of a distributed schema, nor would the transaction have the same id there.
 */
export async function permitted<T>(
  trx: Transaction<Database>,
  erasureId: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const { id } = await trx
    .insertInto('permitted_changes')
    .values({ erasure_id: erasureId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const done = await work();
  await trx.deleteFrom('permitted_changes').where('id', '=', id).execute();
  return done;
}
