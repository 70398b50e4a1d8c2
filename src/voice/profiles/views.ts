import type { components } from '../../../generated/api.ts';
import { auditedMetadata } from '../../db/client-data.ts';
import { tagged } from '../../http/etag.ts';
import type { ProfileRow } from './queries.ts';

function voiceProfile(row: ProfileRow): components['schemas']['VoiceProfile'] {
  const { revision: _, avatar_file_id: __, ...profile } = row;
  return profile;
}

/** The profile as a response with its ETag. */
export const shown = (row: ProfileRow) => tagged(voiceProfile(row), row);

/** Without what is counted: others change it; metadata by its digest. */
export function auditedProfile(row: ProfileRow) {
  const { generation_count: _, sample_count: __, avatar_file_id: ___, ...members } = row;
  return { ...members, metadata: auditedMetadata(row.metadata) };
}
