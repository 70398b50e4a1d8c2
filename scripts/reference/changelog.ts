import { readdirSync, readFileSync } from 'node:fs';
import { v5 } from 'uuid';
import { exampleAddress } from '../../src/http/docs-variables.ts';
import { escaped } from './assets/highlight.js';
import { htmlOf } from './html.ts';
import type { Page } from './layout.ts';
import { firstSentence } from './operation-text.ts';
import { changesPath, operationPath, releasePath } from './paths.ts';
import type { Operation, Reference } from './reference.ts';

/** A line of a release's changelog. */
interface Entry {
  readonly text: string;
  /** The list that it stands in, such as "Breaking"; the lists of the first releases have no names. */
  readonly kind: string | undefined;
  /** The operations of the contract that it names. */
  readonly operations: readonly string[];
}

export interface Release {
  readonly version: string;
  /** A date, or "not released". */
  readonly date: string;
  readonly entries: readonly Entry[];
}

const root = new URL('../../', import.meta.url);
const folder = new URL('openapi/released/', root);

/** The entries of all releases, the newest first. */
export const readReleases = (operations: Reference['operations']): Release[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => releaseOf(readFileSync(new URL(file, folder), 'utf8'), operations))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));

/** Throws if the text has no heading with a version and a date. */
export function releaseOf(text: string, operations: Reference['operations']): Release {
  const [, version, date] = /^# (\S+) \((\d{4}-\d\d-\d\d|not released)\)$/m.exec(text) ?? [];
  if (version === undefined || date === undefined)
    throw new Error(
      `A file of openapi/released begins with "# 1.2.3 (2026-11-24)"; not: ${text.slice(0, 60)}`,
    );
  const entries = text.split(/^## /m).flatMap((section, index) =>
    [...section.matchAll(/^- (.+)$/gm)].map(([, line = '']) => ({
      text: line,
      kind: index === 0 ? undefined : section.slice(0, section.indexOf('\n')).trim(),
      operations: [...new Set([...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))].filter(
        (name) => operations.has(name),
      ),
    })),
  );
  return { version, date, entries };
}

const headingOf = ({ version, date }: Release): string => `${version} (${date})`;

const listOf = (entries: readonly Entry[]): string =>
  entries.map(({ text }) => `- ${text}`).join('\n');

const byKind = ({ entries }: Release): string =>
  [...Map.groupBy(entries, ({ kind }) => kind)]
    .map(([kind, all]) => (kind === undefined ? listOf(all) : `## ${kind}\n\n${listOf(all)}`))
    .join('\n\n');

/** The summary for people, the entries of each release, and those of each operation. */
export const changelogPages = (
  releases: readonly Release[],
  operations: Reference['operations'],
): Page[] => [
  { path: '/docs/changelog', title: 'Changelog', text: summaryText(releases) },
  ...releases.map((release) => ({
    path: releasePath(release.version),
    title: `Changes of ${release.version}`,
    text: `# Changes of ${headingOf(release)}\n\nEvery change of the contract, by the name of its operation. [The changelog](/docs/changelog.md) says in short what they mean for you.\n\n${byKind(release)}\n`,
    hasNumberedItems: true,
  })),
  ...[...operations.values()]
    .map((operation) => ({ operation, changes: changesOf(operation.id, releases) }))
    .filter(({ changes }) => changes.length > 0)
    .map(({ operation, changes }) => changesPage(operation, changes)),
];

const changesOf = (id: string, releases: readonly Release[]): Release[] =>
  releases
    .map((release) => ({
      ...release,
      entries: release.entries.filter(({ operations }) => operations.includes(id)),
    }))
    .filter(({ entries }) => entries.length > 0);

const changesPage = ({ id, summary, tag }: Operation, changes: readonly Release[]): Page => ({
  path: changesPath(id),
  title: `Changes of ${id}`,
  tag,
  text: `# Changes of ${id}\n\nThe entries of the changelog that name [${summary}](${operationPath(id)}.md).\n\n${changes
    .map((release) => `## ${headingOf(release)}\n\n${listOf(release.entries)}`)
    .join('\n\n')}\n`,
});

/** The text of an operation's page with a line that leads to its changes. */
export function withChanges(text: string, id: string, releases: readonly Release[]): string {
  const changes = changesOf(id, releases);
  if (changes.length === 0) return text;
  const counts = changes.map(({ version, entries }) => `${entries.length} in ${version}`);
  const line = `\n[Changes](${changesPath(id)}.md): ${counts.join(', ')}.\n`;
  const at = text.search(/^## /m);
  return at === -1 ? text + line : `${text.slice(0, at)}${line.trimStart()}\n${text.slice(at)}`;
}

/** `CHANGELOG.md`, in which each release leads to its entries. */
function summaryText(releases: readonly Release[]): string {
  const text = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const sections = text.slice(text.search(/^## /m)).trim();
  return `# Changelog\n\nWhat each release changes, and for whom. An operation's page leads to all changes of the operation. Released changes are also a [feed](${feedPath}) (Atom), whose categories are the operations.\n\n${sections.replaceAll(
    /^## (\S+) \(.*\)$/gm,
    (heading, version: string) => {
      const release = releases.find((each) => each.version === version);
      return release === undefined
        ? heading
        : `${heading}\n\n[All ${release.entries.length} changes of ${version}](${releasePath(version)}.md)`;
    },
  )}\n`;
}

export const feedPath = '/docs/changelog.atom';

/** What the ids of the feed and its entries are made from, so that they stay the same at every address. */
const namespace = '5b2c1a52-3f0e-4c59-9d3e-7f6f0f4f2d0b';
const urn = (name: string): string => `urn:uuid:${v5(name, namespace)}`;

/** The released changes as an Atom feed (RFC 4287), the newest release first. */
export function feed(releases: readonly Release[], { title, operations }: Reference): string {
  const released = releases.filter(({ date }) => date !== 'not released');
  const timeOf = ({ date }: Release): string => `${date}T00:00:00Z`;
  const entries = released.flatMap((release) =>
    release.entries.map(({ text, kind, operations: ids }, index) => {
      const path = `${releasePath(release.version)}#change-${index + 1}`;
      const html = htmlOf(text, { operations, path, hasSide: false }).replaceAll(
        ' href="/',
        ` href="${exampleAddress}/`,
      );
      const terms = [...(kind === undefined ? [] : [kind]), ...ids];
      return `<entry>
<id>${urn(`${release.version} ${text}`)}</id>
<title>${escaped(`${release.version}: ${firstSentence(text).replaceAll('`', '')}`)}</title>
<updated>${timeOf(release)}</updated>
<link rel="alternate" type="text/html" href="${exampleAddress}${path}"/>
${terms.map((term) => `<category term="${escaped(term)}"/>\n`).join('')}<content type="html">${escaped(html)}</content>
</entry>`;
    }),
  );
  const [newest] = released;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${urn('changelog')}</id>
<title>${escaped(title)}: changes</title>
<updated>${newest === undefined ? '1970-01-01T00:00:00Z' : timeOf(newest)}</updated>
<author><name>${escaped(title)}</name></author>
<link rel="self" type="application/atom+xml" href="${exampleAddress}${feedPath}"/>
<link rel="alternate" type="text/html" href="${exampleAddress}/docs/changelog"/>
${entries.join('\n')}
</feed>
`;
}
