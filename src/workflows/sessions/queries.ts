import { sql, type Transaction } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { settingsInCall } from '../../auth/run-token-queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import {
  holderColumns,
  isDialing,
  type Key,
  runNotFound,
  transferState,
} from '../runs/read-queries.ts';
import type { StoredTurn } from '../runs/transcript-rules.ts';

/**
 * A run with the pinned definition of the agent that has it, and the settings and voice of this agent's workflow. Throws if the
 * organization has none with this id.
 */
export const get = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .leftJoin('run_transfers as handoff', (join) =>
      join
        .onRef('handoff.id', '=', 'run.handoff_id')
        .onRef('handoff.organization_id', '=', 'run.organization_id'),
    )
    .innerJoin('workflows as workflow', (join) =>
      join.on(sql<boolean>`workflow.id = coalesce(handoff.to_workflow_id, run.workflow_id)`),
    )
    .innerJoin('workflow_definitions as version', (join) =>
      join.on(sql<boolean>`version.id = coalesce(handoff.to_definition_id, run.definition_id)`),
    )
    .leftJoin('telephony_configurations as configuration', (join) =>
      join
        .onRef('configuration.id', '=', 'run.telephony_configuration_id')
        .onRef('configuration.organization_id', '=', 'run.organization_id'),
    )
    .select([
      'run.id as run_id',
      'workflow.id as workflow_id',
      'workflow.name as workflow_name',
      'version.version_number as workflow_version',
      'run.mode',
      'run.state',
      'run.started_at',
      isDialing.as('is_dialing'),
      transferState.as('transfer_state'),
      'configuration.provider',
      'configuration.credentials_encrypted',
      'run.to_number',
      'run.from_number',
      'run.campaign_id',
      'run.contact_id',
      'version.workflow_definition',
      'version.tools as pinned_tools',
      'version.published_at',
      'workflow.template_context_variables',
      'run.initial_context',
      'run.gathered_context',
    ])
    .select([
      'handoff.id as handoff_id',
      'handoff.handoff_briefing',
      'run.workflow_id as first_workflow_id',
    ])
    .select(settingsInCall('workflow').as('workflow_configurations'))
    .select(
      sql<
        StoredTurn[] | null
      >`case when handoff.id is not null then coalesce(run.transcript, '[]') end`.as(
        'handoff_transcript',
      ),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('voice_profiles as voice')
          .select([
            'voice.id',
            'voice.name',
            'voice.language',
            'voice.voice_type',
            'voice.preset_engine',
            'voice.preset_voice_id',
            'voice.design_prompt',
            'voice.default_engine',
            'voice.personality',
            'voice.effects_chain',
          ])
          .whereRef('voice.id', '=', 'workflow.voice_profile_id')
          .whereRef('voice.organization_id', '=', 'workflow.organization_id'),
      ).as('voice'),
    )
    .select(sql<boolean | null>`run.gathered_context -> 'consent_given'`.as('consent_given'))
    .select(sql<Timestamp | null>`run.gathered_context ->> 'consent_ts'`.as('consent_ts'))
    .select(sql<number>`coalesce(jsonb_array_length(run.transcript), 0)`.as('transcript_turns'))
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirstOrThrow(runNotFound);

export type SessionRow = Awaited<ReturnType<typeof get>>;

/** Gives a locked run to the agent of a handoff. */
export const setHandoff = (
  trx: Transaction<Database>,
  { organization_id, run_id, handoff_id }: Key & { readonly handoff_id: number },
) =>
  trx
    .updateTable('workflow_runs')
    .set({ handoff_id })
    .where('id', '=', run_id)
    .where('organization_id', '=', organization_id)
    .execute();

/** Revokes the run's tokens; returns when it was revoked before, and null if it was not. */
export async function revokeToken(
  trx: Transaction<Database>,
  { organization_id, run_id }: Key,
  now: Timestamp,
): Promise<Timestamp | null> {
  const { token_revoked_at } = await trx
    .selectFrom('workflow_runs')
    .select('token_revoked_at')
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(runNotFound);
  if (token_revoked_at === null)
    await trx
      .updateTable('workflow_runs')
      .set({ token_revoked_at: now })
      .where('id', '=', run_id)
      .execute();
  return token_revoked_at;
}

/** Who has the run. */
export const holder = (db: Db, { organization_id, run_id }: Key) =>
  db
    .selectFrom('workflow_runs as run')
    .select(holderColumns)
    .where('run.organization_id', '=', organization_id)
    .where('run.id', '=', run_id)
    .executeTakeFirstOrThrow(runNotFound);

/** How long a code is good after it was made, or after its call was answered. */
const codeMs = 30_000;

/** Takes a code, and earlier ones with it; false if it was taken, is too old, or its call has ended. */
export async function takeCode(
  db: Db,
  { organization_id, run_id, made_at }: Key & { readonly made_at: Timestamp },
  now: Timestamp,
): Promise<boolean> {
  const since = later(now, -codeMs);
  const { numUpdatedRows } = await db
    .updateTable('workflow_runs')
    .set({ code_used_at: made_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', run_id)
    .where('ended_at', 'is', null)
    .where('token_revoked_at', 'is', null)
    .where((eb) => eb.or([eb('code_used_at', 'is', null), eb('code_used_at', '<', made_at)]))
    .$if(made_at < since, (runs) =>
      runs.where((eb) => eb.or([eb('started_at', 'is', null), eb('started_at', '>', since)])),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
