import { asChange, makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { tagged } from '../../http/etag.ts';
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
    async work({ params, body, ...call }, app, kept) {
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        const { id: profile_id } = await profiles.lock(trx, organization_id, params.profile_id);
        const { reference_text } = body;
        const owner = { organization_id, profile_id };
        const row = await add(trx, { ...kept, ...owner, reference_text, now: at });
        const after = auditedSample(row);
        await record('voice_sample.created', row.id, { after });
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

  updateVoiceSample: asChange(
    async ({ trx, params, body, organization_id, at, mustMatch, record }) => {
      const { reference_text } = body;
      const former = await samples.lock(trx, { organization_id, ...params });
      mustMatch(former);
      if (reference_text === undefined || reference_text === former.reference_text)
        return shown(former);
      await samples.update(trx, former.id, { reference_text, updated_at: at });
      const row = await samples.get(trx, { organization_id, ...params });
      const after = auditedSample(row);
      await record('voice_sample.updated', row.id, { before: auditedSample(former), after });
      return shown(row);
    },
  ),

  deleteVoiceSample: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const row = await samples.lock(trx, { organization_id, ...params });
    mustMatch(row);
    await samples.remove(trx, row.id);
    await record('voice_sample.deleted', row.id, { before: auditedSample(row) });
  }),
} satisfies HandlersFor<
  | 'listVoiceSamples'
  | 'createVoiceSample'
  | 'getVoiceSample'
  | 'getVoiceSampleAudio'
  | 'updateVoiceSample'
  | 'deleteVoiceSample',
  VoiceApp
>;
