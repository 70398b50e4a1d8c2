import type { Difference } from './compare.ts';

/** What a change requires of the version: `patch` corrects the text, `minor` adds, `major` breaks clients. */
export type Impact = 'patch' | 'minor' | 'major';

/** The greatest of several impacts; nothing if there is none. */
export const greatest = (all: readonly Impact[]): Impact | undefined =>
  (['major', 'minor', 'patch'] as const).find((impact) => all.includes(impact));

export const isVersion = (text: string): boolean =>
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text);

/** The version of a contract until it is released. */
export const unreleased = (version: string): string => `${version}-dev`;
export const withoutDev = (version: string): string => version.replace(/-dev$/, '');

/** Negative if `a` is lower than `b`, 0 if they are equal. */
export const compareVersions = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });

/** The lowest version that may follow `base`. Before 1.0.0 a breaking change raises MINOR. */
export function nextVersion(base: string, impact: Impact | undefined): string {
  const [major = 0, minor = 0, patch = 0] = withoutDev(base).split('.').map(Number);
  if (impact === undefined) return withoutDev(base);
  if (impact === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (impact === 'minor' || major === 0) return `${major}.${minor + 1}.0`;
  return `${major + 1}.0.0`;
}

/**
 * What is wrong with the version or the entries (`openapi/released/next.md`), in sentences; nothing if the contract may be
 * released.
 */
export function faultsOf(
  differences: readonly Difference[],
  { base, revision }: { readonly base: string; readonly revision: string },
  entries: string,
): string[] {
  const next = withoutDev(revision);
  if (!isVersion(next))
    return [
      `info.version is "${revision}"; it has to be MAJOR.MINOR.PATCH-dev, as it is not released.`,
    ];
  const breaking = differences.filter((each) => each.impact === 'major');
  const impact = greatest(differences.map((each) => each.impact));
  const lowest = nextVersion(base, revision === base ? impact : (impact ?? 'patch'));
  const rule =
    breaking.length > 0 && base.startsWith('0.')
      ? ' (before 1.0.0 breaking changes raise MINOR)'
      : '';
  const faults =
    compareVersions(next, lowest) < 0
      ? [
          `info.version is ${revision}; after ${base} it has to be ${unreleased(lowest)} or higher: ${summaryOf(differences)}${rule}.`,
        ]
      : [];
  if (revision === base) return faults;
  if (revision === next)
    faults.push(
      `info.version is ${next}, which is not released: it has to be ${unreleased(next)}.`,
    );
  return [...faults, ...entryFaults(breaking, next, entries)];
}

/** Where the entries of the next release are. */
export const nextEntries = 'openapi/released/next.md';
export const openHeading = (version: string): string => `# ${version} (not released)`;

function entryFaults(breaking: readonly Difference[], version: string, entries: string): string[] {
  if (entries.split('\n')[0] !== openHeading(version))
    return [`${nextEntries} does not begin with "${openHeading(version)}".`];
  const list = entries.split(/^## /m).find((each) => /^Breaking\s/.test(each)) ?? '';
  const items = list.split('\n').filter((line) => line.startsWith('- '));
  if (breaking.length > 0 && items.length === 0)
    return [
      `${nextEntries} has no list "## Breaking" that names the ${counted(breaking.length, 'breaking change')}.`,
    ];
  const unnamed = breaking
    .filter(
      ({ names }) => !items.some((item) => names.some((name) => item.includes(`\`${name}\``))),
    )
    .map(({ place, names }) => `${place} (as \`${names[0] ?? place}\`)`);
  return [...new Set(unnamed)].map(
    (place) => `${nextEntries}, list "## Breaking", does not name ${place}.`,
  );
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const words = { major: 'breaking change', minor: 'addition', patch: 'correction' } as const;

/** "2 breaking changes, 1 addition". */
export const summaryOf = (differences: readonly Difference[]): string =>
  (['major', 'minor', 'patch'] as const)
    .map((impact) => [differences.filter((each) => each.impact === impact).length, impact] as const)
    .flatMap(([count, impact]) => (count === 0 ? [] : [counted(count, words[impact])]))
    .join(', ') || 'no changes';

/** One line for each difference. */
export const linesOf = (differences: readonly Difference[]): string[] =>
  differences.map(
    ({ impact, place, what }) =>
      `${words[impact].replace(' change', '').padEnd(10)}  ${place}: ${what}`,
  );
