import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import { escaped } from './html.ts';

/**
 * A user whom the page logs in automatically. Only the demo has such users: the page shows their passwords to everyone.
 */
interface DocsUser {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

const page = (users: readonly DocsUser[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice Agent Platform API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body data-users="${escaped(JSON.stringify(users))}">
<header class="bar">
<span>Contract: <a href="/api/v1/openapi.json">JSON</a>, <a href="/api/v1/openapi.yaml">YAML</a></span>
<label id="demo" hidden>Demo user: <select id="user"></select> <output id="outcome"></output></label>
</header>
<main id="ui"></main>
<noscript>This page needs JavaScript; the contract above does not.</noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/assets/start.js"></script>
</body>
</html>
`;

/** Everything is served from this server; the reference page writes style attributes. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** Serves an interactive API reference without external resources. */
export function serveDocs(http: Express, users: readonly DocsUser[]): void {
  const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'));
  const own = join(import.meta.dirname, 'docs');
  http.use('/docs', helmet({ contentSecurityPolicy, referrerPolicy: { policy: 'no-referrer' } }));
  http.get('/docs', (_req, res) => void res.type('html').send(page(users)));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    http.get(`/docs/assets/${name}`, asset(library, name));
  }
  for (const name of ['style.css', 'start.js']) http.get(`/docs/assets/${name}`, asset(own, name));
}

/** Revalidated at every visit and sent only if it changed, so a new version shows at once. */
const asset =
  (directory: string, name: string): RequestHandler =>
  (_req, res) =>
    res.sendFile(name, {
      root: directory,
      cacheControl: false,
      headers: { 'Cache-Control': 'no-cache' },
    });
