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
