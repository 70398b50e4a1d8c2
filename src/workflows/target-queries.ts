import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

interface Named {
  readonly name: string;
  readonly id: number | undefined;
}

/** How many workflows with one name are listed. */
const maxListed = 20;

/** The ids of workflows with the name, locked against renaming until the transaction ends. */
export async function shareNamed(
  trx: Transaction<Database>,
  organizationId: number,
  { name, id }: Named,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .$if(id !== undefined, (named) => named.where('id', '=', id!))
    .orderBy('id')
    .limit(maxListed)
    .forShare()
    .execute();
  return rows.map((row) => row.id);
}
