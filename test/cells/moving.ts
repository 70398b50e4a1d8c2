import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { outboxIn } from '../../src/mail/mailer.ts';
import { createCellSchemas } from '../support/cells.ts';
import { directUrl, environmentOf } from '../support/database.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const root = new URL('../..', import.meta.url).pathname;
export const password = 'correct-horse-battery';
export const demo = { email: 'demo@example.com', password: 'demo-password' };

// oxlint-disable-next-line typescript/no-explicit-any -- what any operation answers.
type Body = Record<string, any>;
export type Schemas = Awaited<ReturnType<typeof createCellSchemas>>;

interface Sent {
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to paths under `/api/v1`, or to others that begin with two slashes. */
export const sender =
  ({ url }: Pick<ServerProcess, 'url'>) =>
  async (method: string, path: string, { body, token, key, headers }: Sent = {}) => {
    const isText = typeof body === 'string';
    const answer = await fetch(
      path.startsWith('//') ? url + path.slice(1) : `${url}/api/v1${path}`,
      {
        method,
        headers: {
          ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'x-api-key': key }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      },
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      body: (isJson ? JSON.parse(String(bytes)) : {}) as Body,
      bytes,
      headers: answer.headers,
    };
  };
export type Send = ReturnType<typeof sender>;

export const logIn = async (send: Send, email: string, secret = password): Promise<string> =>
  (await send('POST', '/auth/login', { body: { email, password: secret } })).body['access_token'];

/** The demo's organization as an ordinary one in cell 0, with neighbors in both cells. */
export async function givenCells() {
  const schemas = await createCellSchemas([0, 7]);
  onTestFinished(() => schemas.remove());
  const directory = mkdtempSync(join(tmpdir(), 'cells-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const environment = {
    ...environmentOf(schemas.url),
    DIRECTORY_URL: schemas.directoryUrl,
    SIGNUP: 'open',
    VERIFY_EMAILS: '0',
    SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
    SUPER_ADMIN_PASSWORD: password,
    DATA_DIR: directory,
    WEBHOOK_ALLOW_PRIVATE: '1',
  };
  const seeding = { CELLS: '0', DEMO: '1', DEMO_ON_POSTGRES: '1' };
  await (await spawnServer({ ...environment, ...seeding })).kill('SIGTERM');
  const zero = schemas.nameOf(0);
  await schemas.admin.query(`update ${zero}.users set is_super_admin = false
    where organization_id = (select id from ${zero}.organizations where is_demo)`);
  const { rows } = await schemas.admin.query<{ id: string }>(
    `update ${zero}.organizations set is_demo = false where is_demo returning id`,
  );
  const start = async () => {
    const server = await spawnServer({ ...environment, CELLS: '0,7' });
    onTestFinished(async () => void (await server.kill('SIGKILL')));
    const ready = async () => (await logIn(sender(server), 'admin+7@example.com')) !== undefined;
    await expect.poll(ready, { timeout: 60_000 }).toBe(true);
    return server;
  };
  const server = await start();
  const send = sender(server);
  const admin = await logIn(send, 'admin+0@example.com');
  const neighbors: string[] = [];
  for (const cell of [0, 7]) {
    const email = `neighbor-${cell}@example.com`;
    await send('POST', `/admin/cells/${cell}/reserve-address`, { token: admin, body: { email } });
    const made = await send('POST', '/auth/signup', { body: { email, password } });
    neighbors.push(made.body['access_token']);
  }
  const organization = Number(rows[0]!.id);
  return { schemas, directory, server, start, send, admin, neighbors, organization };
}

interface Moved {
  readonly cell?: number;
  /** Until it has said this. */
  readonly killAt?: string;
}

/** Runs the program. Returns all that it said, and what it has said so far meanwhile. */
export function startMove(
  schemas: Schemas,
  organization: number,
  { cell = 7, killAt }: Moved = {},
) {
  const base = new URL(directUrl(schemas.url));
  base.searchParams.set('options', `-c search_path=${schemas.nameOf(0).replace(/0$/, '{cell}')}`);
  const url = base.href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  const child: ChildProcess = spawn(
    process.execPath,
    ['scripts/move-organization.ts', String(organization), String(cell)],
    { cwd: root, env: { ...process.env, DATABASE_URL: url, DIRECTORY_URL: schemas.directoryUrl } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL');
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { said: () => said, ended };
}

export const move = (...given: Parameters<typeof startMove>) => startMove(...given).ended;

/** Suspends an organization, and waits until its calls have ended. */
export async function suspend(send: Send, token: string, organization: number): Promise<void> {
  const path = `/admin/organizations/${organization}`;
  const body = { reason: 'Moves.', hang_up_calls: true };
  await send('POST', `${path}/suspend`, { token, body });
  const calls = async () => (await send('GET', path, { token })).body['calls_in_progress'];
  await expect.poll(calls, { timeout: 30_000 }).toBe(0);
}

/** The rows of each table, of the organization or of all others, and their digest. */
export async function contentOf(
  { admin, nameOf }: Schemas,
  cell: number,
  { organization, own }: { readonly organization: number; readonly own: boolean },
): Promise<Record<string, string>> {
  const schema = nameOf(cell);
  const { rows: tables } = await admin.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      and attname = 'organization_id' and not attisdropped
    where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const configurations = `select id from ${schema}.telephony_configurations where organization_id = ${organization}`;
  const where: [string, string][] = [
    ['organizations', `id = ${organization}`],
    ['simulated_calls', `telephony_configuration_id in (${configurations})`],
    ...tables.map(({ name }): [string, string] => [name, `organization_id = ${organization}`]),
  ];
  const content: Record<string, string> = {};
  for (const [name, which] of where) {
    const { rows } = await admin.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(row::text), '' order by md5(row::text))), '') as content
      from ${schema}.${name} as row where (${which}) is ${own ? '' : 'not'} true`,
    );
    content[name] = rows[0]!.content;
  }
  return content;
}

/** Waits until sweeps have added all changes to the counts: they do so at any time. */
export async function addedUp({ admin, nameOf }: Schemas): Promise<void> {
  const tables = [0, 7].flatMap((cell) =>
    ['content_changes', 'usage_changes'].map((name) => `${nameOf(cell)}.${name}`),
  );
  const waiting = async () => {
    const { rows } = await admin.query(
      tables.map((table) => `select from ${table}`).join(' union all '),
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 90_000 }).toBe(0);
}

/** The token of the email to the address. */
export async function mailed(directory: string, to: string): Promise<string> {
  const found = (): string | undefined =>
    readdirSync(outboxIn(directory))
      .map((name) => readFileSync(join(outboxIn(directory), name), 'utf8'))
      .filter((text) => text.includes(`To: ${to}`))
      .map((text) => /"token": "([\w-]{43,47})"/.exec(text)?.[1])
      .find((token) => token !== undefined);
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found()!;
}
