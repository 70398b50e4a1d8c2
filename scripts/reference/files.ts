import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { feed, feedPath, readReleases } from './changelog.ts';
import { inOrder, readGuides } from './guides.ts';
import { layout, type Page } from './layout.ts';
import { pagesOf } from './pages.ts';
import { readReference } from './reference.ts';
import { searchIndex } from './search-entries.ts';
import { llmsText } from './start.ts';

/** The files of the reference by their paths: each page for people as HTML and for language models as Markdown. */
export function referenceFiles(contract: object, problems: object): ReadonlyMap<string, string> {
  const reference = readReference(contract, problems);
  const guides = inOrder(readGuides(), reference.groups);
  const releases = readReleases(reference.operations);
  const { files, asset } = readAssets(JSON.stringify(searchIndex(reference, guides)));
  const frame = { reference, guides, asset };
  return new Map([
    ...files,
    [feedPath.slice(1), feed(releases, reference)],
    ...pagesOf(reference, guides, releases).flatMap((page) => [
      [`${page.path.slice(1)}.html`, layout(frame, page)] as const,
      page.path === '/docs'
        ? (['llms.txt', llmsText(reference, guides)] as const)
        : ([`${page.path.slice(1)}.md`, markdownOf(page)] as const),
    ]),
  ]);
}

/** The text of a page, with the way to all others below its title. */
const markdownOf = ({ text }: Page): string =>
  text.replace(
    '\n\n',
    '\n\n> For language models: [llms.txt](/llms.txt) is the index of all pages in Markdown.\n\n',
  );

const hashLength = 12;

/** The files of the pages, by paths with the hash of their content. Scripts import each other by these. */
function readAssets(search: string) {
  const folder = new URL('assets/', import.meta.url);
  const texts = new Map([
    ['search.json', search],
    ['minisearch.js', miniSearch()],
  ]);
  for (const name of readdirSync(folder))
    if (/\.(?:css|js|svg)$/.test(name))
      texts.set(name, readFileSync(new URL(name, folder), 'utf8'));
  const paths = new Map<string, string>();
  const files = new Map<string, string>();
  const asset = (name: string): string => {
    const known = paths.get(name);
    if (known !== undefined) return known;
    const text = (texts.get(name) ?? '')
      .replaceAll("from 'minisearch'", "from './minisearch.js'")
      .replaceAll(
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

/** The library of the search without its comments, and with its license, which has to go with it. */
function miniSearch(): string {
  const read = (path: string): string =>
    readFileSync(new URL(`../../node_modules/minisearch/${path}`, import.meta.url), 'utf8');
  const { outputText } = ts.transpileModule(read('dist/es/index.js'), {
    compilerOptions: {
      removeComments: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
    },
  });
  return `/*! MiniSearch\n${read('LICENSE.txt').trim()}\n*/\n${outputText}`;
}
