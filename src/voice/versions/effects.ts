import { rm } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { makeChange } from '../../audit/actions.ts';
import type { components } from '../../../generated/api.ts';
import type { VoiceApp } from '../context.ts';
import { conflict, invalid, limitReached } from '../../errors.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { AudioFault } from '../audio/faults.ts';
import { completeEffects } from '../effects/rules.ts';
import { refer } from '../files/files.ts';
import * as generations from '../generations/queries.ts';
import * as versions from './queries.ts';
import { maxVersions } from './rules.ts';
import { generationVersion } from './views.ts';

type Effect = components['schemas']['Effect'];

export const generationEffects = {
  applyGenerationEffects: withPreparation('applyGenerationEffects', {
    // Computing takes seconds, in which no transaction is open.
    async before({ params, body, caller, signal }, app) {
      const { organization_id } = caller;
      const { generation_id } = params;
      const generation = await generations.get(app.db, organization_id, generation_id);
      if (generation.status !== 'completed') throw notCompleted(generation.status);
      mustHaveRoom(await versions.count(app.db, generation_id));
      const { source_version_id: version_id, effects_chain: requested } = body;
      const source = await versions.audio(app.db, organization_id, {
        generation_id,
        ...(version_id !== undefined && { version_id, param: 'source_version_id' }),
      });
      const effects_chain = requested
        ? completeEffects(requested)
        : ((await generations.effectsOf(app.db, generation.profile_id)) ?? []);
      const computed = await compute(app, source, effects_chain, signal);
      return { ...computed, effects_chain, source_version_id: source.version_id };
    },

    async work({ params, body, ...call }, app, computed) {
      const { file, duration, effects_chain, source_version_id } = computed;
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        const { id: generation_id } = await generations.lock(
          trx,
          organization_id,
          params.generation_id,
        );
        const count = await versions.count(trx, generation_id);
        mustHaveRoom(count);
        await refer(trx, organization_id, file.id);
        const source = await versions.find(trx, { generation_id, version_id: source_version_id });
        const version_id = uuid();
        const label = body.label ?? `Version ${count + 1}`;
        await versions.insert(trx, {
          id: version_id,
          organization_id,
          generation_id,
          label,
          file_id: file.id,
          duration,
          effects_chain: JSON.stringify(effects_chain),
          // It may have been deleted meanwhile.
          source_version_id: source?.id ?? null,
          created_at: at,
        });
        const after = { generation_id, label, effects_chain };
        await record('generation_version.created', version_id, { after });
        return generationVersion(await versions.get(trx, { generation_id, version_id }));
      });
    },
  }),
} satisfies HandlersFor<'applyGenerationEffects', VoiceApp>;

/** Applies effects to the audio of a version, and stores the result. */
async function compute(
  { audio, files, spool }: VoiceApp,
  source: versions.AudioRow,
  chain: readonly Effect[],
  signal: AbortSignal,
) {
  const { organization_id } = source;
  const [local, target] = [await files.local(source), await spool.newPath()];
  try {
    const { duration_seconds } = await audio
      .applyEffects({ organization_id, signal }, { source: local.path, target, chain })
      .catch((error: unknown) => {
        if (!(error instanceof AudioFault)) throw error;
        throw Object.assign(invalid(['body', 'effects_chain'], error.message), { cause: error });
      });
    const file = await files.keep(organization_id, await spool.measure(target), 'audio/wav');
    return { file, duration: duration_seconds };
  } finally {
    await local.release();
    await rm(target, { force: true });
  }
}

function mustHaveRoom(count: number): void {
  if (count < maxVersions) return;
  throw limitReached('generation_versions', {
    limit: maxVersions,
    detail: `The generation has ${maxVersions} versions, the maximum. Delete one first.`,
  });
}

const notCompleted = (state: string) =>
  conflict('generation_not_completed', `The generation is ${state}, so it has no audio yet.`, {
    state,
  });
