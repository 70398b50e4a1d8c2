/** The path of a version's audio in this API. */
export const audioPath = (generationId: string, versionId: string): string =>
  `/api/v1/voice/generations/${generationId}/versions/${versionId}/audio`;

/** How many versions a generation can have. */
export const maxVersions = 20;

interface VersionFacts {
  readonly is_default: boolean;
  /** How many versions the generation has. */
  readonly versions: number;
  /** Stories with items that are pinned to it. */
  readonly story_ids: readonly string[];
}

/** Why a version must not be deleted; undefined if it may be. */
export function neededAs({
  is_default,
  versions,
  story_ids,
}: VersionFacts): 'last' | 'default' | 'pinned' | undefined {
  if (versions === 1) return 'last';
  if (is_default) return 'default';
  return story_ids.length > 0 ? 'pinned' : undefined;
}
