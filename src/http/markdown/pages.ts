import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Express, RequestHandler } from 'express';
import { notFound } from '../../errors.ts';
import { namesEtag } from '../../etag.ts';
import { refuseOtherMethods, sendFailure } from '../failures.ts';
import { type Guide, indexPage } from './index-page.ts';
import { eventPage, operationPage } from './operations.ts';
import { readPublished } from './published.ts';

const guidesDirectory = new URL('../../../openapi/guides/', import.meta.url);

/**
 * Serves the reference as Markdown, for language models and for reading in a terminal: an index, a page for each
 * operation and event, and the guides. Pages are made once, when they are first read.
 */
export function serveMarkdown(http: Express): void {
  const published = once(readPublished);
  const guides = once(readGuides);
  const index = once(() => page(indexPage(published(), [...guides().values()])));
  const operations = kept((id) => {
    const operation = published().operations.get(id);
    return operation && operationPage(published(), operation);
  });
  const events = kept((name) => {
    const event = published().events.get(name);
    return event && eventPage(published(), event);
  });
  http.get('/llms.txt', answer('Page', index));
  http.get('/docs/operations/:id.md', answer('Operation', operations));
  http.get('/docs/events/:id.md', answer('Event', events));
  http.get(
    '/guides/:id.md',
    answer('Guide', (name) => guides().get(name)),
  );
  const paths = ['/llms.txt', '/docs/operations/:id.md', '/docs/events/:id.md', '/guides/:id.md'];
  refuseOtherMethods(http, paths);
}

interface Page {
  readonly text: string;
  readonly etag: string;
}

const page = (text: string): Page => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

/** The pages of what exists, each made when it is first read. */
function kept(make: (id: string) => string | undefined): (id: string) => Page | undefined {
  const pages = new Map<string, Page>();
  return (id) => {
    const text = pages.has(id) ? undefined : make(id);
    if (text !== undefined) pages.set(id, page(text));
    return pages.get(id);
  };
}

const answer =
  (what: string, find: (id: string) => Page | undefined): RequestHandler =>
  (req, res) => {
    const found = find(String(req.params['id']));
    if (!found) return void sendFailure(res, notFound(what), String(res.getHeader('X-Request-Id')));
    res.set({ ETag: found.etag, 'Cache-Control': 'no-cache' });
    if (namesEtag(req.headers['if-none-match'], found.etag)) return void res.status(304).end();
    res.type('text/markdown').send(found.text);
  };

/** The guides by their names. A title is the first heading. */
function readGuides(): ReadonlyMap<string, Guide & Page> {
  const files = existsSync(guidesDirectory) ? readdirSync(guidesDirectory).toSorted() : [];
  return new Map(
    files
      .filter((file) => file.endsWith('.md'))
      .map((file) => {
        const text = readFileSync(new URL(file, guidesDirectory), 'utf8');
        const name = file.slice(0, -'.md'.length);
        return [name, { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, ...page(text) }];
      }),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
