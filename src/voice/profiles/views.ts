import type { components } from '../../../generated/api.ts';
import type { ProfileRow } from './queries.ts';

export function voiceProfile(row: ProfileRow): components['schemas']['VoiceProfile'] {
  const { revision: _, ...profile } = row;
  return profile;
}

/** Without what is counted: others change it. */
export function auditedProfile(row: ProfileRow) {
  const { generation_count: _, sample_count: __, ...members } = row;
  return members;
}
