/** The section of a version in CHANGELOG.md. */
export interface Section {
  readonly version: string;
  /** Its date, or `not released`. */
  readonly date: string;
  /** The items of its list "Breaking". */
  readonly breaking: readonly string[];
}

const heading = /^## (\S+) \((.+)\)$/;

/** The sections of a changelog, as they stand there. */
export function sectionsOf(changelog: string): Section[] {
  const sections: { version: string; date: string; breaking: string[] }[] = [];
  let inBreaking = false;
  for (const line of changelog.split('\n')) {
    const [, version, date] = heading.exec(line) ?? [];
    if (version !== undefined && date !== undefined) sections.push({ version, date, breaking: [] });
    if (line.startsWith('#')) inBreaking = /^### Breaking\s*$/.test(line);
    else if (inBreaking && line.startsWith('- ')) sections.at(-1)?.breaking.push(line.slice(2));
  }
  return sections;
}

/** The changelog with the date of a version that was not released so far. Throws if it has no such section. */
export function dated(changelog: string, version: string, date: string): string {
  const open = `## ${version} (not released)`;
  const lines = changelog.split('\n');
  const at = lines.indexOf(open);
  if (at === -1) throw new Error(`CHANGELOG.md has no section "${open}".`);
  return lines.with(at, `## ${version} (${date})`).join('\n');
}
