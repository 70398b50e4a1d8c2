import { readdirSync, readFileSync } from 'node:fs';
import type { ErrorRequestHandler, Express, Request, RequestHandler } from 'express';
import { Failure, notFound } from '../errors.ts';
import { type DocsUser, withAddress, withUsers } from './docs-variables.ts';
import { addressIn } from './hosts.ts';
import { forever, pageHeaders, refuseOtherMethods } from './pages.ts';
import { atPresent, keptForWeek } from './example-times.ts';
import { represent, type Representations, send } from './representations.ts';

const types: Record<string, string> = {
  atom: 'application/atom+xml',
  css: 'text/css',
  html: 'html',
  js: 'text/javascript',
  json: 'json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  txt: 'text/markdown',
};

const maxKept = 1_000;

/** Written by `make generate`, with the times of the examples as the contract has them. */
const folder = new URL('../../generated/reference/', import.meta.url);
const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));

interface Docs {
  /** Only the demo has users: their passwords are shown to everyone. */
  readonly users: readonly DocsUser[];
  readonly publicUrl: string | undefined;
}

/** Serves the reference as HTML and as Markdown, with the times of its examples at present and the server's own address. */
export function serveDocs(http: Express, { users, publicUrl }: Docs): void {
  const find = kept((text) => withUsers(text, users));
  const answer =
    (what: string, nameOf: (path: string) => string, cacheControl = 'no-cache'): RequestHandler =>
    (req, res, next) => {
      const found = find(nameOf(req.path.slice(1)), addressIn(req, publicUrl));
      if (!found) throw notFound(what);
      send(() => found, cacheControl)(req, res, next);
    };
  http.get('/', (_, res) => res.redirect('/docs'));
  http.use(['/docs', '/problems'], pageHeaders);
  const served = ['/docs', '/docs/:kind', '/docs/:kind/:name', '/problems', '/problems/:code'];
  const markdown = ['/llms.txt', '/docs/:name.md', '/docs/:kind/:name.md', '/problems{/:code}.md'];
  http.get(
    '/docs/assets/:name',
    answer('Page', (name) => name, forever),
  );
  const feed = '/docs/changelog.atom';
  http.get(
    [feed, ...markdown],
    answer('Page', (name) => name),
  );
  http.get(
    '/guides/:name.md',
    answer('Guide', (name) => `docs/${name}`),
  );
  refuseOtherMethods(http, [feed, ...markdown, '/guides/:name.md']);
  http.get(served, (req, res, next) => {
    res.vary('Accept');
    const name = req.path.slice(1).replace(/\/$/, '');
    const prefersMarkdown = req.accepts(['text/html', 'text/markdown']) === 'text/markdown';
    const file = prefersMarkdown ? markdownOf(name) : `${name}.html`;
    answer('Page', () => file)(req, res, next);
  });
  refuseOtherMethods(http, ['/', ...served]);
  http.get(['/docs/*rest', '/problems/*rest'], () => {
    throw notFound('Page');
  });
  http.use(
    ['/docs', '/problems'],
    missingPage((req) => find('missing.html', addressIn(req, publicUrl))),
  );
}

/** The Markdown of a page; the index of all pages for the overview. */
const markdownOf = (name: string): string => (name === 'docs' ? 'llms.txt' : `${name}.md`);

/** Shows a person a page in place of the problem that programs get. */
const missingPage =
  (find: (req: Request) => Representations | undefined): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const page = find(req);
    const isMissing = error instanceof Failure && error.problem.kind === 'not_found';
    if (!page || !isMissing || !req.headers.accept?.includes('text/html')) return next(error);
    res.status(404);
    send(() => page, 'no-store')(req, res, next);
  };

/** Finds files by their names and keeps what was requested once, for each address of the server. */
function kept(
  change: (text: string) => string,
): (name: string, address: string) => Representations | undefined {
  const made = keptForWeek(() => new Map<string, Representations>());
  return (name, address) => {
    const key = name.startsWith('docs/assets/') ? name : `${address} ${name}`;
    const known = made().get(key);
    if (known || !names.has(name)) return known;
    const extension = name.split('.').at(-1) ?? '';
    const file = readFileSync(new URL(name, folder), 'utf8');
    // The times of the feed are those of releases, not of examples.
    const text = extension === 'atom' ? file : atPresent(file);
    const found = represent(
      withAddress(change(text), { address, isMarkdown: ['md', 'txt'].includes(extension) }),
      types[extension] ?? 'text/plain',
    );
    // Where any name leads to the server, strangers choose the addresses.
    if (made().size >= maxKept) made().clear();
    made().set(key, found);
    return found;
  };
}
