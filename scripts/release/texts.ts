import { openHeading } from '../contract-diff/verdict.ts';

/** `CHANGELOG.md` and the entries of a release that is being made, as the release keeps them. */
export interface Texts {
  readonly changelog: string;
  readonly entries: string;
}

/**
 * Gives the section and the entries of `open`, the version that they were written for, the version and date of the release.
 * Throws if `CHANGELOG.md` has no such section, or says nothing there.
 */
export function dated(texts: Texts, open: string, version: string, date: string): Texts {
  const heading = `## ${open} (not released)`;
  const section = texts.changelog.split(/^(?=## )/m).find((each) => each.startsWith(heading));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "${heading}".`);
  if (section.slice(heading.length).trim() === '')
    throw new Error(
      `CHANGELOG.md says nothing about ${open} yet: write what the release changes, and for whom.`,
    );
  return {
    changelog: texts.changelog.replace(`${heading}\n`, `## ${version} (${date})\n`),
    entries: texts.entries.replace(openHeading(open), `# ${version} (${date})`),
  };
}

/** `CHANGELOG.md` with an empty section for the next version, above the last one, and entries without any. */
export function opened(changelog: string, version: string): Texts {
  return {
    changelog: changelog.replace(/^## /m, `## ${version} (not released)\n\n## `),
    entries: `${openHeading(version)}\n`,
  };
}
