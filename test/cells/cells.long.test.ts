import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { prepareCalling } from '../../scripts/chaos/calling.ts';
import { createClient } from '../../scripts/chaos/client.ts';
import { findBinaries } from '../../scripts/postgres/cluster.ts';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCellSchemas } from '../support/cells.ts';
import { outboxIn } from '../../src/mail/mailer.ts';
import { definition } from '../workflows/given.ts';
import { directUrl, emptyUrl, environmentOf, onPostgres } from '../support/database.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const password = 'correct-horse-battery';
const within = { timeout: 60_000 };

interface Account {
  readonly email: string;
  readonly token: string;
  readonly cell: number;
}

let schemas: Awaited<ReturnType<typeof createCellSchemas>>;
let dataDir: string;
let server: ServerProcess;

const environment = ({ url, directoryUrl }: typeof schemas): Record<string, string> => ({
  ...environmentOf(url),
  DIRECTORY_URL: directoryUrl,
  CELLS: '0,7',
  SIGNUP: 'open',
  VERIFY_EMAILS: '0',
  SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
  SUPER_ADMIN_PASSWORD: password,
  DATA_DIR: dataDir,
});

type Body = Record<string, unknown>;

async function send(
  method: string,
  path: string,
  { body, token, key }: { body?: unknown; token?: string; key?: string } = {},
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'x-api-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Body) };
}

async function signUp(email: string): Promise<Account> {
  const { status, body } = await send('POST', '/auth/signup', { body: { email, password } });
  expect(status, JSON.stringify(body)).toBe(201);
  const token = String(body['access_token']);
  const me = await send('GET', '/auth/me', { token });
  const { id } = me.body['organization'] as { readonly id: number };
  return { email, token, cell: cellOf(id) };
}

/** A new account in each of the cells: a user gets a place where there are fewest. */
async function signUpInBoth(name: string): Promise<[Account, Account]> {
  const found = new Map<number, Account>();
  for (let times = 1; times <= 10 && found.size < 2; times += 1) {
    const account = await signUp(`${name}-${times}@example.com`);
    found.set(account.cell, account);
  }
  return [found.get(0)!, found.get(7)!];
}

/** Places a call of the account's organization, waits for its end, and returns the cell of its run. */
async function callIn({ token, cell }: Account): Promise<number> {
  const admin = { email: `admin+${cell}@example.com`, password };
  const session = await send('POST', '/auth/login', { body: admin });
  const workflow_id = await prepareCalling(createClient(server.url, token), {
    name: 'Calls',
    limit: 10,
    pace: { ring_ms: 20, talk_ms: 20 },
    admin: createClient(server.url, String(session.body['access_token'])),
  });
  const body = { workflow_id, to_number: '+12025550123' };
  const placed = await send('POST', '/telephony/initiate-call', { token, body });
  const id = Number(placed.body['id']);
  const ended = async () =>
    (await send('GET', `/workflow/${workflow_id}/runs/${id}`, { token })).body;
  await expect
    .poll(ended, { timeout: 20_000 })
    .toMatchObject({ state: 'completed', outcome: 'completed' });
  return cellOf(id);
}

describe.runIf(onPostgres)('A process that serves several cells', () => {
  beforeAll(async () => {
    schemas = await createCellSchemas([0, 7]);
    dataDir = mkdtempSync(join(tmpdir(), 'cells-'));
    server = await spawnServer(environment(schemas));
  });
  afterAll(async () => {
    await server?.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
    await schemas?.remove();
  });

  test('signs users up where there are fewest, and logs each in where it is', async () => {
    for (const account of await signUpInBoth('people')) {
      const { email, cell } = account;
      const again = await send('POST', '/auth/signup', {
        body: { email: email.toUpperCase(), password },
      });
      expect(again).toMatchObject({ status: 409, body: { code: 'email_exists' } });
      const session = await send('POST', '/auth/login', { body: { email, password } });
      expect(session.status).toBe(200);
      const me = await send('GET', '/auth/me', { token: String(session.body['access_token']) });
      expect(cellOf((me.body['organization'] as { id: number }).id)).toBe(cell);
    }
    const twice = { email: 'twice@example.com', password };
    const both = [1, 2].map(() => send('POST', '/auth/signup', { body: twice }));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
    const nobody = { email: 'nobody@example.com', password };
    expect((await send('POST', '/auth/login', { body: nobody })).status).toBe(401);
  });

  test('answers each credential in its cell, which has nothing of another', async () => {
    const [first, second] = await signUpInBoth('keys');
    const make = { name: 'Key', scopes: ['read'] };
    for (const { token, cell } of [first, second]) {
      const made = await send('POST', '/auth/api-keys', { token, body: make });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const me = await send('GET', '/auth/me', { key: String(made.body['key']) });
      expect(cellOf((me.body['organization'] as { id: number }).id)).toBe(cell);
    }
    const body = { name: 'Other', workflow_definition: definition('first') };
    const made = await send('POST', '/workflow', { token: second.token, body });
    const path = `/workflow/${String(made.body['id'])}`;
    expect((await send('GET', path, { token: second.token })).status).toBe(200);
    expect((await send('GET', path, { token: first.token })).status).toBe(404);
    expect((await send('GET', path, { token: `7_${'x'.repeat(43)}` })).status).toBe(401);
  });

  test('finds the cell of a token from an email', async () => {
    const [, { email, token, cell }] = await signUpInBoth('tokens');
    expect((await send('POST', '/auth/password-resets', { body: { email } })).status).toBe(202);
    const reset = await mailed(email);
    const confirmed = await send('POST', '/auth/password-resets/confirm', {
      body: { token: reset, password: `${password}-new` },
    });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBeLessThan(300);

    const invited = 'invited@example.com';
    const session = await send('POST', '/auth/login', {
      body: { email, password: `${password}-new` },
    });
    expect((await send('GET', '/auth/me', { token })).status).toBe(401);
    const invitation = await send('POST', '/organizations/invitations', {
      token: String(session.body['access_token']),
      body: { email: invited, role: 'editor' },
    });
    expect(invitation.status, JSON.stringify(invitation.body)).toBe(201);
    const accepted = await send('POST', '/auth/accept-invitation', {
      body: { token: await mailed(invited), password },
    });
    const me = await send('GET', '/auth/me', { token: String(accepted.body['access_token']) });
    expect(cellOf((me.body['organization'] as { id: number }).id)).toBe(cell);
  });

  test('refuses to invite somebody who is in another cell', async () => {
    const [first, second] = await signUpInBoth('invited');

    const refused = await send('POST', '/organizations/invitations', {
      token: first.token,
      body: { email: second.email, role: 'editor' },
    });

    expect(refused).toMatchObject({ status: 409, body: { code: 'email_exists', param: 'email' } });
  });

  test('answers in one cell while the tables of another are locked', async () => {
    const [first, second] = await signUpInBoth('locked');
    const holder = new pg.Client({ connectionString: schemas.urlOf(0) });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(
      'begin; lock table sessions, users, organizations, workflows in access exclusive mode',
    );
    const waiting = Array.from({ length: 40 }, () =>
      send('GET', '/workflow', { token: first.token }),
    );

    const times: number[] = [];
    for (let times_left = 200; times_left > 0; times_left -= 1) {
      const before = performance.now();
      expect((await send('GET', '/workflow', { token: second.token })).status).toBe(200);
      times.push(performance.now() - before);
    }
    expect(times.toSorted((a, b) => a - b)[197]).toBeLessThan(1000);

    await holder.query('rollback');
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
  });

  test('is ready while one of its cells is, and says which is not', within, async () => {
    const [first, second] = await signUpInBoth('away');
    const role = schemas.nameOf(7);
    await schemas.admin.query(`alter role ${role} connection limit 0`);
    await schemas.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [role],
    );
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };

    await expect.poll(ready, within).toEqual({
      status: 200,
      body: { status: 'ready', cells_not_ready: { 7: expect.any(String) } },
    });
    expect((await send('GET', '/workflow', { token: first.token })).status).toBe(200);
    expect((await send('GET', '/workflow', { token: second.token })).status).toBe(503);
    expect((await signUp('meanwhile-1@example.com')).cell).toBe(0);
    expect((await signUp('meanwhile-2@example.com')).cell).toBe(0);

    expect(await cellsSeen()).toMatchObject([
      { number: 0, status: 'ready', reason: null },
      { number: 7, status: 'not_ready', reason: 'The database is unreachable.' },
    ]);

    await schemas.admin.query(`alter role ${role} connection limit -1`);
    await expect.poll(ready, within).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await send('GET', '/workflow', { token: second.token })).status).toBe(200);
  });

  test('calls in each cell, whose callbacks find their way by their ids', within, async () => {
    const [first, second] = await signUpInBoth('calls');

    expect([await callIn(first), await callIn(second)]).toEqual([0, 7]);
  });

  test(
    'has a cell that can be dumped by itself, and answers as before elsewhere',
    within,
    async () => {
      const [, { token, email }] = await signUpInBoth('moved');
      const before = await send('GET', '/auth/me', { token });
      const elsewhere = new URL(await emptyUrl());
      const file = join(dataDir, 'cell.dump');
      const tools = findBinaries(['initdb', 'pg_dump', 'pg_restore']);
      const from = directUrl(schemas.urlOf(7));
      execFileSync(join(tools, 'pg_dump'), [
        '-Fc',
        `--schema=${schemas.nameOf(7)}`,
        '-f',
        file,
        from,
      ]);
      execFileSync(join(tools, 'pg_restore'), ['-d', directUrl(elsewhere.href), file]);
      const url = Object.assign(new URL(schemas.urlOf(7)), { pathname: elsewhere.pathname }).href;
      const directory = mkdtempSync(join(tmpdir(), 'cells-'));
      const all = server;
      server = await spawnServer({
        ...environment({ ...schemas, url }),
        CELLS: '7',
        DATA_DIR: directory,
      });
      onTestFinished(async () => {
        await server.kill('SIGTERM');
        server = all;
        rmSync(directory, { recursive: true, force: true });
        const admin = new pg.Client({ connectionString: directUrl(elsewhere.href) });
        await admin.connect();
        await admin.query(`drop owned by ${schemas.nameOf(7)} cascade`);
        await admin.end();
      });

      expect(await send('GET', '/auth/me', { token })).toEqual(before);
      const session = await send('POST', '/auth/login', { body: { email, password } });
      const after = await send('GET', '/auth/me', { token: String(session.body['access_token']) });
      expect(after.body['organization']).toEqual(before.body['organization']);
    },
  );

  test('shows the metrics of each cell', async () => {
    const [first, second] = await signUpInBoth('metrics');
    const counted = async (cell: number): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics?cell=${cell}`)).text();
      const line = /^http_requests_total\{.*operation="listCampaigns".*\} (\d+)$/m.exec(text);
      return Number(line?.[1] ?? 0);
    };

    await send('GET', '/campaign', { token: second.token });

    await expect.poll(() => counted(7)).toBe(1);
    expect(await counted(0)).toBe(0);
    expect(first.cell).toBe(0);
    expect((await fetch(`${server.url}/metrics?cell=9`)).status).toBe(404);
    await expect
      .poll(async () => (await fetch(`${server.url}/metrics`)).text())
      .toMatch(/^http_requests_total\{cell="7",.*operation="listCampaigns".*\} 1$/m);
  });
});

describe.runIf(onPostgres)('A process of several cells starts', () => {
  test('beside one whose tables are locked', { timeout: 90_000 }, async () => {
    const own = await createCellSchemas([0, 7]);
    const directory = mkdtempSync(join(tmpdir(), 'cells-'));
    const before = server;
    const start = (more: Record<string, string> = {}) =>
      spawnServer({ ...environment(own), DATA_DIR: directory, ...more });
    const holder = new pg.Client({ connectionString: own.urlOf(0) });
    server = await start();
    onTestFinished(async () => {
      await holder.end();
      await server.kill('SIGKILL');
      server = before;
      await own.remove();
      rmSync(directory, { recursive: true, force: true });
    });
    await signUp('first@example.com');
    const second = await signUp('second@example.com');
    await server.kill('SIGTERM');
    await holder.connect();
    await holder.query('begin; lock table live_calls, pending_events in access exclusive mode');

    // It waits for locks longer than this test.
    server = await start({ DATABASE_TIMEOUT_SECONDS: '600' });

    expect(await callIn(second)).toBe(7);
  });

  test('while one is away, and serves it when it is back', { timeout: 90_000 }, async () => {
    const own = await createCellSchemas([0, 7]);
    const role = own.nameOf(7);
    await own.admin.query(`alter role ${role} connection limit 0`);
    const directory = mkdtempSync(join(tmpdir(), 'cells-'));
    const before = server;
    server = await spawnServer({ ...environment(own), DATA_DIR: directory });
    onTestFinished(async () => {
      await server.kill('SIGTERM');
      server = before;
      await own.remove();
      rmSync(directory, { recursive: true, force: true });
    });

    expect((await signUp('first@example.com')).cell).toBe(0);
    expect((await signUp('second@example.com')).cell).toBe(0);
    const unserved = await send('GET', '/auth/me', { token: `7_${'x'.repeat(43)}` });
    expect(unserved).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await cellsSeen()).toMatchObject([
      { number: 0, status: 'ready' },
      { number: 7, status: 'not_served', reason: 'This process could not open the cell yet.' },
    ]);
    const ready = async () => (await fetch(`${server.url}/readyz`)).json();
    expect(await ready()).toEqual({
      status: 'ready',
      cells_not_ready: { 7: 'This process could not open the cell yet.' },
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('cell_metrics_read{cell="0"} 1\ncell_metrics_read{cell="7"} 0\n');

    await own.admin.query(`alter role ${role} connection limit -1`);
    const status = async () =>
      (await send('GET', '/auth/me', { token: `7_${'x'.repeat(43)}` })).status;
    await expect.poll(status, within).toBe(401);
    expect((await signUp('third@example.com')).cell).toBe(7);
  });
});

/** The cells as the super admin of the first one sees them. */
async function cellsSeen(): Promise<unknown> {
  const body = { email: 'admin+0@example.com', password };
  const session = await send('POST', '/auth/login', { body });
  const token = String(session.body['access_token']);
  return (await send('GET', '/admin/cells', { token })).body['items'];
}

/** The token of the email to the address. */
async function mailed(to: string): Promise<string> {
  const found = (): string | undefined =>
    readdirSync(outboxIn(dataDir))
      .map((name) => readFileSync(join(outboxIn(dataDir), name), 'utf8'))
      .filter((text) => text.includes(`To: ${to}`))
      .map((text) => /"token": "([\w-]{43,47})"/.exec(text)?.[1])
      .find((token) => token !== undefined);
  await expect.poll(found, within).toBeDefined();
  return found()!;
}
