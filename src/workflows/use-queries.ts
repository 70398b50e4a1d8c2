import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/** How many workflows the refusal to delete a tool names, and that of a voice profile. */
const maxCallingTool = 100;
const maxSpeakingWith = 100;

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
    .limit(maxCallingTool)
    .execute();
  return rows.map(({ workflow_id }) => workflow_id);
}

/**
 * How many workflows with a published version name the voice profile, archived ones included, and the ids of the first.
 * With the profile locked against being named, none is added until the transaction ends.
 */
export async function speakingWith(
  trx: Transaction<Database>,
  organizationId: number,
  profileId: string,
) {
  const rows = await trx
    .selectFrom('workflows as workflow')
    .select(['workflow.id'])
    .select(({ fn }) => fn.countAll<number>().over().as('workflow_count'))
    .where('workflow.organization_id', '=', organizationId)
    .where('workflow.voice_profile_id', '=', profileId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('workflow_definitions')
          .select('id')
          .whereRef('workflow_id', '=', 'workflow.id')
          .where('version_status', '=', 'published'),
      ),
    )
    .orderBy('workflow.id')
    .limit(maxSpeakingWith)
    .execute();
  return {
    workflow_count: rows[0]?.workflow_count ?? 0,
    workflow_ids: rows.map(({ id }) => id),
  };
}
