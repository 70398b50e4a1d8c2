import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readGuides } from './guides.ts';
import { indexPage } from './index-page.ts';
import { pagesOf } from './pages.ts';
import { eventPage, operationPage } from './operation-text.ts';
import type { Published } from './published.ts';
import { readReference } from './reference.ts';
import { searchEntries } from './search-entries.ts';

/** The files of the reference by their paths, for people as HTML and for language models as Markdown. */
export function referenceFiles(published: Published): ReadonlyMap<string, string> {
  const guides = readGuides();
  const shown = { reference: readReference(published), guides };
  const { files, asset } = readAssets(JSON.stringify(searchEntries(shown)));
  return new Map([
    ...files,
    ...[...pagesOf({ ...shown, asset })].map(
      ([path, html]) => [`${path.slice(1)}.html`, html] as const,
    ),
    ['llms.txt', indexPage(published, guides)],
    ...guides.map(({ name, text }) => [`guides/${name}.md`, text] as const),
    ...[...published.operations].map(
      ([id, operation]) =>
        [`docs/operations/${id}.md`, operationPage(published, operation)] as const,
    ),
    ...[...published.events].map(
      ([name, event]) => [`docs/events/${name}.md`, eventPage(published, event)] as const,
    ),
  ]);
}

const hashLength = 12;

/** The files of the pages, by paths with the hash of their content. Scripts import each other by these. */
function readAssets(search: string) {
  const folder = new URL('assets/', import.meta.url);
  const texts = new Map([['search.json', search]]);
  for (const name of readdirSync(folder))
    if (/\.(?:css|js)$/.test(name)) texts.set(name, readFileSync(new URL(name, folder), 'utf8'));
  const paths = new Map<string, string>();
  const files = new Map<string, string>();
  const asset = (name: string): string => {
    const known = paths.get(name);
    if (known !== undefined) return known;
    const text = (texts.get(name) ?? '').replaceAll(
      /(from '|import\(')\.\/([\w-]+\.js)'/g,
      (_, before: string, other: string) => `${before}${asset(other)}'`,
    );
    const [stem = '', extension = ''] = name.split('.');
    const digest = hash('sha256', text, 'base64url').slice(0, hashLength);
    const path = `/docs/assets/${stem}.${digest}.${extension}`;
    paths.set(name, path);
    files.set(path.slice(1), text);
    return path;
  };
  for (const name of texts.keys()) asset(name);
  return { files, asset };
}
