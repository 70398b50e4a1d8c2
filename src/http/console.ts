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
const page = 'index.html';

/**
 * Serves the console: one page at every address below `/console`, which reads the address itself, and its two files. Only
 * the demo has users: their passwords are shown to everyone.
 */
export function serveConsole(http: Express, users: readonly DocsUser[]): void {
  const files = new Map<string, Representations>(
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => {
        const text = readFileSync(new URL(name, folder), 'utf8');
        const type = types[name.split('.').at(-1) ?? ''] ?? 'html';
        return [name, represent(name === page ? withUsers(text, users) : text, type)];
      }),
  );
  const find = (name: string): Representations => {
    const found = files.get(name);
    if (!found) throw notFound('Page');
    return found;
  };
  const served = ['/console/assets/:name', '/console{/*rest}'];
  http.use('/console', pageHeaders);
  http.get(served[0] ?? '', (req, res, next) => {
    const found = find(String(req.params['name']));
    send(() => found, forever)(req, res, next);
  });
  http.get(served[1] ?? '', (req, res, next) => {
    send(() => find(page), 'no-cache')(req, res, next);
  });
  refuseOtherMethods(http, served);
}
