import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** What a workflow's settings say of relays, null if nothing, and the language of its voice, null if it has none. */
export async function relaySettings(
  db: Db,
  { organization_id, workflow_id }: Readonly<Record<'organization_id' | 'workflow_id', number>>,
): Promise<{ readonly relay: unknown; readonly voice_language: string | null }> {
  const found = await db
    .selectFrom('workflows')
    .leftJoin('voice_profiles as voice', (join) =>
      join
        .onRef('voice.id', '=', 'workflows.voice_profile_id')
        .onRef('voice.organization_id', '=', 'workflows.organization_id'),
    )
    .select(sql`workflows.workflow_configurations -> 'relay'`.as('relay'))
    .select('voice.language as voice_language')
    .where('workflows.id', '=', workflow_id)
    .where('workflows.organization_id', '=', organization_id)
    .executeTakeFirst();
  return { relay: found?.relay ?? null, voice_language: found?.voice_language ?? null };
}
