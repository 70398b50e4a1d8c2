import { readFileSync } from 'node:fs';
import { get as getOverHttp } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { readReleases, releaseOf } from '../../scripts/reference/changelog.ts';
import { readReference } from '../../scripts/reference/reference.ts';
import { loadContract } from '../../src/http/operations.ts';
import { sharedServer } from '../support/server.ts';

const { operations } = readReference(loadContract().document, {});
const releases = readReleases(operations);
const released = releases.filter(({ date }) => date !== 'not released');

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await sharedServer();
  const response = await fetch(url + path, { headers });
  return { url, response, text: await response.text() };
}

describe('The changelog', () => {
  test('leads from the summary of each release to its entries, as they are written', async () => {
    const { text: summary } = await get('/docs/changelog');

    expect(releases.map(({ version }) => version)).toEqual(
      expect.arrayContaining(['0.2.0', '0.1.0']),
    );
    for (const { version, date, entries } of releases) {
      const { text } = await get(`/docs/changelog/${version}.md`);
      expect(summary).toContain(
        `<a href="/docs/changelog/${version}">All ${entries.length} changes of ${version}</a>`,
      );
      expect(text).toContain(`# Changes of ${version} (${date})\n`);
      expect([...text.matchAll(/^- (.+)$/gm)].map(([, line]) => line)).toEqual(
        entries.map((entry) => entry.text),
      );
    }
    const file = new URL('../../openapi/released/0.2.0.md', import.meta.url);
    const lines = readFileSync(file, 'utf8').match(/^- .+$/gm) ?? [];
    expect(released.find(({ version }) => version === '0.2.0')?.entries.length).toBe(lines.length);
  });

  test('has the entries of each operation, dated, where the page of the operation leads', async () => {
    const named = new Set(
      releases.flatMap(({ entries }) => entries.flatMap((each) => each.operations)),
    );
    expect(named.size).toBeGreaterThan(100);

    for (const id of operations.keys()) {
      const { text: page } = await get(`/docs/operations/${id}.md`);
      const { response, text } = await get(`/docs/changes/${id}.md`);
      const isNamed = named.has(id);

      expect([id, page.includes(`[Changes](`), response.status]).toEqual([
        id,
        isNamed,
        isNamed ? 200 : 404,
      ]);
      if (!isNamed) continue;
      for (const { version, date, entries } of releases)
        for (const entry of entries) {
          const isShown = entry.operations.includes(id);
          expect(text.includes(`- ${entry.text}\n`)).toBe(isShown);
          if (isShown) expect(text).toContain(`## ${version} (${date})\n`);
        }
    }
  });

  test.each([
    ['# 1.2.3 (2026-11-24)\n\n- `initiateCall` is new.\n', '2026-11-24', [undefined]],
    [
      '# 1.2.3 (not released)\n\n## Breaking\n\n- A line.\n- Two.\n',
      'not released',
      ['Breaking', 'Breaking'],
    ],
    ['# 1.2.3 (not released)\n\n## Contract\n', 'not released', []],
  ])('is read from the text of a release: %j', (text, date, kinds) => {
    const release = releaseOf(text, operations);

    expect(release).toMatchObject({ version: '1.2.3', date });
    expect(release.entries.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('names the operations of an entry once, and no other words', () => {
    const text = '# 1.0.0 (2026-01-01)\n\n- `getRun`, `getRun` and `getNothing` show `phase`.\n';

    expect(releaseOf(text, operations).entries[0]?.operations).toEqual(['getRun']);
  });

  test.each(['', '# 1.2.3\n', '# 1.2.3 (soon)\n', '## 1.2.3 (2026-11-24)\n'])(
    'is not read from a text without a version and a date: %j',
    (text) => {
      expect(() => releaseOf(text, operations)).toThrow('begins with "# 1.2.3 (2026-11-24)"');
    },
  );
});

/** RFC 3339, section 5.6, as RFC 4287, section 3.3, takes it. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

interface Link {
  readonly '@rel': string;
  readonly '@href': string;
  readonly '@type': string;
}
interface FeedEntry {
  readonly id: string[];
  readonly title: string[];
  readonly updated: string[];
  readonly link: Link[];
  readonly category?: { readonly '@term': string }[];
  readonly content: { readonly '#text': string; readonly '@type': string }[];
}
interface Feed extends Omit<FeedEntry, 'content'> {
  readonly '@xmlns': string;
  readonly author: { readonly name: string[] }[];
  readonly entry: FeedEntry[];
}

async function readFeed(headers: Record<string, string> = {}) {
  const { url, response, text } = await get('/docs/changelog.atom', headers);
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    // Every element as a list, so that a second one is seen.
    isArray: (name, _path, _isLeaf, isAttribute) => name !== 'feed' && !isAttribute,
  });
  const { feed } = parser.parse(text) as { readonly feed: Feed };
  return { url, response, text, feed };
}

describe('The feed of the changelog', () => {
  test('is Atom as RFC 4287 has it, announced by every page', async () => {
    const { url, response, feed } = await readFeed();

    expect(response.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
    expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom');
    for (const each of [feed, ...feed.entry]) {
      expect([each.id.length, each.title.length, each.updated.length]).toEqual([1, 1, 1]);
      expect(each.id[0]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect(each.updated[0]).toMatch(dateTime);
      expect(each.title[0]).not.toBe('');
      expect(each.link.filter((link) => link['@rel'] === 'alternate').length).toBe(1);
      for (const link of each.link)
        expect(link['@href']).toMatch(new RegExp(`^${url}/docs/changelog`));
    }
    expect(feed.author.map(({ name }) => name.length)).toEqual([1]);
    expect(feed.link.find((link) => link['@rel'] === 'self')?.['@href']).toBe(
      `${url}/docs/changelog.atom`,
    );
    expect(new Set([feed.id[0], ...feed.entry.map(({ id }) => id[0])]).size).toBe(
      feed.entry.length + 1,
    );
    const times = feed.entry.map(({ updated }) => updated[0] ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    expect(feed.updated[0]).toBe(times[0]);
    for (const path of ['/docs', '/docs/operations/getRun', '/problems'])
      expect((await get(path)).text).toContain(
        '<link rel="alternate" type="application/atom+xml" title="Changes" href="/docs/changelog.atom">',
      );
  });

  test('has each released change, with its operations as categories and a link to its line', async () => {
    const { url, feed } = await readFeed();
    const entries = released.flatMap(({ date, ...release }) =>
      release.entries.map((entry) => ({ date, ...entry })),
    );

    expect(entries.length).toBeGreaterThan(100);
    expect(feed.entry.length).toBe(entries.length);
    const pages = new Map<string, string>();
    for (const [index, { date, text, kind, operations: ids }] of entries.entries()) {
      const entry = feed.entry[index];
      const [page = '', anchor = ''] = (entry?.link[0]?.['@href'] ?? '').split('#');
      if (!pages.has(page)) pages.set(page, (await get(page.replace(url, ''))).text);
      const line = new RegExp(`<li id="${anchor}">(.*?)</li>`, 's').exec(
        pages.get(page) ?? '',
      )?.[1];

      expect(entry?.updated).toEqual([`${date}T00:00:00Z`]);
      expect((entry?.category ?? []).map((each) => each['@term'])).toEqual(
        kind === undefined ? ids : [kind, ...ids],
      );
      expect(entry?.content.map((each) => each['@type'])).toEqual(['html']);
      // Of a link the text is shown.
      const words = text
        .replaceAll(/\]\([^)]*\)/g, '')
        .replaceAll(/[^a-z]+/gi, '')
        .slice(0, 40);
      expect(wordsOf(line ?? '')).toContain(words);
      expect(wordsOf(entry?.content[0]?.['#text'] ?? '')).toContain(words);
      expect(entry?.content[0]?.['#text']).not.toMatch(/href="\//);
    }
  });
  const wordsOf = (html: string): string =>
    html.replaceAll(/<[^>]+>|&#?\w+;/g, '').replaceAll(/[^a-z]+/gi, '');

  test('keeps its ids at another address, and names that address', async () => {
    const { url, feed } = await readFeed();
    const { text } = await get('/docs/changelog.atom');
    const other = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'api.localhost:8080' };
      getOverHttp(`${url}/docs/changelog.atom`, { headers }, (response) =>
        resolve(textOf(response)),
      ).on('error', reject);
    });

    expect(other).toBe(text.replaceAll(url, 'http://api.localhost:8080'));
    expect(other).toContain(feed.id[0]);
  });

  test('is answered with 304 while it is the same, and only read', async () => {
    const { url, response } = await readFeed();
    const etag = response.headers.get('etag') ?? '';

    expect((await get('/docs/changelog.atom', { 'if-none-match': etag })).response.status).toBe(
      304,
    );
    expect((await fetch(`${url}/docs/changelog.atom`, { method: 'POST' })).status).toBe(405);
  });
});
