import { sectionsOf } from './changelog.ts';
import type { Difference } from './compare.ts';
import { compareVersions, greatest, nextVersion, parseVersion, type Impact } from './version.ts';

export interface Versions {
  readonly base: string;
  readonly revision: string;
}

/** What is wrong with the version or the changelog, in sentences; nothing if the contract may be released. */
export function faultsOf(
  differences: readonly Difference[],
  { base, revision }: Versions,
  changelog: string,
): string[] {
  if (!parseVersion(revision))
    return [`info.version is "${revision}"; it has to be MAJOR.MINOR.PATCH.`];
  const impact = greatest(differences.map((each) => each.impact));
  const lowest = nextVersion(base, impact);
  const faults: string[] = [];
  if (compareVersions(revision, lowest) < 0) {
    faults.push(
      `info.version is ${revision}; after ${base} it has to be ${lowest} or higher: ${reasons(differences, base)}.`,
    );
  }
  if (compareVersions(revision, base) === 0) return faults;
  const section = sectionsOf(changelog).find(({ version }) => version === revision);
  if (!section) return [...faults, `CHANGELOG.md has no section "## ${revision} (not released)".`];
  const breaking = differences.filter((each) => each.impact === 'major');
  if (breaking.length > 0 && section.breaking.length === 0) {
    return [
      ...faults,
      `CHANGELOG.md, section ${revision}, has no list "### Breaking" that names the ${counted(breaking.length, 'breaking change')}.`,
    ];
  }
  const listed = section.breaking.join('\n');
  const unnamed = breaking.filter(
    ({ names }) => !names.some((name) => listed.includes(`\`${name}\``)),
  );
  const places = [
    ...new Set(unnamed.map(({ place, names }) => `${place} (as \`${names[0] ?? place}\`)`)),
  ];
  return [
    ...faults,
    ...places.map(
      (place) => `CHANGELOG.md, section ${revision}, list "### Breaking", does not name ${place}.`,
    ),
  ];
}

const counts: Record<Impact, string> = {
  major: 'breaking change',
  minor: 'addition',
  patch: 'correction',
};

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "2 breaking changes, 1 addition". */
export function summaryOf(differences: readonly Difference[]): string {
  const parts = (['major', 'minor', 'patch'] as const).flatMap((impact) => {
    const count = differences.filter((each) => each.impact === impact).length;
    return count === 0 ? [] : [counted(count, counts[impact])];
  });
  return parts.join(', ') || 'no changes';
}

function reasons(differences: readonly Difference[], base: string): string {
  const isBreaking = differences.some((each) => each.impact === 'major');
  const rule = isBreaking && parseVersion(base)?.[0] === 0;
  return `${summaryOf(differences)}${rule ? ' (before 1.0.0 breaking changes raise MINOR)' : ''}`;
}

const words: Record<Impact, string> = {
  major: 'breaking  ',
  minor: 'addition  ',
  patch: 'correction',
};

/** One line for each difference. */
export const linesOf = (differences: readonly Difference[]): string[] =>
  differences.map(({ impact, place, what }) => `${words[impact]}  ${place}: ${what}`);
