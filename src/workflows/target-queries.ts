import type { Transaction } from 'kysely';
import { anyOf } from '../db/any-of.ts';
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

/** Of these workflows, those that are active and have a published version. */
export async function answering(
  trx: Transaction<Database>,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('workflows')
    .innerJoin('workflow_definitions as version', 'version.workflow_id', 'workflows.id')
    .select('workflows.id')
    .where('workflows.organization_id', '=', organizationId)
    .where('workflows.id', '=', anyOf(ids))
    .where('workflows.status', '=', 'active')
    .where('version.version_status', '=', 'published')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
