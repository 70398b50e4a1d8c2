import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGuides } from '../../scripts/reference/guides.ts';
import { demoUsers } from '../../src/demo/accounts.ts';
import {
  loadContract,
  type OpenApiDocument,
  operationObjects,
  readOperations,
} from '../../src/http/operations.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';

/** Any URL that a browser would fetch from another server. */
const elsewhere = /(?:src|href)="(?:https?:)?\/\/(?!www\.standardwebhooks\.com")|url\(|@import/i;

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await sharedServer();
  const answer = await fetch(url + path, { headers });
  return { answer, text: await answer.text() };
}

const document = loadContract().document as OpenApiDocument & {
  readonly tags: readonly { readonly name: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string }[];
};
const operations = readOperations(document);
interface Described {
  readonly operationId: string;
  readonly responses: object;
}
/** The scripts and style sheets that a page loads, in order. */
const loadedBy = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
const linksOf = (html: string): string[] =>
  [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, path = '']) => path);

describe('The reference', () => {
  test('has a page for each operation, found from the index of all', async () => {
    const found = linksOf((await get('/docs/operations')).text);

    expect(found).toEqual(
      expect.arrayContaining(operations.map(({ id }) => `/docs/operations/${id}`)),
    );
    for (const { id, method, path } of operations) {
      const { answer, text } = await get(`/docs/operations/${id}`);
      expect([id, answer.status]).toEqual([id, 200]);
      expect(text).toContain(`data-method="${method}" data-path="${path}"`);
    }
  });

  test('begins with a page that leads to all guides, tags and documents, and stays small', async () => {
    const { text } = await get('/docs');
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    const sidebar = text.slice(text.indexOf('<nav'), text.indexOf('</nav>'));

    const expected = [
      ...readGuides().map(({ name }) => `/docs/guides/${name}`),
      ...document.tags.map(({ name }) => `/docs/tags/${name}`),
    ];
    const contracts = ['.json', '.yaml', '-client.json', '-go.json'];
    expect(linksOf(main)).toEqual(
      expect.arrayContaining([...expected, ...contracts.map((end) => `/api/v1/openapi${end}`)]),
    );
    expect(linksOf(sidebar)).toEqual(expect.arrayContaining(expected));
    expect(headingsOf(sidebar)).toEqual(document['x-tagGroups'].map(({ name }) => name));
    expect(main).toMatch(
      /<svg [^>]*role="img" aria-labelledby="diagram-call-path-title diagram-call-path-desc"/,
    );
    expect(text.length).toBeLessThan(40_000);
  });
  const headingsOf = (html: string): string[] =>
    [...html.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, heading = '']) => heading);

  test('leads nowhere that does not exist', async () => {
    const pages = new Set(['/docs']);
    for (const path of pages) {
      const { answer, text } = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      if (!answer.headers.get('content-type')?.includes('text/html')) continue;
      for (const link of linksOf(text)) {
        const [target = '', anchor] = link.split('#');
        pages.add(target);
        if (anchor !== undefined) anchors.add(`${target} ${anchor}`);
      }
      for (const [, id] of text.matchAll(/ id="([^"]+)"/g)) known.add(`${path} ${id}`);
    }

    expect(pages.size).toBeGreaterThan(operations.length);
    expect([...anchors].filter((anchor) => !known.has(anchor))).toEqual([]);
  });
  const anchors = new Set<string>();
  const known = new Set<string>();

  test('is where the root of the server leads, for people and programs', async () => {
    for (const [accept, method] of [
      ['text/html', 'GET'],
      ['application/json', 'GET'],
      ['*/*', 'HEAD'],
    ] as const) {
      const answer = await raw('/', { accept }, method);

      expect([answer.status, answer.headers.location]).toEqual([302, '/docs']);
    }
    const refused = await raw('/', {}, 'POST');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('has an icon of its own, which draws without styles and scripts', async () => {
    for (const page of ['/docs', '/docs/guides/errors', '/problems/not_found', '/docs/diagrams']) {
      const icon = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(
        (await get(page)).text,
      )?.[1];
      const { answer, text } = await get(icon ?? '');

      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([
        page,
        200,
        expect.stringContaining('image/svg+xml'),
      ]);
      expect(text).toMatch(/^<svg /);
      expect(text).not.toMatch(/style|script|href|\son\w+=/);
    }
  });

  test('answers a page that does not exist with one that searches, for people alone', async () => {
    for (const path of ['/docs/operations/nothing', '/docs/a/b/c', '/problems/nothing']) {
      const page = await get(path, { accept: 'text/html,*/*;q=0.8', 'if-none-match': '*' });
      const problem = await get(path);

      expect([page.answer.status, page.answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('text/html'),
      ]);
      expect(page.text).toContain('id="open-search"');
      expect([problem.answer.status, JSON.parse(problem.text)]).toMatchObject([
        404,
        { code: 'not_found' },
      ]);
    }
  });

  test('has anchors on headings and members, each once on its page', async () => {
    for (const { id } of operations) {
      const { text } = await get(`/docs/operations/${id}`);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, each]) => each);
      expect([id, ids.filter((each, at) => ids.indexOf(each) !== at)]).toEqual([id, []]);
    }
    const { text } = await get('/docs/operations/createCampaign');
    expect(text).toContain('<li id="body.name"><code class="name"><a href="#body.name">');
    expect(text).toMatch(/<h2 id="problems">Problems <a [^>]*href="#problems"/);
  });

  test.each([
    ['/docs', '/llms.txt'],
    ['/docs/operations/createCampaign', '/docs/operations/createCampaign.md'],
    ['/docs/events/call_ended', '/docs/events/call_ended.md'],
    ['/docs/guides/errors', '/guides/errors.md'],
  ])('answers %s as Markdown to who accepts that, and leads to llms.txt', async (path, file) => {
    const { answer, text } = await get(path, { accept: 'text/markdown' });
    const page = await get(path, { accept: 'text/html, text/markdown;q=0.5' });

    expect(answer.headers.get('content-type')).toContain('text/markdown');
    expect(text).toBe((await get(file)).text);
    expect(page.answer.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('<a href="/llms.txt">llms.txt</a>');
  });

  test('names the address by which it is reached, in samples, guides and the links of Markdown', async () => {
    const { url } = await sharedServer();
    const port = new URL(url).port;
    const pages = ['/docs/operations/createCampaign', '/docs/guides/errors', '/llms.txt'];
    for (const path of pages) {
      const here = await raw(path, { host: `127.0.0.1:${port}` });
      const other = await raw(path, { host: 'api.localhost:8080' });

      expect(here.body.toString()).toContain(`http://127.0.0.1:${port}/`);
      expect(other.body.toString()).toContain('http://api.localhost:8080/');
      expect(other.body.toString()).not.toMatch(/127\.0\.0\.1|\]\(\//);
      expect(other.headers.etag).not.toBe(here.headers.etag);
    }
  });

  test('has the links of guides begin at the server', () => {
    const relative = readGuides().flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|\/|#)[^)]*\)/g)].map(([link]) => `${name}: ${link}`),
    );

    expect(relative).toEqual([]);
  });

  test('shows an example of each answer beside the text', async () => {
    for (const { path, method, object } of operationObjects<Described>(document)) {
      const { operationId, responses } = object;
      const { text } = await get(`/docs/operations/${operationId}`);
      const shown = [...text.matchAll(/<summary><b>(\d+)<\/b>/g)].map(([, status]) => status);
      const missing = Object.keys(responses).filter(
        (status) => status >= '400' && !shown.includes(status),
      );
      expect([method, path, missing]).toEqual([method, path, []]);
    }
  });

  test('links the operations that texts name', async () => {
    const { text } = await get('/docs/operations/initiateCall');

    expect(text).toContain('<a href="/docs/operations/previewCall"><code>previewCall</code></a>');
    expect(text).not.toContain('<a href="/docs/operations/initiateCall"><code>initiateCall');
  });

  test('allows no external resources, no inline script and no inline style', async () => {
    for (const path of [
      '/docs',
      '/docs/operations/createCampaign',
      '/docs/diagrams',
      '/problems',
    ]) {
      const { answer, text } = await get(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const directives = Object.fromEntries(
        policy.split(';').map((part) => part.trim().split(/ (.*)/)),
      );

      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(directives).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' blob:",
        'connect-src': "'self'",
        'frame-ancestors': "'none'",
      });
      expect(policy).not.toMatch(/https?:|\*|unsafe/);
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=/i);
      expect(text).not.toMatch(elsewhere);
    }
  });

  test('loads files whose names change with their content, kept forever', async () => {
    const { text: html } = await get('/docs');
    const paths = new Set(loadedBy(html));
    for (const path of paths) {
      const { answer, text } = await get(path);
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);

      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ]);
      expect(path).toContain(`.${digest}.`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/https?:\/\/|@import/);
      for (const [, imported] of text.matchAll(/from '(\/[^']+)'/g)) paths.add(imported ?? '');
      expect(text).not.toMatch(/from '\./);
    }
    expect(paths.size).toBeGreaterThan(5);
  });

  test.each(['index.html', 'style.css', 'page.js', '..%2fdocs.ts', 'samples.d.ts', 'nothing'])(
    'serves nothing else: %s',
    async (name) => {
      expect((await get(`/docs/assets/${name}`)).answer.status).toBe(404);
    },
  );

  test('has a line for each problem code of a status, with what it is about', async () => {
    const { text: html } = await get('/docs/operations/initiateCall');
    const lines = [
      ...html.matchAll(/<li><a href="\/problems\/(\w+)"><code>\1<\/code><\/a>: (.+?)<\/li>/g),
    ];

    expect(lines.map(([, code, title]) => [code, title])).toContainEqual([
      'workflow_archived',
      expect.stringMatching(/^The workflow .+\.$/),
    ]);
    expect(lines.length).toBeGreaterThan(5);
  });

  test('folds the headers that every response has', async () => {
    const { text } = await get('/docs/operations/createCampaign');

    expect(text.split('RateLimit-Policy')).toHaveLength(2);
    expect(text).toContain('<li id="response201.Location">');
  });

  test('shows no user to log in', async () => {
    expect((await get('/docs')).text).toContain('data-users="[]"');
  });
});

describe('A page and its files', () => {
  const paths = ['/docs', '/docs/operations/createCampaign'];

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['', null],
    ['identity', null],
  ])('are encoded as the client accepts: "%s"', async (accepted, encoding) => {
    for (const path of [...paths, ...loadedBy((await get('/docs')).text)]) {
      const plain = await raw(path, {});
      const answer = await raw(path, { 'accept-encoding': accepted });
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];

      expect(answer.headers['content-encoding'] ?? null).toBe(encoding);
      expect(answer.headers.vary).toBe(
        paths.includes(path) ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
      );
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(decode ? decode(answer.body) : answer.body).toEqual(plain.body);
    }
  });

  test('are answered with 304 while they are what the client has, by encoding', async () => {
    for (const path of paths) {
      const first = await raw(path, { 'accept-encoding': 'br' });
      const etag = first.headers.etag ?? '';
      const same = await raw(path, { 'accept-encoding': 'br', 'if-none-match': etag });
      const plain = await raw(path, { 'if-none-match': etag });

      expect(first.headers['cache-control']).toBe('no-cache');
      expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, etag]);
      expect([plain.status, plain.headers.etag === etag]).toEqual([200, false]);
    }
  });

  test('are answered to HEAD without a body', async () => {
    for (const path of paths) {
      const [head, answer] = [await raw(path, {}, 'HEAD'), await raw(path, {})];

      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(String(answer.body.length));
      expect(head.headers.etag).toBe(answer.headers.etag);
    }
  });

  test('refuse other methods', async () => {
    const answer = await raw('/docs', {}, 'POST');

    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

/** Without the decoding that fetch does. */
async function raw(path: string, headers: Record<string, string>, method = 'GET') {
  const { url } = await sharedServer();
  const sent = request(url + path, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

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
