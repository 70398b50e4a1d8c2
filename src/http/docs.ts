import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Express } from 'express';
import type { Config } from '../config.ts';

const page = (demo: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice Agent Platform API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body data-demo="${demo}">
<div id="ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const script = `
const ui = SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#ui',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: true,
  validatorUrl: null,
  onComplete: () => document.body.dataset.demo === 'true' && logInDemo(),
});
async function logInDemo() {
  const answer = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
  });
  if (answer.ok) ui.preauthorizeApiKey('session', (await answer.json()).access_token);
}
`;

/** Serves an interactive reference that needs nothing from elsewhere; in the demo it is logged in already. */
export function serveDocs(http: Express, config: Config): void {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'));
  http.use((req, res, next) => {
    if (!req.path.startsWith('/docs')) return next();
    res.set({
      'Content-Security-Policy':
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  http.get('/docs', (_req, res) => void res.type('html').send(page(config.demo)));
  http.get('/docs/start.js', (_req, res) => void res.type('js').send(script));
  http.use('/docs/assets', express.static(assets, { index: false, maxAge: '1h' }));
}
