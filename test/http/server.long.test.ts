import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { closing, createHttpServer } from '../../src/http/server.ts';

test('A server that closes answers all requests of a connection and then ends it', async () => {
  const responses: ServerResponse[] = [];
  const { timeouts } = readConfig({ KEEP_ALIVE_TIMEOUT_SECONDS: '3600' });
  const server = createHttpServer((_, res) => void responses.push(res), timeouts);
  const connections = closing(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part));
  socket.write(
    'GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\nGET /2 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  );
  await expect.poll(() => responses).toHaveLength(2);

  const closed = Promise.all([connections.end(), once(socket, 'close')]);
  for (const [index, res] of responses.entries()) res.end(`answer ${index + 1}`);
  await closed;

  expect(text).toContain('answer 1');
  expect(text).toContain('answer 2');
  expect(text.match(/Connection: [\w-]+/g)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ]);
});

/** A server that answers at once, but `/held` only when asked; and a client's connections to it. */
async function given() {
  const held: ServerResponse[] = [];
  const { timeouts } = readConfig({ KEEP_ALIVE_TIMEOUT_SECONDS: '3600' });
  const server = createHttpServer((req, res) => {
    if (req.url === '/held') held.push(res);
    else res.writeHead(req.method === 'POST' ? 413 : 200).end(`answer to ${req.url}.`);
  }, timeouts);
  const connections = closing(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (part: string) => (text += part)).on('error', () => {});
    return {
      socket,
      text: () => text,
      closed: once(socket, 'close').then(
        ([hadError]) => (hadError ? 'reset' : 'ended'),
        () => 'reset',
      ),
      get: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    };
  };
  return { held, connections, open };
}

test('A server that closes answers what had arrived on kept and on new connections, and resets none', async () => {
  const { connections, open } = await given();
  const kept = Array.from({ length: 5 }, open);
  for (const each of kept) each.get('/first');
  for (const each of kept) await expect.poll(each.text).toContain('answer to /first.');
  const idle = open();
  idle.get('/first');
  await expect.poll(idle.text).toContain('answer to /first.');

  // All of it reaches the kernel in this turn, before the server reads it.
  for (const each of kept) each.get('/last');
  const fresh = Array.from({ length: 5 }, open);
  for (const each of fresh) each.get('/last');
  const closed = connections.end();

  const all = [...kept, ...fresh];
  expect(await Promise.all([...all, idle].map((each) => each.closed))).not.toContain('reset');
  for (const each of all) expect(each.text()).toMatch(/Connection: close[^]*answer to \/last\./);
  await closed;
});

test('A server that closes answers requests on kept connections as long as another is in progress', async () => {
  const { held, connections, open } = await given();
  const [slow, kept, late, silent] = [open(), open(), open(), open()];
  kept.get('/first');
  await expect.poll(kept.text).toContain('answer to /first.');
  slow.get('/held');
  late.socket.write('GET /late HTTP/1.1\r\nHost: local');
  await expect.poll(() => held).toHaveLength(1);
  await expect.poll(() => late.socket.bytesWritten).toBeGreaterThan(20);
  const closed = connections.end();

  kept.get('/second');

  await expect.poll(kept.text).toMatch(/Connection: close[^]*answer to \/second\./);
  expect(await kept.closed).toBe('ended');
  held[0]?.end('answer to /held.');
  expect(await slow.closed).toBe('ended');
  late.socket.write('host\r\n\r\n');
  silent.get('/first-of-all');
  expect(await late.closed).toBe('ended');
  expect(await silent.closed).toBe('ended');
  expect([slow.text(), late.text(), silent.text()]).toEqual(
    ['held', 'late', 'first-of-all'].map((name) => expect.stringContaining(`answer to /${name}.`)),
  );
  await closed;
});

test('A client that goes on sending after the last answer of its connection can read it', async () => {
  const { open } = await given();
  const { socket, text, closed } = open();
  socket.write(
    'POST /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000000\r\n\r\n',
  );
  await expect.poll(text).toContain('answer to /large.');

  await new Promise((sent) => socket.write(Buffer.alloc(5_000_000), sent));
  socket.end();

  expect(await closed).toBe('ended');
});

test('A client that sends a refused body for two seconds and reads only then finds the answer', async () => {
  const { open } = await given();
  const { socket, text, closed } = open();
  socket.pause();
  socket.write(
    'POST /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2000000\r\n\r\n',
  );
  let left = 20;
  for await (const _ of every(100)) {
    socket.write(Buffer.alloc(100_000));
    if (--left === 0) break;
  }

  socket.resume().end();

  expect(await closed).toBe('ended');
  expect(text()).toMatch(/^HTTP\/1.1 413 [^]*answer to \/large\./);
});
