import { createHash } from 'node:crypto';
import type { Express, RequestHandler } from 'express';
import { notFound } from '../../errors.ts';
import { namesEtag } from '../etag.ts';
import { readGuides } from '../docs/guides.ts';
import { refuseOtherMethods } from '../pages.ts';
import { indexPage } from './index-page.ts';
import { eventPage, operationPage } from './operations.ts';
import { keptForWeek } from '../present.ts';
import { readPublished } from './published.ts';

/**
 * Serves the reference as Markdown, for language models and for reading in a terminal: an index, a page for each
 * operation and event, and the guides. Pages are made when they are first read.
 */
export function serveMarkdown(http: Express): void {
  const index = keptForWeek(() => page(indexPage(readPublished(), readGuides())));
  const guides = kept((name) => readGuides().find((guide) => guide.name === name)?.text);
  const operations = kept((id) => {
    const published = readPublished();
    const operation = published.operations.get(id);
    return operation && operationPage(published, operation);
  });
  const events = kept((name) => {
    const published = readPublished();
    const event = published.events.get(name);
    return event && eventPage(published, event);
  });
  http.get('/llms.txt', answer('Page', index));
  http.get('/docs/operations/:id.md', answer('Operation', operations));
  http.get('/docs/events/:id.md', answer('Event', events));
  http.get('/guides/:id.md', answer('Guide', guides));
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
  const made = keptForWeek(() => new Map<string, Page>());
  return (id) => {
    const pages = made();
    const text = pages.has(id) ? undefined : make(id);
    if (text !== undefined) pages.set(id, page(text));
    return pages.get(id);
  };
}

const answer =
  (what: string, find: (id: string) => Page | undefined): RequestHandler =>
  (req, res) => {
    const found = find(String(req.params['id']));
    if (!found) throw notFound(what);
    res.set({ ETag: found.etag, 'Cache-Control': 'no-cache' });
    if (namesEtag(req.headers['if-none-match'], found.etag)) return void res.status(304).end();
    res.type('text/markdown').send(found.text);
  };
