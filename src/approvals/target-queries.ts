import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

export type Noun = 'workflow' | 'campaign';

interface Target {
  readonly noun: Noun;
  readonly target_name: string;
  readonly target_id: number | undefined;
}

/** How many objects with one name are listed. */
const maxListed = 20;

/** Those of that name, and that id if one is given, held against renaming until the transaction ends. */
export const lock = (
  trx: Transaction<Database>,
  organizationId: number,
  { noun, target_name, target_id }: Target,
) =>
  trx
    .selectFrom(noun === 'workflow' ? 'workflows' : 'campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', target_name)
    .$if(target_id !== undefined, (rows) => rows.where('id', '=', target_id!))
    .orderBy('id')
    .limit(maxListed)
    .forShare()
    .execute();
