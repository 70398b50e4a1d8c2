import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/** How many workflows a refusal names. */
const maxNamed = 100;

/** The first workflows whose published version has a tool; with the tool locked, none is added until the transaction ends. */
export async function callingTool(
  trx: Transaction<Database>,
  organizationId: number,
  toolId: number,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('workflow_definitions')
    .select('workflow_id')
    .where('organization_id', '=', organizationId)
    .where('version_status', '=', 'published')
    .where(sql<boolean>`tools @> ${JSON.stringify([{ tool_id: toolId }])}::jsonb`)
    .orderBy('workflow_id')
    .limit(maxNamed)
    .execute();
  return rows.map(({ workflow_id }) => workflow_id);
}
