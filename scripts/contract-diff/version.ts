/** What a change requires of the version: `patch` corrects the text, `minor` adds, `major` breaks clients. */
export type Impact = 'patch' | 'minor' | 'major';

const impacts: readonly Impact[] = ['patch', 'minor', 'major'];

/** The greatest of several impacts; nothing if there is none. */
export const greatest = (all: Iterable<Impact>): Impact | undefined => {
  const found = new Set(all);
  return impacts.findLast((impact) => found.has(impact));
};

type Version = readonly [major: number, minor: number, patch: number];

/** MAJOR.MINOR.PATCH; undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Negative if `a` is lower than `b`, 0 if they are equal. Throws for what is no version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const version = parseVersion(text);
    if (!version) throw new Error(`"${text}" is no version MAJOR.MINOR.PATCH.`);
    return version;
  }) as [Version, Version];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/** The lowest version that may follow `base`. Before 1.0.0 a breaking change raises MINOR. */
export function nextVersion(base: string, impact: Impact | undefined): string {
  const [major, minor, patch] = parseVersion(base) ?? [0, 0, 0];
  if (impact === undefined) return base;
  if (impact === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (impact === 'minor' || major === 0) return `${major}.${minor + 1}.0`;
  return `${major + 1}.0.0`;
}
