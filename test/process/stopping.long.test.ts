import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { demoDirectory } from '../support/demo-directory.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const patience = { timeout: 60_000 };

/** A function that starts the demo on an embedded database of the test's own. */
async function givenDemo() {
  const dataDir = await demoDirectory();
  return async (env: Record<string, string> = {}): Promise<ServerProcess> => {
    const server = await spawnServer({ DATA_DIR: dataDir, DEMO: '1', ...env });
    onTestFinished(async () => void (await server.kill('SIGKILL')));
    return server;
  };
}

async function clientOf({ url }: ServerProcess) {
  const send = async (method: string, path: string, body?: unknown, token = '') => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every kind.
    return (await answer.json()) as any;
  };
  const { access_token } = await send('POST', '/auth/login', demoUser);
  return {
    token: String(access_token),
    get: (path: string) => send('GET', path, undefined, access_token),
    post: (path: string, body: unknown) => send('POST', path, body, access_token),
  };
}

/** A receiver of webhooks that does not answer before `answer` is called. */
async function givenHangingReceiver() {
  const ids: string[] = [];
  let answers = false;
  const server = createServer((req, res) => {
    ids.push(String(req.headers['webhook-id']));
    req.resume();
    if (answers) res.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids,
    answer: () => (answers = true),
  };
}

/** Opens a connection that is kept between its requests. */
async function openConnection({ url }: ServerProcess) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const closed = once(socket, 'close').then(([hadError]) => (hadError ? 'reset' : 'ended'));
  await once(socket, 'connect');
  return {
    closed,
    answers: () => text,
    get: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  };
}

describe('A stop', { timeout: 240_000 }, () => {
  test('gives up posts to receivers that hang, which are due again and count no attempt', async () => {
    const start = await givenDemo();
    const receiver = await givenHangingReceiver();
    const server = await start();
    const { get, post } = await clientOf(server);
    await post('/webhooks/endpoints', { url: receiver.url, events: ['call_ended'] });
    const { id } = await post('/telephony/initiate-call', {
      workflow_id: 3,
      to_number: '+12025550100',
    });
    // The demo's campaign calls too, so the endpoint gets events of other runs.
    const path = `/webhooks/deliveries?run_id=${id}`;
    const posts = async (read: typeof get) => {
      const [delivery] = (await read(path)).items;
      return {
        delivery,
        count: receiver.ids.filter((each) => each === delivery?.event_id).length,
      };
    };
    await expect.poll(async () => (await posts(get)).count, patience).toBe(1);
    expect((await posts(get)).delivery).toMatchObject({ attempt_count: 0 });

    const code = await server.kill('SIGTERM');

    expect(code).toBe(0);
    receiver.answer();
    const { get: again } = await clientOf(await start());
    await expect.poll(async () => (await posts(again)).delivery.status, patience).toBe('delivered');
    expect(await posts(again)).toMatchObject({ delivery: { attempt_count: 1 }, count: 2 });
  });

  test('ends event streams with an event that says when to open them again', async () => {
    const server = await (await givenDemo())({ SHUTDOWN_TIMEOUT_SECONDS: '600' });
    const { token } = await clientOf(server);
    const stream = await fetch(`${server.url}/api/v1/campaign/1/progress/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });

    const code = await server.kill('SIGTERM');

    const blocks = (await stream.text()).trimEnd().split('\n\n');
    expect(blocks[0]).toContain('event: progress');
    expect(blocks.at(-1)).toMatch(
      /^event: stopping\nretry: [1-5]\d{3}\ndata: \{"event":"stopping"\}$/,
    );
    expect(code).toBe(0);
  });

  test('is not ready at once, and answers requests during its delay', async () => {
    const server = await (await givenDemo())({ SHUTDOWN_DELAY_SECONDS: '3600' });
    const { token } = await clientOf(server);
    const kept = await openConnection(server);
    kept.get('/readyz');
    await expect.poll(kept.answers, patience).toContain('"ready"');
    expect(kept.answers()).toContain('Connection: keep-alive');

    server.child.kill('SIGTERM');

    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await expect.poll(ready, patience).toBe(503);
    const me = await fetch(`${server.url}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([me.status, me.headers.get('connection')]).toEqual([200, 'close']);
    kept.get('/healthz');
    expect(await kept.closed).toBe('ended');
    expect(kept.answers()).toContain('"alive"');
    expect(kept.answers()).toContain('Connection: close');
    expect(await server.kill('SIGTERM')).toBe(130);
  });

  test('ends after its delay', async () => {
    const server = await (await givenDemo())({ SHUTDOWN_DELAY_SECONDS: '1' });

    expect(await server.kill('SIGTERM')).toBe(0);
  });
});
