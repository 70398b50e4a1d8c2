import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain, type ServerProcess, spawnServer } from '../support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-start-'));
const post = (url: string, path: string, body: unknown, token = ''): Promise<Response> =>
  fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

describe('A server on the embedded database', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await spawnServer({ DATA_DIR: dataDir, DEMO: '1' });
  });
  afterAll(async () => {
    await server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  test('prints what to try next', async () => {
    await expect.poll(() => server.output()).toContain('demo@example.com / demo-password');
    expect(server.output()).toContain(`${server.url}/docs`);
  });

  test('reports liveness, readiness and metrics', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
      'database_pool_connections{state="idle"}',
    );
  });

  test('refuses a second process on its directory', async () => {
    const second = await runMain([], { DATA_DIR: dataDir, PORT: '0' });

    expect(second.code).toBe(1);
    expect(second.output).toContain(`in use by process ${server.child.pid}`);
  });

  test('keeps everything it acknowledged when it is killed', async () => {
    const signedUp = await post(server.url, '/auth/signup', {
      email: 'kept@example.com',
      password: 'twelve characters',
    });
    const { access_token } = (await signedUp.json()) as { access_token: string };
    const acknowledged: number[] = [];
    const writing = (async () => {
      for (let i = 0; ; i++) {
        const answer = await post(
          server.url,
          '/auth/api-keys',
          { name: `key ${i}` },
          access_token,
        ).catch(() => undefined);
        if (!answer) return;
        acknowledged.push(((await answer.json()) as { id: number }).id);
        if (acknowledged.length === 25) void server.kill('SIGKILL');
      }
    })();
    await writing;

    server = await spawnServer({ DATA_DIR: dataDir, DEMO: '1' });

    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch(`${server.url}/api/v1/auth/api-keys?limit=200`, { headers });
    const kept = ((await answer.json()) as { items: { id: number }[] }).items.map(({ id }) => id);
    expect(acknowledged.length).toBeGreaterThanOrEqual(25);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
  });

  test('finishes its work when it is signalled to stop, and releases the directory', async () => {
    const slow = post(server.url, '/auth/signup', {
      email: 'slow@example.com',
      password: 'twelve characters',
    });
    await post(server.url, '/auth/login', {
      email: 'kept@example.com',
      password: 'twelve characters',
    });
    await expect
      .poll(() => server.output(), { timeout: 60_000 })
      .toContain('"operation_id":"logIn"');

    const code = await server.kill('SIGTERM');

    expect((await slow).status).toBe(201);
    expect(code).toBe(0);
    server = await spawnServer({ DATA_DIR: dataDir, DEMO: '1' });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

describe('A server that is signalled to stop twice', () => {
  test('no longer waits for requests', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'voice-agent-stop-'));
    const server = await spawnServer({ DATA_DIR: directory, SHUTDOWN_TIMEOUT_SECONDS: '600' });
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200);

    server.child.kill('SIGTERM');
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('stopping');
    const code = await server.kill('SIGTERM');

    expect(code).toBe(130);
    socket.destroy();
    rmSync(directory, { recursive: true });
  });
});

describe('An invalid configuration', () => {
  test('is refused with every fault listed', async () => {
    const { code, output } = await runMain([], {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      DEMO: '1',
      SUPER_ADMIN_EMAIL: 'a@example.com',
    });

    expect(code).toBe(2);
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'SECRET_KEYS',
      'DEMO_ON_POSTGRES',
      'SUPER_ADMIN_PASSWORD',
    ]) {
      expect(output).toContain(name);
    }
  });

  test('with an unreachable database ends the start with one sentence', async () => {
    const { code, output } = await runMain([], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEYS: Buffer.alloc(32).toString('base64'),
    });

    expect(code).toBe(1);
    expect(output).toContain('ECONNREFUSED');
    expect(output).not.toContain('    at ');
  });
});
