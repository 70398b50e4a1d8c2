import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../src/http/server.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

let server: Server;
let member: Member;
beforeAll(async () => {
  const shared = await sharedServer();
  member = await newOrganization({ server: shared });
  server = createHttpServer(shared.listener, shared.app.config.timeouts);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Heard {
  readonly text: string;
  readonly statuses: readonly number[];
}

/** How long nothing more may come after a final answer. */
const silentMs = 50;

/** Sends these bytes at once, then `more` if the server asks for a body, and hears what comes until nothing more does. */
function says(bytes: string, more = ''): Promise<Heard> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  let isAsked = false;
  socket.on('data', (part: string) => {
    text += part;
    if (/HTTP\/1\.1 [2-5]/.test(text)) socket.setTimeout(silentMs, () => socket.destroy());
    if (isAsked || !text.startsWith('HTTP/1.1 100 ')) return;
    isAsked = true;
    socket.write(more, 'latin1');
  });
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  return new Promise((done) =>
    socket.once('close', () =>
      done({
        text,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      }),
    ),
  );
}

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const host = 'Host: localhost';
const json = 'Content-Type: application/json';
const me = '/api/v1/auth/me';
const login = `POST /api/v1/auth/login HTTP/1.1`;
const credential = (): string => `X-API-Key: ${member.key}`;
const code = ({ text }: Heard): unknown => /"code":"(\w+)"/.exec(text)?.[1];

describe('A request that RFC 9110 and 9112 allow is read:', () => {
  test.each([
    ['spaces and tabs around a value', () => `X-API-Key: \t ${member.key} \t`],
    ['a name in other letters', () => `x-aPi-KEY:${member.key}`],
    ['an empty value', () => `${credential()}\r\nX-Empty:`],
    ['an unknown expectation', () => `${credential()}\r\nExpect: the-best`],
    [
      'an upgrade that nobody offers',
      () => `${credential()}\r\nConnection: Upgrade\r\nUpgrade: h2c`,
    ],
    ['trailers that it could read', () => `${credential()}\r\nTE: trailers, deflate;q=0.5`],
  ])('%s', async (_, headers) => {
    expect((await says(lines(`GET ${me} HTTP/1.1`, host, headers()))).statuses).toEqual([200]);
  });

  test.each([
    ['in absolute form', `http://localhost${me}`],
    ['in absolute form with capitals and a port', `HTTP://LOCALHOST:80${me}`],
    ['with encoded letters', '/api/v1/%61uth/m%65'],
  ])('a target %s', async (_, target) => {
    const heard = await says(lines(`GET ${target} HTTP/1.1`, host, credential()));

    expect(heard.statuses).toEqual([200]);
    expect(heard.text).toContain('"organization"');
  });

  test('a query in absolute form, of a path that may be empty', async () => {
    const list = await says(
      lines('GET http://localhost/api/v1/runs?limit=0 HTTP/1.1', host, credential()),
    );
    const root = await says(lines('OPTIONS http://localhost HTTP/1.1', host));

    expect([list.statuses, list.text.includes('"limit"')]).toEqual([[422], true]);
    expect(root.statuses).not.toContain(400);
  });

  test('empty lines before a request, and several requests at once', async () => {
    const one = lines(`GET ${me} HTTP/1.1`, host, credential());

    expect((await says(`\r\n${one}${one}${one}`)).statuses).toEqual([200, 200, 200]);
  });

  test('a body in chunks with extensions and trailers', async () => {
    const body = '5;name="a;b"\r\n{"ema\r\n8;x\r\nil":"a"}\r\n0\r\nX-Trailer: 1\r\n\r\n';

    const heard = await says(lines(login, host, json, 'Transfer-Encoding: Chunked') + body);

    expect(heard.statuses).toEqual([422]);
    expect(heard.text).toContain('"email"');
  });

  test('HTTP/1.0, with and without a Host header', async () => {
    const bare = await says(lines(`GET ${me} HTTP/1.0`, credential()));
    const kept = await says(
      lines(`GET ${me} HTTP/1.0`, host, credential(), 'Connection: keep-alive'),
    );

    expect([bare.statuses, kept.statuses]).toEqual([[200], [200]]);
    expect(bare.text).toMatch(/connection: close/i);
    expect(kept.text).toMatch(/connection: keep-alive/i);
  });

  test('Connection: close', async () => {
    const heard = await says(lines(`GET ${me} HTTP/1.1`, host, credential(), 'Connection: close'));

    expect(heard.text).toMatch(/connection: close/i);
  });

  test('OPTIONS of the server and of a path', async () => {
    const all = await says(lines('OPTIONS * HTTP/1.1', host));
    const path = await says(lines('OPTIONS /api/v1/workflow HTTP/1.1', host));

    expect([all.statuses, path.statuses]).toEqual([[204], [204]]);
    expect(all.text).toMatch(/Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r/);
    expect(path.text).toMatch(/Allow: GET, HEAD, OPTIONS, POST\r/);
  });

  test.each([me, '/api/v1/runs', '/healthz', '/openapi.json', '/docs', '/problems/not_found'])(
    'HEAD of %s, answered as GET without a body',
    async (path) => {
      const [head, get] = [
        await says(lines(`HEAD ${path} HTTP/1.1`, host, credential(), 'Connection: close')),
        await says(lines(`GET ${path} HTTP/1.1`, host, credential(), 'Connection: close')),
      ];
      const lengthOf = ({ text }: Heard) => /content-length: (\d+)/i.exec(text)?.[1];

      expect(head.statuses).toEqual(get.statuses);
      expect(head.text.split('\r\n\r\n')[1]).toBe('');
      expect(lengthOf(head)).toBe(lengthOf(get));
    },
  );
});

describe('A request that they forbid is refused with a problem:', () => {
  test.each([
    ['a folded line', ['GET /healthz HTTP/1.1', host, 'X-Folded: a\r\n b']],
    ['a space before the colon', ['GET /healthz HTTP/1.1', 'Host : localhost']],
    ['a space before a name', ['GET /healthz HTTP/1.1', ` ${host}`]],
    ['a name with a space', ['GET /healthz HTTP/1.1', host, 'X Name: a']],
    ['NUL in a value', ['GET /healthz HTTP/1.1', host, 'X-Name: a\0b']],
    ['a bare CR in a value', ['GET /healthz HTTP/1.1', host, 'X-Name: a\rb']],
    ['no Host', ['GET /healthz HTTP/1.1']],
    ['no Host beside a target in absolute form', ['GET http://localhost/healthz HTTP/1.1']],
    ['two Hosts', ['GET /healthz HTTP/1.1', host, host]],
    ['a Host with a space', ['GET /healthz HTTP/1.1', 'Host: local host']],
    ['a Host with a user', ['GET /healthz HTTP/1.1', 'Host: me@localhost']],
    ['a Host with a path', ['GET /healthz HTTP/1.1', 'Host: localhost/x']],
    ['a target with a user', ['GET http://me@localhost/healthz HTTP/1.1', host]],
    ['a method in small letters', ['get /healthz HTTP/1.1', host]],
    ['an unknown method', ['BREW /healthz HTTP/1.1', host]],
    ['no version', ['GET /healthz', host]],
    ['another protocol', ['GET /healthz HTTQ/1.1', host]],
    ['a target without a slash', ['GET healthz HTTP/1.1', host]],
    ['two lengths', [login, host, json, 'Content-Length: 2', 'Content-Length: 3']],
    ['one length twice', [login, host, json, 'Content-Length: 2', 'Content-Length: 2']],
    ['a list of lengths', [login, host, json, 'Content-Length: 2, 2']],
    ['a length with a sign', [login, host, json, 'Content-Length: +2']],
    ['a negative length', [login, host, json, 'Content-Length: -1']],
    ['a hexadecimal length', [login, host, json, 'Content-Length: 0x2']],
    ['a length too large to count', [login, host, json, `Content-Length: ${'9'.repeat(30)}`]],
    [
      'a length beside chunks',
      [login, host, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    ],
    ['chunks that are not last', [login, host, json, 'Transfer-Encoding: chunked, gzip']],
    ['chunks twice', [login, host, json, 'Transfer-Encoding: chunked, chunked']],
    ['another coding before chunks', [login, host, json, 'Transfer-Encoding: gzip, chunked']],
    ['a coding alone', [login, host, json, 'Transfer-Encoding: identity']],
  ])('%s', async (_, request) => {
    const heard = await says(lines(...request));

    expect([heard.statuses, code(heard)]).toEqual([[400], 'request_malformed']);
    expect(heard.text).toContain('application/problem+json');
  });

  test.each([
    ['a size that is none', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a size with a sign', '+2\r\n{}\r\n0\r\n\r\n'],
    ['a size with 0x', '0x2\r\n{}\r\n0\r\n\r\n'],
    ['more than the size says', '2\r\n{}{}\r\n0\r\n\r\n'],
    ['a size too large to count', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
  ])('a chunk with %s', async (_, body) => {
    const heard = await says(lines(login, host, json, 'Transfer-Encoding: chunked') + body);

    expect(heard.statuses.at(-1)).toBeGreaterThanOrEqual(400);
    expect(heard.statuses).not.toContain(200);
  });

  test('a tunnel', async () => {
    const heard = await says(lines('CONNECT localhost:443 HTTP/1.1', 'Host: localhost:443'));

    expect([heard.statuses, code(heard)]).toEqual([[405], 'method_not_allowed']);
    expect(heard.text).toMatch(/Allow: .*GET/);
  });

  test('headers, or a target, larger than the server reads', async () => {
    const long = 'x'.repeat(20_000);
    const heard = [
      await says(lines(`GET ${me} HTTP/1.1`, host, `X-Long: ${long}`)),
      await says(lines(`GET ${me}?${long} HTTP/1.1`, host)),
      await says(lines(`GET ${me} HTTP/1.1`, host, ...Array<string>(2000).fill('X-A: 1234'))),
    ];

    for (const each of heard) {
      expect([each.statuses, code(each)]).toEqual([[431], 'headers_too_large']);
      expect(each.text).toContain('"limit_bytes":16384');
    }
  });
});

describe('A client that waits with its body', () => {
  const expecting = (...headers: readonly string[]): string =>
    lines(login, host, 'Expect: 100-continue', ...headers);

  test('is asked for it, once, and answered', async () => {
    const body = '{"email":"a","password":"b"}';
    const heard = await says(expecting(json, `Content-Length: ${body.length}`), body);

    expect(heard.statuses).toEqual([100, 422]);
  });

  test.each([
    [413, expecting(json, 'Content-Length: 9000000')],
    [415, expecting('Content-Type: text/plain', 'Content-Length: 20')],
    [
      401,
      lines(
        'POST /api/v1/workflow HTTP/1.1',
        host,
        json,
        'Content-Length: 20',
        'Expect: 100-Continue',
      ),
    ],
    [
      404,
      lines(
        'POST /api/v1/nothing HTTP/1.1',
        host,
        json,
        'Content-Length: 20',
        'Expect: 100-continue',
      ),
    ],
    [
      405,
      lines(
        'PUT /api/v1/auth/login HTTP/1.1',
        host,
        json,
        'Content-Length: 20',
        'Expect: 100-continue',
      ),
    ],
    [421, lines(login, 'Host: evil.example', json, 'Content-Length: 20', 'Expect: 100-continue')],
    [401, lines('POST /mcp HTTP/1.1', host, json, 'Content-Length: 20', 'Expect: 100-continue')],
    [
      403,
      lines(
        'POST /api/v1/telephony/callbacks/twilio/1?run_id=1 HTTP/1.1',
        host,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 20',
        'Expect: 100-continue',
      ),
    ],
  ])('gets %i in place of it if the headers decide', async (status, request) => {
    const heard = await says(request, '{"a":"123456789012"}');

    expect(heard.statuses).toEqual([status]);
    expect(heard.text).toMatch(/connection: close/i);
  });

  test('with a key that lacks the scope gets 403 in place of it', async () => {
    const { key } = (
      await member.post('/api/v1/auth/api-keys', { name: 'Reads', scopes: ['read'] })
    ).body;
    const heard = await says(
      lines(
        'POST /api/v1/workflow HTTP/1.1',
        host,
        json,
        `X-API-Key: ${key}`,
        'Content-Length: 20',
        'Expect: 100-continue',
      ),
    );

    expect(heard.statuses).toEqual([403]);
  });

  test.each([
    [
      'an upload',
      '/api/v1/campaign-sources',
      'Content-Type: text/csv',
      'phone_number\n+12025550123\n',
      201,
    ],
    [
      'MCP',
      '/mcp',
      'Content-Type: application/json\r\nAccept: application/json, text/event-stream',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      200,
    ],
  ])('with %s is asked too', async (_, path, type, body, status) => {
    const heard = await says(
      lines(
        `POST ${path} HTTP/1.1`,
        host,
        type,
        credential(),
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
      ),
      body,
    );

    expect(heard.statuses).toEqual([100, status]);
  });

  test('by HTTP/1.0 is not asked', async () => {
    const heard = await says(
      lines(
        'POST /api/v1/auth/login HTTP/1.0',
        host,
        json,
        'Content-Length: 2',
        'Expect: 100-continue',
      ) + '{}',
    );

    expect(heard.statuses).toEqual([422]);
  });
});
