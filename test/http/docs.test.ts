import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { linkCreated } from '../../scripts/links.ts';
import { openResponses } from '../../scripts/open-responses.ts';
import { demoUsers } from '../../src/demo/accounts.ts';
import { loadContract } from '../../src/http/operations.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';

/** Any URL that a browser would fetch from another server. */
const elsewhere = /(https?:|wss?:)?\/\/[a-z0-9.-]+\.[a-z]/i;

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await sharedServer();
  const answer = await fetch(url + path, { headers });
  return { answer, text: await answer.text() };
}

/** The scripts and style sheets that the page loads, in order. */
const loadedBy = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );

describe('The docs page', () => {
  test('allows no external resources and no inline script', async () => {
    const { answer, text } = await get('/docs');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(
      policy.split(';').map((part) => part.trim().split(/ (.*)/)),
    );

    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(directives).toMatchObject({
      'default-src': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
    });
    expect(directives['script-src']).toBeUndefined();
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=/i);
    expect(text).not.toMatch(elsewhere);
  });

  test('loads only what this server serves', async () => {
    const { text: html } = await get('/docs');

    const paths = loadedBy(html);
    const assets = await Promise.all(paths.map((path) => get(path)));

    expect(paths).toHaveLength(4);
    for (const [index, { answer }] of assets.entries()) {
      const type = paths[index]?.endsWith('.css') ? 'text/css' : 'text/javascript';
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const own = assets.filter((_, index) => !paths[index]?.includes('swagger-ui'));
    expect(own).toHaveLength(2);
    for (const { text } of own) expect(text).not.toMatch(elsewhere);
  });

  test('has its assets revalidated at every visit', async () => {
    const { headers } = (await get('/docs/assets/start.js')).answer;

    expect(headers.get('cache-control')).toBe('no-cache');
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeLessThan(Date.now());
  });

  test.each(['index.html', 'swagger-initializer.js', 'package.json', '..%2fdocs.ts', 'nothing'])(
    'serves nothing else of the library: %s',
    async (name) => {
      expect((await get(`/docs/assets/${name}`)).answer.status).toBe(404);
    },
  );

  test('shows no user to log in', async () => {
    expect((await get('/docs')).text).toContain('data-users="[]"');
  });
});

describe('The docs page of the demo', () => {
  let demo: TestServer;
  beforeAll(async () => {
    demo = await startServer({ demo: true }, (await sharedServer()).connection);
  });
  afterAll(() => demo.close());

  test('shows the demo users', async () => {
    const html = await (await fetch(`${demo.url}/docs`)).text();
    const users = /data-users="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';

    expect(JSON.parse(users)).toEqual(demoUsers);
  });
});

describe.each([
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
])('The contract in %s', (format, type) => {
  const path = `/api/v1/openapi.${format}`;

  test('is the one that the server works by, with open responses', async () => {
    const { answer, text } = await get(path);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining(type),
    ]);
    expect(format === 'json' ? JSON.parse(text) : parse(text)).toEqual(
      linkCreated(openResponses(loadContract().document)),
    );
  });

  test('is sent again only if it has changed', async () => {
    const etag = (await get(path)).answer.headers.get('etag') ?? '';

    const same = await get(path, { 'if-none-match': `"first", W/${etag}` });
    const other = await get(path, { 'if-none-match': '"another"' });

    expect(etag).toMatch(/^"[\w-]+"$/);
    expect([same.answer.status, same.text, same.answer.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    expect(other.answer.status).toBe(200);
  });
});
