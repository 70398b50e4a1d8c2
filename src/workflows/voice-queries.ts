import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';

/** How many workflows a refusal names. */
const maxNamed = 100;

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
    .limit(maxNamed)
    .execute();
  return {
    workflow_count: rows[0]?.workflow_count ?? 0,
    workflow_ids: rows.map(({ id }) => id),
  };
}
