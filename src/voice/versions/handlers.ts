import { asChange, makeChange } from '../../audit/actions.ts';
import type { VoiceApp } from '../context.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid, limitReached } from '../../errors.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { fileAnswer } from '../../http/file-body.ts';
import { tagged } from '../../http/etag.ts';
import * as generations from '../generations/queries.ts';
import type { GenerationRow } from '../generations/queries.ts';
import { generation } from '../generations/views.ts';
import * as versions from './queries.ts';
import { neededAs, maxVersions } from './rules.ts';
import { generationVersion } from './views.ts';
import { rm } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import type { components } from '../../../generated/api.ts';
import { AudioFault } from '../audio/faults.ts';
import { completeEffects } from '../effects/rules.ts';
import { refer } from '../files/files.ts';

export const generationVersions = {
  async listGenerationVersions({ params, query, caller }, app) {
    const { organization_id } = caller;
    await generations.mustExist(app.db, organization_id, params.generation_id);
    const rows = await versions.list(app.db, organization_id, params.generation_id, query);
    return pageOf(rows, query, generationVersion);
  },

  async getGenerationAudio({ params, caller }, app) {
    return audioAnswer(app, await versions.audio(app.db, caller.organization_id, params));
  },

  async getGenerationVersionAudio({ params, caller }, app) {
    return audioAnswer(app, await versions.audio(app.db, caller.organization_id, params));
  },

  setDefaultGenerationVersion: asChange(
    async ({ trx, params, organization_id, mustMatch, record }) => {
      const before = await generations.lock(trx, organization_id, params.generation_id);
      mustMatch(before);
      const version = await versions.get(trx, params);
      if (version.is_default) return shown(version, before);
      await versions.setDefault(trx, params);
      await generations.touch(trx, before.id);
      const after = await generations.get(trx, organization_id, before.id);
      await record('generation.default_version_set', before.id, {
        before: audited(before),
        after: audited(after),
      });
      return shown({ ...version, is_default: true }, after);
    },
  ),

  deleteGenerationVersion: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const generation = await generations.lock(trx, organization_id, params.generation_id);
    mustMatch(generation);
    const { id } = generation;
    const version = await versions.lockForDeletion(trx, params);
    const story_ids = await generations.storiesWith(trx, params);
    const count = await versions.count(trx, id);
    const reason = neededAs({ ...version, versions: count, story_ids });
    if (reason) throw inUse(reason, story_ids);
    await versions.remove(trx, version.id);
    const { label, effects_chain } = version;
    const before = { generation_id: id, label, effects_chain };
    await record('generation_version.deleted', version.id, { before });
  }),
} satisfies HandlersFor<
  | 'listGenerationVersions'
  | 'getGenerationAudio'
  | 'getGenerationVersionAudio'
  | 'setDefaultGenerationVersion'
  | 'deleteGenerationVersion',
  VoiceApp
>;

const audited = ({ default_version_id }: GenerationRow) => ({ default_version_id });

/** A version with the ETag of its generation, under which it is changed. */
const shown = (version: Parameters<typeof generationVersion>[0], row: GenerationRow) =>
  tagged(generationVersion(version), row, { operation: 'getGeneration', body: generation(row) });

const audioAnswer = ({ files }: VoiceApp, { version_id, ...file }: versions.AudioRow) =>
  fileAnswer({
    ...file,
    mediaType: file.media_type,
    filename: `${version_id}.wav`,
    read: (range) => files.read(file, range),
  });

const sentences = {
  last: "It is the generation's only version. Delete the generation instead.",
  default: 'It is the default version of its generation. Set another default first.',
  pinned: 'Story items are pinned to the version. Pin them to another one or unpin them first.',
} as const;

const inUse = (reason: keyof typeof sentences, story_ids: readonly string[]) =>
  conflict('generation_version_in_use', sentences[reason], { reason, story_ids });

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
