import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type BodyRate, createHttpServer } from '../../src/http/server.ts';
import { sendEvents, type ServerSentEvent } from '../../src/http/sse.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const login =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

interface Client {
  readonly socket: Socket;
  /** All that the server sent until it closed the connection. */
  readonly heard: Promise<string>;
}

function client(url: string): Client {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  // Writing to a connection that the server has closed resets it; what was received before counts.
  socket.on('data', (part: string) => (text += part)).on('error', () => {});
  const heard = new Promise<string>((done) => socket.once('close', () => done(text)));
  return { socket, heard };
}

/** Sends the text and nothing more. */
function says(url: string, text: string): Promise<string> {
  const { socket, heard } = client(url);
  socket.write(text);
  return heard;
}

/** Sends the text and then one byte repeatedly. */
function dribbles(url: string, text: string): Promise<string> {
  const { socket, heard } = client(url);
  socket.write(text);
  const more = setInterval(() => socket.writable && socket.write('x'), 50);
  return heard.finally(() => clearInterval(more));
}

// They wait for the server's limits, all at the same time.
describe.concurrent('A slow client', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-slow-'));
  let server: ServerProcess;
  beforeAll(async () => {
    const timeouts = {
      HEADERS_TIMEOUT_SECONDS: '1',
      REQUEST_TIMEOUT_SECONDS: '4',
      KEEP_ALIVE_TIMEOUT_SECONDS: '1',
    };
    server = await spawnServer({ DATA_DIR: dataDir, ...timeouts });
  });
  afterAll(async () => {
    await server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  test.each([
    ['with nothing', () => says(server.url, '')],
    [
      'with half a header',
      () => says(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    ],
    [
      'with an endless header',
      () => dribbles(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    ],
    ['with half a body', () => says(server.url, `${login}{"email":`)],
    [
      'with an endless body',
      () => dribbles(server.url, `${login.replace('100', '10000')}{"email":"`),
    ],
  ])('%s is disconnected with 408', async (_, request) => {
    const heard = await request();

    expect(heard).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(problemIn(heard)).toMatchObject({ status: 408, code: 'request_timeout' });
  });

  test('is disconnected much earlier for its headers than for its body', async () => {
    const when = async (heard: Promise<string>): Promise<number> =>
      heard.then(() => performance.now());

    const [header, body] = await Promise.all([
      when(says(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n')),
      when(says(server.url, `${login}{"email":`)),
    ]);

    expect(body - header).toBeGreaterThan(1000);
  });

  test('with half a body leaves a log line and no error', async ({ expect }) => {
    await says(
      server.url,
      login.replace('Host: localhost', 'Host: localhost\r\nX-Request-Id: half-a-body'),
    );

    await expect.poll(() => server.output()).toContain('half-a-body');
    const line =
      server
        .output()
        .split('\n')
        .find((text) => text.includes('half-a-body')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 30, operation_id: 'logIn', status: 499 });
  });

  test('with an incomplete next request is disconnected without a response', async () => {
    const heard = await says(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');

    expect(heard).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(heard).toMatch(/Keep-Alive: timeout=1\r\n/);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  test('does not delay others', async () => {
    const slow = Array.from({ length: 50 }, () => says(server.url, 'GET /healthz HTTP/1.1\r\n'));

    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await Promise.all(slow);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('with headers that are too large gets 431', async () => {
    const heard = await says(
      server.url,
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(16_384)}\r\n\r\n`,
    );

    expect(heard).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/);
    expect(problemIn(heard)).toMatchObject({ code: 'headers_too_large', limit_bytes: 16_384 });
  });

  test.each([
    ['no HTTP', 'HELLO\r\n\r\n'],
    [
      'a second body',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['a broken header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX\u0001: y\r\n\r\n'],
  ])('with %s gets 400 with a problem', async (_, request) => {
    const heard = await says(server.url, request);

    expect(heard).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(heard).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8\r\n/);
    expect(heard).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(problemIn(heard)).toMatchObject({ status: 400, code: 'request_malformed', param: null });
  });
});

/** The problem of a response, whose length is as said. */
function problemIn(heard: string): unknown {
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
  return JSON.parse(body);
}

const timeouts: Config['timeouts'] = {
  headersMs: 100,
  requestMs: 200,
  keepAliveMs: 100,
  stalledMs: 1500,
};

async function listening(
  listener: RequestListener,
  limits = timeouts,
  rate?: BodyRate,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createHttpServer(listener, limits, rate && { rate }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe.concurrent('A body', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n';
  const answering: RequestListener = (req, res) => {
    req.resume().once('end', () => res.end());
  };
  const patient = { ...timeouts, headersMs: 60_000, requestMs: 60_000 };
  const rate = { patienceMs: 500, bytesPerSecond: 1024 };

  test.each([
    ['does not come', (url: string) => says(url, post)],
    ['comes byte by byte', (url: string) => dribbles(url, post)],
    ['stops after much of it', (url: string) => says(url, `${post}${'x'.repeat(50_000)}`)],
  ])('that %s is ended with 408', async (_, request) => {
    const { url, close } = await listening(answering, patient, rate);

    expect(await request(url)).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    await close();
  });

  test('that has come and is not read yet is waited for', async () => {
    const { url, close } = await listening(() => {}, patient, rate);
    const { socket } = client(url);
    socket.write(`${post}${'x'.repeat(50_000)}`);

    // One that does not come is ended meanwhile.
    expect(await says(url, post)).toMatch(/^HTTP\/1.1 408/);

    expect(socket.destroyed).toBe(false);
    socket.destroy();
    await close();
  });

  test('that comes slowly, but not too slowly, is read', async () => {
    const { url, close } = await listening(answering, patient, rate);
    const { socket, heard } = client(url);
    let left = 20;
    socket.write(
      post.replace('100000', String(left * 200)).replace('Host', 'Connection: close\r\nHost'),
    );
    for await (const _ of every(50)) {
      socket.write('x'.repeat(200));
      if (--left === 0) break;
    }

    expect(await heard).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    await close();
  });
});

describe.concurrent('A response', () => {
  test('that is an event stream continues past all timeouts', async () => {
    const events = async function* (): AsyncIterable<ServerSentEvent> {
      let id = 0;
      for await (const _ of every(500)) {
        yield { id: String(++id), data: { event: 'tick' } };
        if (id === 6) return;
      }
    };
    const http = express();
    http.get('/', (_req, res) => {
      const { signal } = new AbortController();
      void sendEvents(res, { events: events(), eventName: 'event', signal });
    });
    const { url, close } = await listening(http);

    const text = await (await fetch(url)).text();

    expect(text.match(/^id: \d$/gm)).toEqual([
      'id: 1',
      'id: 2',
      'id: 3',
      'id: 4',
      'id: 5',
      'id: 6',
    ]);
    await close();
  });

  test('that nobody reads is cut off', async ({ expect }) => {
    let answered: ServerResponse | undefined;
    const { url, close } = await listening((_req, res) => {
      answered = res;
      res.end(Buffer.alloc(64 * 1024 * 1024));
    });
    const { socket } = client(url);
    socket.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');

    await expect.poll(() => answered?.destroyed, { timeout: 10_000 }).toBe(true);
    expect(answered?.writableFinished).toBe(false);
    socket.destroy();
    await close();
  });
});
