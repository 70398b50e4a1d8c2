import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnServer } from '../support/process.ts';

const preload = new URL('../support/throw-on-signal.ts', import.meta.url).pathname;

async function givenServer(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-crash-'));
  const server = await spawnServer({ DATA_DIR: dataDir, ...env }, preload);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });
  return server;
}

/** Sends the start of a request; resolves when the server has read it. */
async function begin(url: string, head: string): Promise<{ socket: Socket; answer(): string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${head}`);
  await expect.poll(() => text).toContain('alive');
  return { socket, answer: () => text.slice(text.indexOf('alive')) };
}

const logIn =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';

test.each([
  ['an error thrown in a callback', 'SIGUSR2', 'uncaughtException'],
  ['an unhandled rejection', 'SIGWINCH', 'unhandledRejection'],
] as const)('After %s the server ends what is in progress and stops', async (_, signal, origin) => {
  const server = await givenServer({
    SHUTDOWN_TIMEOUT_SECONDS: '600',
    KEEP_ALIVE_TIMEOUT_SECONDS: '600',
  });
  const inProgress = await begin(server.url, logIn);
  const ready = await begin(server.url, 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n');

  server.child.kill(signal);
  await expect.poll(() => server.output()).toContain('uncaught error');
  ready.socket.write('\r\n');
  await expect.poll(() => ready.answer()).toContain('HTTP/1.1 503');
  inProgress.socket.write('}');
  const [code] = await once(server.child, 'exit');

  expect(code).toBe(1);
  expect(inProgress.answer()).toContain('HTTP/1.1 422');
  const line = server
    .output()
    .split('\n')
    .find((text) => text.includes('uncaught error'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 60,
    origin,
    err: { message: 'thrown on purpose', cause: { message: 'its cause' } },
  });
  expect(server.output()).not.toContain('Failing row');
});

test('An uncaught error stops a server whose requests never end', async () => {
  const server = await givenServer({ SHUTDOWN_TIMEOUT_SECONDS: '1' });
  await begin(server.url, logIn);

  server.child.kill('SIGUSR2');
  const [code] = await once(server.child, 'exit');

  expect(code).toBe(1);
});
