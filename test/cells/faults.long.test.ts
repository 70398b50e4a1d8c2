import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServers } from '../../scripts/bench/support/cell-servers.ts';
import { prepareCalling } from '../../scripts/chaos/calling.ts';
import { createClient } from '../../scripts/chaos/client.ts';
import { createCellSchemas } from '../support/cells.ts';
import { environmentOf, onPostgres } from '../support/database.ts';
import { runMain, spawnServer } from '../support/process.ts';
import { logIn, password, type Send, sender } from './moving.ts';

const within = { timeout: 120_000 };

/** The variables of a process that serves these cells. */
function environment(url: string, directoryUrl: string, cells: readonly number[]) {
  const directory = mkdtempSync(join(tmpdir(), 'cells-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return {
    ...environmentOf(url),
    DIRECTORY_URL: directoryUrl,
    CELLS: cells.join(','),
    SIGNUP: 'open',
    VERIFY_EMAILS: '0',
    SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
    SUPER_ADMIN_PASSWORD: password,
    DATA_DIR: directory,
  };
}

/** Starts a process that has opened all these cells. */
async function start(env: Record<string, string>, cells: readonly number[]) {
  const server = await spawnServer(env);
  onTestFinished(async () => void (await server.kill('SIGKILL')));
  for (const cell of cells)
    await expect
      .poll(() => logIn(sender(server), `admin+${cell}@example.com`), { timeout: 60_000 })
      .toBeDefined();
  return server;
}

async function signUpIn(send: Send, cell: number, email: string): Promise<string> {
  const token = await logIn(send, 'admin+1@example.com');
  await send('POST', `/admin/cells/${cell}/reserve-address`, { token, body: { email } });
  const made = await send('POST', '/auth/signup', { body: { email, password } });
  return made.body['access_token'];
}

/** How long each of so many answers took, in ascending order. */
async function timesOf(send: Send, token: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    const before = performance.now();
    expect((await send('GET', '/workflow', { token })).status).toBe(200);
    times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b);
}

// Each server has an address of its own, as hosts of cells have.
test.runIf(onPostgres && process.platform === 'linux')(
  'A cell answers and calls as before while the server of another stands still',
  within,
  async () => {
    // The directory is with the first one.
    const servers = await startServers([2, 1]);
    onTestFinished(() => servers.close());
    const server = await start(environment(servers.database, servers.directory, [1, 2]), [1, 2]);
    const send = sender(server);
    const [halted, free] = [
      await signUpIn(send, 1, 'halted@example.com'),
      await signUpIn(send, 2, 'free@example.com'),
    ];
    const workflow_id = await prepareCalling(createClient(server.url, free), {
      name: 'Calls',
      limit: 10,
      pace: { ring_ms: 20, talk_ms: 20 },
      admin: createClient(server.url, await logIn(send, 'admin+2@example.com')),
    });
    const { pids } = servers.servers[1]!;
    const signal = (halted: readonly number[], name: NodeJS.Signals) => {
      for (const pid of halted) process.kill(pid, name);
    };

    // Its first process starts and reaps no others then.
    signal(pids().slice(0, 1), 'SIGSTOP');
    const all = pids();
    signal(all, 'SIGSTOP');
    const isHalted = { now: true };
    const resume = () => {
      if (isHalted.now) signal(all, 'SIGCONT');
      isHalted.now = false;
    };
    onTestFinished(resume);
    const waiting = Array.from({ length: 40 }, () => send('GET', '/workflow', { token: halted }));
    const times = await timesOf(send, free, 200);
    const session = await logIn(send, 'free@example.com');
    const body = { workflow_id, to_number: '+12025550123' };
    const call = await send('POST', '/telephony/initiate-call', { token: session, body });
    const run = async () =>
      (await send('GET', `/runs/${call.body['id']}`, { token: session })).body;
    await expect.poll(run, { timeout: 20_000 }).toMatchObject({ outcome: 'completed' });
    const admin = await logIn(send, 'admin+2@example.com');
    const cells = async () => (await send('GET', '/admin/cells', { token: admin })).body['items'];
    await expect.poll(cells, { timeout: 20_000 }).toMatchObject([
      { number: 1, status: 'not_ready', reason: 'The database does not respond.' },
      { number: 2, status: 'ready' },
    ]);
    const late = { email: 'late@example.com', password };
    const made = await send('POST', '/auth/signup', { body: late });

    expect(times[197]).toBeLessThan(1000);
    // None waits for as long as a look at the other cell may take.
    expect(times.at(-1)).toBeLessThan(2000);
    expect([made.status, made.body['access_token']]).toEqual([201, expect.stringMatching(/^2_/)]);

    resume();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
    await expect
      .poll(async () => (await send('GET', '/workflow', { token: halted })).status, within)
      .toBe(200);
  },
);

test.runIf(onPostgres)(
  'Cells work while the directory is away, but for what it alone knows',
  within,
  async () => {
    const schemas = await createCellSchemas([1, 7]);
    onTestFinished(() => schemas.remove());
    const env = environment(schemas.url, schemas.directoryUrl, [1, 7]);
    const server = await start(env, [1, 7]);
    const send = sender(server);
    const user = { email: 'user@example.com', password };
    const token = await signUpIn(send, 7, user.email);
    const name = { name: 'Key', scopes: ['read'] };
    const { key } = (await send('POST', '/auth/api-keys', { token, body: name })).body;
    const role = new URL(schemas.directoryUrl).username;

    await schemas.admin.query(`alter role ${role} connection limit 0`);
    await schemas.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [role],
    );

    for (const [path, body] of [
      ['/auth/signup', { email: 'other@example.com', password }],
      ['/auth/login', user],
      ['/auth/password-resets', { email: user.email }],
      ['/organizations/invitations', { email: 'invited@example.com', role: 'editor' }],
    ] as const)
      expect(await send('POST', path, { token, body }), path).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    expect((await send('GET', '/auth/me', { token })).status).toBe(200);
    expect((await send('GET', '/workflow', { key })).status).toBe(200);
    expect((await send('GET', '//readyz')).body).toEqual({ status: 'ready' });
    const refused = await runMain([], { PORT: '0', ...env });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('DIRECTORY_URL');

    await schemas.admin.query(`alter role ${role} connection limit -1`);
    await expect.poll(() => logIn(send, user.email), { timeout: 20_000 }).toBeDefined();
  },
);

test.runIf(onPostgres)(
  'A migration of several cells goes on past one that is away, and fails in the end',
  within,
  async () => {
    const schemas = await createCellSchemas([1, 7]);
    onTestFinished(() => schemas.remove());
    const env = environment(schemas.url, schemas.directoryUrl, [1, 7]);
    const tables = async (cell: number) =>
      (
        await schemas.admin.query('select from pg_class where relnamespace = $1::regnamespace', [
          schemas.nameOf(cell),
        ])
      ).rowCount ?? 0;

    await schemas.admin.query(`alter role ${schemas.nameOf(1)} connection limit 0`);
    const first = await runMain(['migrate'], env);

    expect(first.code).toBe(1);
    expect(first.output).toMatch(/"level":50.*"cell":1\b/);
    expect([await tables(1), (await tables(7)) > 100]).toEqual([0, true]);
    await schemas.admin.query(`alter role ${schemas.nameOf(1)} connection limit -1`);
    expect((await runMain(['migrate'], env)).code).toBe(0);
    expect(await tables(1)).toBe(await tables(7));
  },
);
