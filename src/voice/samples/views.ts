import type { components } from '../../../generated/api.ts';
import { tagged } from '../../http/etag.ts';
import type { SampleRow } from './queries.ts';

export const voiceSample = (row: SampleRow): components['schemas']['VoiceSample'] => ({
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
export const shown = (row: SampleRow) => tagged(voiceSample(row), row);

/** Audit events contain no words that are spoken. */
export const auditedSample = (row: SampleRow) => {
  const { reference_text: _, audio_path: __, ...members } = voiceSample(row);
  return { ...members, revision: row.revision };
};
