import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startConsole } from '../../scripts/console/server.ts';
import { apiIn } from '../../scripts/console.ts';
import { startMock } from '../../scripts/mock/server.ts';
import { newCertificate } from '../support/mail-server.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

/** A console for an API; returns its address. */
async function consoleOf(api: string): Promise<string> {
  const started = await startConsole(apiIn(api), 0);
  onTestFinished(() => started.close());
  return started.url;
}

/** An API that does with each request as it is told, and what it was sent. */
async function apiThat(
  answers: (...request: Parameters<RequestListener>) => unknown,
): Promise<string> {
  const server = createServer((req, res) => void answers(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An API that sends these bytes as soon as it is sent anything. */
async function apiOfBytes(bytes: string | Buffer, isEnd = true): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => (isEnd ? socket.end(bytes) : socket.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a body in chunks. */
const upload = (body: ReadableStream<Uint8Array>) =>
  ({ method: 'POST', body, duplex: 'half' }) as const;

/** Sends bytes to a console, and returns what it sends until it closes the connection. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes.replaceAll('\n', '\r\n'));
  return textOf(socket);
}

/** More than Node takes in headers. */
const large = (text: string): string => text.replace('LARGE', 'a'.repeat(20_000));

const close = 'Connection: close';
const own = (url: string): string => `Host: ${new URL(url).host}`;

describe('The console of this machine', () => {
  test('serves the page with its policy, and has no other pages', async () => {
    const url = await consoleOf('http://127.0.0.1:9');
    const [page, docs, root] = await Promise.all([
      fetch(`${url}/console/live/12`),
      fetch(`${url}/docs`),
      fetch(`${url}/%`),
    ]);

    expect(await page.text()).toContain('data-users="[]"');
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none';script-src 'self';style-src 'self';connect-src 'self'/,
    );
    expect([docs.status, root.status]).toEqual([404, 404]);
    expect((await fetch(`${url}/console`, { method: 'POST' })).status).toBe(405);
  });

  // A page of another name that has this machine's address: DNS rebinding.
  test.each([
    ['Host: evil.example', 421],
    ['Host: 127.0.0.1.evil.example:4020', 421],
    ['Host: [::1', 400],
    ['Host: 127.0.0.1\nHost: evil.example', 400],
    ['Host: localhost:4020', 200],
    ['Host: 127.0.0.1\nOrigin: http://evil.example', 403],
    ['Host: 127.0.0.1:4020\nOrigin: http://127.0.0.1:3000', 403],
    ['Host: 127.0.0.1:4020\nOrigin: null', 403],
    ['Host: 127.0.0.1:4020\nOrigin: http://127.0.0.1:4020', 200],
  ])('answers %j with %i, the page and the API', async (header, status) => {
    let count = 0;
    const url = await consoleOf(await apiThat((_, res) => void (count++, res.end())));
    for (const path of ['/console', '/api/v1/auth/me'])
      expect(await raw(url, `GET ${path} HTTP/1.1\n${header}\n${close}\n\n`)).toMatch(
        new RegExp(`^HTTP/1.1 ${status} `),
      );

    expect(count).toBe(status === 200 ? 1 : 0);
  });

  test('sends what the page sends, without what is of the connection or of this machine', async () => {
    const sent: unknown[] = [];
    const api = await apiThat(({ method, url, headers }, res) => {
      sent.push({ method, url, headers });
      res.setHeader('Set-Cookie', 'a=b').setHeader('X-Request-Id', 'r').end('{}');
    });
    const url = await consoleOf(`${api}/gateway/api/v1/`);
    const origin = `Origin: ${url}\nReferer: ${url}/console\nCookie: of=another-program`;
    const hops = 'Connection: close, X-Hop\nX-Hop: 1\nTE: trailers\nProxy-Authorization: x';
    const head = `GET /api/v1/runs?limit=1&a=%2F HTTP/1.1\n${own(url)}\n${origin}\n${hops}\nUpgrade: h2c\nAuthorization: Bearer t\n\n`;
    const answer = await raw(url, head);

    expect(sent).toEqual([
      {
        method: 'GET',
        url: '/gateway/api/v1/runs?limit=1&a=%2F',
        headers: {
          host: new URL(api).host,
          connection: 'keep-alive',
          authorization: 'Bearer t',
        },
      },
    ]);
    expect(answer).toMatch(/\r\nx-request-id: r\r\n/i);
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'; sandbox\r\n/);
    expect(answer).not.toMatch(/cookie/i);
  });

  test('passes the events of a stream on one by one, and ends the stream with the page', async () => {
    const left = Promise.withResolvers<void>();
    const next = Promise.withResolvers<void>();
    const url = await consoleOf(
      await apiThat((req, res) => {
        res.once('close', left.resolve);
        res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        void next.promise.then(() =>
          res.write(`data: ${String(req.headers['last-event-id'])}\n\n`),
        );
      }),
    );
    const leaving = new AbortController();
    // https://github.com/http-party/node-http-proxy/issues/1520: the API's connection stayed open.
    const { body, headers } = await fetch(`${url}/api/v1/events/stream`, {
      headers: { 'last-event-id': '7' },
      signal: leaving.signal,
    });
    const reader = body!.getReader();
    next.resolve();
    const { value } = await reader.read();
    expect([headers.get('content-type'), Buffer.from(value ?? []).toString()]).toEqual([
      'text/event-stream',
      'data: 7\n\n',
    ]);
    leaving.abort();

    await left.promise;
  });

  test('takes an upload of any size no sooner than the API does', async () => {
    const [size, part] = [120_000_000, new Uint8Array(1_000_000)];
    let [sent, ahead] = [0, 0];
    const url = await consoleOf(
      await apiThat(async (req, res) => {
        // Until nothing more is sent, as nobody reads it.
        for (let before = -1; sent > before; await pause(50)) before = sent;
        ahead = sent;
        let taken = 0;
        for await (const bytes of req) taken += (bytes as Buffer).length;
        res.end(String(taken));
      }),
    );
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(part);
        sent += part.length;
        if (sent === size) controller.close();
      },
    });
    const answer = await fetch(`${url}/api/v1/campaign-sources`, upload(body));

    expect(await answer.text()).toBe(String(size));
    expect(ahead).toBeLessThan(size / 2);
  });

  test('ends an upload of which the API has seen enough with the answer of the API', async () => {
    // https://github.com/chimurai/http-proxy-middleware/issues/265: the connection was reset; also unjs/httpxy#170.
    const said = '413 Content Too Large\r\nContent-Length: 28\r\n\r\n{"code":"payload_too_large"}';
    const url = await consoleOf(await apiOfBytes(`HTTP/1.1 ${said}`, false));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    // As browsers do, it reads the answer after it has sent all.
    const sent = request(`${url}/api/v1/campaign-sources`, { method: 'POST', agent });
    const [[answer]] = await Promise.all([
      once(sent, 'response') as Promise<IncomingMessage[]>,
      once(sent.end(Buffer.alloc(50_000_000)), 'finish'),
    ]);

    expect(answer?.statusCode).toBe(413);
  });

  test('goes on after an API that breaks off an upload and its answer', async () => {
    const begun = Promise.withResolvers<void>();
    const url = await consoleOf(
      await apiThat((req, res) => {
        if (req.method === 'GET') return res.end('{}');
        res.writeHead(200).write('{');
        return begun.promise.then(() => req.socket.resetAndDestroy());
      }),
    );
    const body = new Blob([new Uint8Array(50_000_000)]).stream();
    const answer = await fetch(`${url}/api/v1/campaign-sources`, upload(body));
    begun.resolve();

    await expect(answer.text()).rejects.toThrow('terminated');
    expect((await fetch(`${url}/api/v1/runs`)).status).toBe(200);
  });

  test('ends an upload that the page breaks off', async () => {
    const broken = Promise.withResolvers<boolean>();
    const begun = Promise.withResolvers<void>();
    const url = await consoleOf(
      await apiThat((req) => {
        req.once('data', begun.resolve).on('error', () => undefined);
        req.once('close', () => broken.resolve(!req.complete));
      }),
    );
    const leaving = new AbortController();
    const going = fetch(`${url}/api/v1/campaign-sources`, {
      ...upload(new ReadableStream({ start: (begun) => begun.enqueue(new Uint8Array(9)) })),
      signal: leaving.signal,
    }).catch(() => 'left');
    await begun.promise;
    leaving.abort();

    expect([await going, await broken.promise]).toEqual(['left', true]);
  });

  // What proxies were reported to get wrong.
  test.each([
    // https://github.com/eclipse-vertx/vertx-http-proxy/issues/116: never ended.
    ['GET', '304 Not Modified\nETag: "a"\nTransfer-Encoding: chunked\n\n', 304, ''],
    ['GET', '304 Not Modified\nETag: "a"\nContent-Length: 5\n\n', 304, ''],
    // https://github.com/graygnuorg/pound/pull/54: waited for a body.
    ['HEAD', '404 Not Found\nTransfer-Encoding: chunked\n\n', 404, ''],
    // https://github.com/joeferner/node-http-mitm-proxy/issues/170
    ['HEAD', '200 OK\nContent-Length: 700\n\n', 200, ''],
    ['DELETE', '204 No Content\n\n', 204, ''],
    // https://github.com/cowboy/php-simple-proxy/pull/19: took the first answer for the last; undici refuses it.
    ['POST', '100 Continue\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\n{}', 200, '{}'],
    ['GET', '103 Early Hints\nLink: </a>\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\n{}', 200, '{}'],
    [
      'GET',
      '200 OK\nTransfer-Encoding: chunked\nTrailer: Expires\n\n2\n{}\n0\nExpires: 0\n\n',
      200,
      '{}',
    ],
    // An end that only the connection has.
    ['GET', '200 OK\n\nto the end', 200, 'to the end'],
    // https://github.com/unjs/ipx/issues/42: ended the process.
    ['GET', '200 \x01\nContent-Length: 2\n\n{}', 200, '{}'],
    ['GET', '099 What\nContent-Length: 2\n\n{}', 502, ''],
    // https://github.com/http-party/node-http-proxy/issues/964: ended the process.
    ['GET', '200 OK\nContent-Type: \x01?@\nContent-Length: 2\n\n{}', 502, ''],
    ['GET', '200 OK\nX-Large: LARGE\nContent-Length: 2\n\n{}', 502, ''],
    ['GET', '101 Switching Protocols\nConnection: Upgrade\nUpgrade: h2c\n\n', 502, ''],
    ['GET', '', 502, ''],
  ])('answers %s as an API that says %j does: %i', async (method, said, status, body) => {
    const url = await consoleOf(
      await apiOfBytes(said === '' ? '' : `HTTP/1.1 ${large(said).replaceAll('\n', '\r\n')}`),
    );
    const answer = await fetch(`${url}/api/v1/auth/me`, { method });

    expect(answer.status).toBe(status);
    if (status !== 502) expect(await answer.text()).toBe(body);
    else
      expect(await answer.json()).toMatchObject({
        code: 'unavailable',
        detail: expect.stringMatching(/^The API at http:\S+ does not answer: [^\n]+[^.]\.$/),
      });
  });

  test('breaks off an answer that the API breaks off', async () => {
    // https://github.com/vitejs/vite/issues/20712: the page never learned of it.
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n';
    const url = await consoleOf(await apiOfBytes(head));
    const answer = await fetch(`${url}/api/v1/events/stream`);

    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('passes what is compressed on as it is', async () => {
    const bytes = gzipSync('{"compressed":true}');
    const url = await consoleOf(
      await apiThat((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)),
    );
    const answer = await fetch(`${url}/api/v1/runs/1`);

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toEqual({ compressed: true });
  });

  test.each([
    // https://github.com/http-party/node-http-proxy/issues/1219: "socket hang up".
    ['POST', 'Expect: 100-continue\nContent-Length: 2\n\n{}', 'HTTP/1.1 100 Continue', '{}'],
    // https://github.com/kalbasit/ncps/pull/1390: the body was lost.
    ['PUT', 'Transfer-Encoding: chunked\n\n2\n{}\n0\n\n', 'HTTP/1.1 200 OK', '{}'],
    ['DELETE', 'Transfer-Encoding: chunked\n\n2\n{}\n0\n\n', 'HTTP/1.1 200 OK', '{}'],
    // https://github.com/hapijs/h2o2/pull/133, https://github.com/http-party/node-http-proxy/pull/373: two lengths, or chunks of nothing.
    ['DELETE', '\n', 'HTTP/1.1 200 OK', ''],
    ['DELETE', 'Content-Length: 0\n\n', 'HTTP/1.1 200 OK', ''],
    ['POST', 'Content-Length: 0\n\n', 'HTTP/1.1 200 OK', ''],
    ['GET', 'X-Large: LARGE\n\n', 'HTTP/1.1 431 ', ''],
  ])('sends %s with %j on as a whole request', async (method, rest, begins, body) => {
    const sent: string[] = [];
    const url = await consoleOf(
      await apiThat(async (req, res) => {
        const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
        expect([length, coding]).toContain(undefined);
        sent.push(await textOf(req));
        res.end();
      }),
    );
    const head = `${method} /api/v1/a HTTP/1.1\n${own(url)}\n${close}\n`;

    expect((await raw(url, head + large(rest))).startsWith(begins)).toBe(true);
    expect(sent).toEqual(begins.includes('431') ? [] : [body]);
  });

  test('sends requests one after another on one connection each way', async () => {
    const ports = new Set<number | undefined>();
    const url = await consoleOf(
      await apiThat(({ socket }, res) => void (ports.add(socket.remotePort), res.end('1'))),
    );
    for (let times = 0; times < 5; times += 1)
      expect(await (await fetch(`${url}/api/v1/runs`)).text()).toBe('1');

    expect(ports.size).toBe(1);
  });

  const certificate = newCertificate();
  test.skipIf(!certificate)('does not trust a certificate that nobody has signed', async () => {
    const server = createTlsServer(certificate ?? {});
    server.listen(0, '127.0.0.1').on('request', (_, res) => res.end('{}'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = await consoleOf(`https://localhost:${(server.address() as AddressInfo).port}`);
    const answer = await fetch(`${url}/api/v1/auth/me`);

    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('self-signed certificate'),
    });
  });

  test('reaches an API at an address of IPv6', async () => {
    const server = createServer((req, res) => res.end(req.headers.host)).listen(0, '::1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = await consoleOf(`http://[::1]:${port}/`);

    expect(await (await fetch(`${url}/api/v1/runs`)).text()).toBe(`[::1]:${port}`);
  });

  test('has the data of the server, and of the mock', async () => {
    const member = await newOrganization();
    const mock = await startMock(0);
    onTestFinished(() => mock.close());
    for (const [api, token] of [
      [(await sharedServer()).url, member.token],
      [`${mock.url}/api/v1`, 'any'],
    ] as const) {
      const url = await consoleOf(api);
      const headers = { authorization: `Bearer ${token}` };
      const me = await fetch(`${url}/api/v1/auth/me`, { headers });
      const { etag } = Object.fromEntries(me.headers);
      const stream = new AbortController();
      const events = await fetch(`${url}/api/v1/events/stream`, {
        headers,
        signal: stream.signal,
      });

      expect([me.status, events.status]).toEqual([200, 200]);
      expect(events.headers.get('content-type')).toContain('text/event-stream');
      if (etag)
        expect(
          (await fetch(`${url}/api/v1/auth/me`, { headers: { ...headers, 'if-none-match': etag } }))
            .status,
        ).toBe(304);
      stream.abort();
    }
  });

  test('answers as the server does where an upload is too large', async () => {
    const member = await newOrganization();
    const url = await consoleOf(member.server.url);
    const body = Buffer.alloc(3_000_000, ' ');
    const headers = {
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
    };
    for (const sent of [{ method: 'POST', body }, upload(new Blob([body]).stream())]) {
      const answer = await fetch(`${url}/api/v1/workflow`, { ...sent, headers });

      expect([answer.status, await answer.json()]).toMatchObject([
        413,
        { code: 'payload_too_large' },
      ]);
    }
  });
});
