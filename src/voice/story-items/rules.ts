interface VersionFacts {
  readonly id: string;
  readonly is_default: boolean;
}

/** The version that is heard: the one it is pinned to, else the default one; undefined if there is none. */
export const activeVersion = <Version extends VersionFacts>(
  versions: readonly Version[],
  pinnedId: string | null,
): Version | undefined =>
  versions.find((version) => (pinnedId === null ? version.is_default : version.id === pinnedId));
