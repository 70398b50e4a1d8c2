import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { mustMatch, tagged } from '../../http/etag.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { fileAnswer } from '../../http/file-body.ts';
import type { VoiceApp } from '../context.ts';
import * as profiles from '../profiles/queries.ts';
import { add, keepRecording } from './actions.ts';
import * as samples from './queries.ts';
import { extensionOf } from './rules.ts';
import type { components } from '../../../generated/api.ts';
import type { SampleRow } from './queries.ts';

const voiceSample = (row: SampleRow): components['schemas']['VoiceSample'] => ({
  id: row.id,
  profile_id: row.profile_id,
  reference_text: row.reference_text,
  format: row.format,
  duration_seconds: row.duration,
  sample_rate: row.sample_rate,
  channels: row.channels,
  size_bytes: row.bytes,
  sha256: row.sha256,
  audio_path: `/api/v1/voice/profiles/${row.profile_id}/samples/${row.id}/audio`,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The sample as a response with its ETag. */
const shown = (row: SampleRow) => tagged(voiceSample(row), row);

/** Audit events contain no words that are spoken. */
const auditedSample = (row: SampleRow) => {
  const { reference_text: _, audio_path: __, ...members } = voiceSample(row);
  return { ...members, revision: row.revision };
};

export const voiceSamples = {
  async listVoiceSamples({ params, query, caller }, app) {
    const { organization_id } = caller;
    await profiles.get(app.db, organization_id, params.profile_id);
    const rows = await samples.list(app.db, { organization_id, ...params }, query);
    return pageOf(rows, query, voiceSample);
  },

  createVoiceSample: withPreparation('createVoiceSample', {
    async before({ params, body, caller, signal }, app) {
      const { organization_id } = caller;
      await profiles.get(app.db, organization_id, params.profile_id);
      return keepRecording(app, {
        organization_id,
        signal,
        file: body.file,
        loc: ['body', 'file'],
      });
    },
    async work({ params, body, caller, requestId }, app, kept) {
      const { organization_id } = caller;
      const cause = { caller, requestId, at: app.now() };
      return app.db.transaction().execute(async (trx) => {
        const { id: profile_id } = await profiles.lock(trx, organization_id, params.profile_id);
        const { reference_text } = body;
        const owner = { organization_id, profile_id };
        const row = await add(trx, { ...kept, ...owner, reference_text, now: cause.at });
        const change = { organization_id, subject_id: row.id, before: null };
        const after = auditedSample(row);
        await recordChange(trx, cause, { action: 'voice_sample.created', ...change, after });
        return shown(row);
      });
    },
  }),

  async getVoiceSample({ params, caller }, app) {
    return shown(await samples.get(app.db, { organization_id: caller.organization_id, ...params }));
  },

  async getVoiceSampleAudio({ params, caller }, app) {
    const { organization_id } = caller;
    const sample = await samples.get(app.db, { organization_id, ...params });
    const file = { ...sample, id: sample.file_id };
    return fileAnswer({
      ...file,
      mediaType: file.media_type,
      filename: `${sample.id}.${extensionOf(sample.format)}`,
      read: (range) => app.files.read(file, range),
    });
  },

  async updateVoiceSample({ params, headers, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const { reference_text } = body;
    return app.db.transaction().execute(async (trx) => {
      const former = await samples.lock(trx, { organization_id, ...params });
      mustMatch(headers['if-match'], former);
      if (reference_text === undefined || reference_text === former.reference_text)
        return shown(former);
      await samples.update(trx, former.id, { reference_text, updated_at: cause.at });
      const row = await samples.get(trx, { organization_id, ...params });
      const change = { organization_id, subject_id: row.id, before: auditedSample(former) };
      const after = auditedSample(row);
      await recordChange(trx, cause, { action: 'voice_sample.updated', ...change, after });
      return shown(row);
    });
  },

  async deleteVoiceSample({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const row = await samples.lock(trx, { organization_id, ...params });
      mustMatch(headers['if-match'], row);
      await samples.remove(trx, row.id);
      const change = { organization_id, subject_id: row.id, before: auditedSample(row) };
      await recordChange(trx, cause, { action: 'voice_sample.deleted', ...change, after: null });
    });
  },
} satisfies HandlersFor<
  | 'listVoiceSamples'
  | 'createVoiceSample'
  | 'getVoiceSample'
  | 'getVoiceSampleAudio'
  | 'updateVoiceSample'
  | 'deleteVoiceSample',
  VoiceApp
>;
