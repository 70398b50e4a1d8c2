import { readdirSync, readFileSync } from 'node:fs';
import type { Express } from 'express';
import { notFound } from '../errors.ts';
import { type DocsUser, withUsers } from './docs-variables.ts';
import { forever, pageHeaders, refuseOtherMethods } from './pages.ts';
import { represent, type Representations, send } from './representations.ts';

/** Written by `scripts/console/build.ts`. */
const folder = new URL('../../generated/console/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/**
 * Serves the console: one page at every address below `/console`, which reads the address itself, and its two files. Only
 * the demo has users: their passwords are shown to everyone.
 */
export function serveConsole(http: Express, users: readonly DocsUser[]): void {
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const page = represent(withUsers(read('index.html'), users), 'html');
  // The page is not among them: it has users, and is not kept.
  const files = new Map<string, Representations>(
    readdirSync(folder).flatMap((name) => {
      const type = types[name.split('.').at(-1) ?? ''];
      return type === undefined ? [] : [[name, represent(read(name), type)]];
    }),
  );
  const served = ['/console/assets/:name', '/console{/*rest}'];
  http.use('/console', pageHeaders);
  http.get(served[0] ?? '', (req, res, next) => {
    const found = files.get(String(req.params['name']));
    if (!found) throw notFound('Page');
    send(() => found, forever)(req, res, next);
  });
  http.get(
    served[1] ?? '',
    send(() => page, 'no-cache'),
  );
  refuseOtherMethods(http, served);
}
