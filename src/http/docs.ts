import { readdirSync, readFileSync } from 'node:fs';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import helmet from 'helmet';
import { Failure, notFound } from '../errors.ts';
import { type DocsUser, withUsers } from './docs-users.ts';
import { refuseOtherMethods } from './pages.ts';
import { atPresent, keptForWeek } from './present.ts';
import { represent, type Representations, send } from './representations.ts';

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
const types: Record<string, string> = {
  css: 'text/css',
  html: 'html',
  js: 'text/javascript',
  json: 'json',
  md: 'text/markdown',
  txt: 'text/markdown',
};

/** Written by `make generate`, with the times of the examples as the contract has them. */
const folder = new URL('../../generated/reference/', import.meta.url);
const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));

/**
 * Serves the reference for people, with the times of its examples at present. Only the demo has users: their passwords
 * are shown to everyone.
 */
export function serveDocs(http: Express, users: readonly DocsUser[]): void {
  const pages = kept((text) => withUsers(text, users));
  http.use(
    ['/docs', '/problems'],
    helmet({ contentSecurityPolicy, referrerPolicy: { policy: 'no-referrer' } }),
  );
  const served = ['/docs', '/docs/:kind', '/docs/:kind/:name', '/problems', '/problems/:code'];
  http.get('/docs/assets/:name', answer('Page', texts, forever));
  http.get(served, answerMarkdown(texts));
  http.get(
    served,
    answer('Page', (name) => pages(`${name.replace(/\/$/, '')}.html`)),
  );
  refuseOtherMethods(http, served);
  http.get(['/docs/*rest', '/problems/*rest'], () => {
    throw notFound('Page');
  });
  http.use(
    ['/docs', '/problems'],
    missingPage(() => pages('missing.html')),
  );
}

/** Answers the Markdown of a page to who prefers that to HTML, the index for the overview. */
const answerMarkdown =
  (find: (name: string) => Representations | undefined): RequestHandler =>
  (req, res, next) => {
    res.vary('Accept');
    const name = req.path.replace(/\/$/, '');
    const file =
      name === '/docs' ? 'llms.txt' : `${name.replace(/^\/docs(?=\/guides\/)/, '').slice(1)}.md`;
    const found = req.accepts(['text/html', 'text/markdown']) === 'text/markdown' && find(file);
    if (found) send(() => found, 'no-cache')(req, res, next);
    else next();
  };

/** Shows a person a page in place of the problem that programs get. */
const missingPage =
  (find: () => Representations | undefined): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const page = find();
    const isMissing = error instanceof Failure && error.problem.kind === 'not_found';
    if (!page || !isMissing || !req.headers.accept?.includes('text/html')) return next(error);
    res.status(404);
    send(() => page, 'no-store')(req, res, next);
  };

/** Serves the reference as Markdown, for language models and for reading in a terminal. */
export function serveMarkdown(http: Express): void {
  http.get('/llms.txt', answer('Page', texts));
  http.get('/docs/operations/:id.md', answer('Operation', texts));
  http.get('/docs/events/:id.md', answer('Event', texts));
  http.get('/guides/:id.md', answer('Guide', texts));
  const paths = ['/llms.txt', '/docs/operations/:id.md', '/docs/events/:id.md', '/guides/:id.md'];
  refuseOtherMethods(http, paths);
}

/** Finds files by their names and keeps what was requested once: their number is fixed. */
function kept(change: (text: string) => string): (name: string) => Representations | undefined {
  const made = keptForWeek(() => new Map<string, Representations>());
  return (name) => {
    const known = made().get(name);
    if (known || !names.has(name)) return known;
    const text = atPresent(readFileSync(new URL(name, folder), 'utf8'));
    const found = represent(change(text), types[name.split('.').at(-1) ?? ''] ?? 'text/plain');
    made().set(name, found);
    return found;
  };
}

const texts = kept((text) => text);

const answer =
  (
    what: string,
    find: (name: string) => Representations | undefined,
    cacheControl = 'no-cache',
  ): RequestHandler =>
  (req, res, next) => {
    const found = find(req.path.slice(1));
    if (!found) throw notFound(what);
    send(() => found, cacheControl)(req, res, next);
  };
