import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** What a workflow's settings say of relays; null if nothing. */
export async function relaySettings(
  db: Db,
  { organization_id, workflow_id }: Readonly<Record<'organization_id' | 'workflow_id', number>>,
): Promise<unknown> {
  const found = await db
    .selectFrom('workflows')
    .select(sql`workflow_configurations -> 'relay'`.as('relay'))
    .where('id', '=', workflow_id)
    .where('organization_id', '=', organization_id)
    .executeTakeFirst();
  return found?.relay ?? null;
}
