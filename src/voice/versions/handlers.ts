import { asChange } from '../../audit/actions.ts';
import type { VoiceApp } from '../context.ts';
import { pageOf } from '../../db/page.ts';
import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { fileAnswer } from '../../http/file-body.ts';
import { tagged } from '../../http/etag.ts';
import * as generations from '../generations/queries.ts';
import type { GenerationRow } from '../generations/queries.ts';
import { generation } from '../generations/views.ts';
import * as versions from './queries.ts';
import { neededAs } from './rules.ts';
import { generationVersion } from './views.ts';

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
