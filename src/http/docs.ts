import { readdirSync, readFileSync } from 'node:fs';
import type { Express } from 'express';
import helmet from 'helmet';
import { readGuides } from './docs/guides.ts';
import type { DocsUser, Frame } from './docs/layout.ts';
import { pagesOf } from './docs/pages.ts';
import { readReference } from './docs/reference.ts';
import { readPublished } from './markdown/published.ts';
import { keptForWeek } from './present.ts';
import { represent, type Representations, send } from './docs/representations.ts';
import { searchEntries } from './docs/search-entries.ts';
import { notFound } from '../errors.ts';
import { refuseOtherMethods } from './pages.ts';

/** Everything comes from this server. What an operation answers is shown from memory: audio, pictures, downloads. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

const forever = 'public, max-age=31536000, immutable';
const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', json: 'json' };

interface Built {
  readonly pages: ReadonlyMap<string, () => string>;
  readonly assets: ReadonlyMap<string, Representations>;
}

/**
 * Serves the reference: a page for each operation, event, area and guide, written from the published contract. What has
 * been requested once is kept; the number of pages is fixed.
 */
export function serveDocs(http: Express, users: readonly DocsUser[]): void {
  const docs = keptForWeek(() => build(users));
  const kept = keptForWeek(() => new Map<string, Representations>());
  const page = (path: string): Representations | undefined => {
    const known = kept().get(path) ?? rendered(docs(), path);
    if (known) kept().set(path, known);
    return known;
  };
  http.use(
    ['/docs', '/problems'],
    helmet({ contentSecurityPolicy, referrerPolicy: { policy: 'no-referrer' } }),
  );
  const served = ['/docs', '/docs/:kind', '/docs/:kind/:name', '/problems', '/problems/:code'];
  http.get(served, (req, res, next) => {
    const asset = docs().assets.get(req.path);
    const found = asset ?? page(req.path.replace(/(?<=.)\/$/, ''));
    if (found) send(() => found, asset ? forever : 'no-cache')(req, res, next);
    else throw notFound('Page');
  });
  refuseOtherMethods(http, served);
}

function rendered({ pages }: Built, path: string): Representations | undefined {
  const page = pages.get(path);
  return page && represent(page(), 'html');
}

function build(users: readonly DocsUser[]): Built {
  const shown = { reference: readReference(readPublished()), guides: readGuides(), users };
  const { assets, asset } = readAssets(JSON.stringify(searchEntries(shown)));
  const frame: Frame = { ...shown, asset };
  return { pages: pagesOf(frame), assets };
}

/** The files of the pages, by addresses with the hash of their content. Scripts import each other by these. */
function readAssets(search: string): { assets: Built['assets']; asset: (name: string) => string } {
  const folder = new URL('docs/assets/', import.meta.url);
  const texts = new Map([['search.json', search]]);
  for (const name of readdirSync(folder))
    if (/\.(?:css|js)$/.test(name)) texts.set(name, readFileSync(new URL(name, folder), 'utf8'));
  const paths = new Map<string, string>();
  const assets = new Map<string, Representations>();
  const asset = (name: string): string => {
    const known = paths.get(name);
    if (known !== undefined) return known;
    const text = (texts.get(name) ?? '').replaceAll(
      /(from '|import\(')\.\/([\w-]+\.js)'/g,
      (_, before: string, other: string) => `${before}${asset(other)}'`,
    );
    const [stem = '', extension = ''] = name.split('.');
    const made = represent(text, types[extension] ?? 'text/plain');
    const path = `/docs/assets/${stem}.${made.hash}.${extension}`;
    paths.set(name, path);
    assets.set(path, made);
    return path;
  };
  for (const name of texts.keys()) asset(name);
  return { assets, asset };
}
