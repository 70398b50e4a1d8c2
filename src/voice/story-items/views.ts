import type { components } from '../../../generated/api.ts';
import { generationVersion } from '../versions/views.ts';
import type { ItemRow } from './queries.ts';

interface VersionFacts {
  readonly id: string;
  readonly is_default: boolean;
}

/** The version that is played: the pinned one, or the default one; undefined if there is neither. */
export const activeVersion = <Version extends VersionFacts>(
  versions: readonly Version[],
  pinnedId: string | null,
): Version | undefined =>
  versions.find((version) => (pinnedId === null ? version.is_default : version.id === pinnedId));

export function storyItem(row: ItemRow): components['schemas']['StoryItem'] {
  const versions = row.versions.map(generationVersion);
  const active = activeVersion(versions, row.version_id);
  return {
    id: row.id,
    story_id: row.story_id,
    generation_id: row.generation_id,
    start_time_ms: row.start_time_ms,
    created_at: row.created_at,
    profile_id: row.profile_id,
    profile_name: row.profile_name,
    text: row.text,
    language: row.language,
    audio_path: active?.audio_path ?? '',
    duration: row.duration,
    seed: row.seed,
    instruct: row.instruct,
    engine: row.engine,
    generation_created_at: row.generation_created_at,
    version_id: row.version_id,
    track: row.track,
    trim_start_ms: row.trim_start_ms,
    trim_end_ms: row.trim_end_ms,
    volume: row.volume,
    versions,
    active_version_id: active?.id ?? null,
  };
}
