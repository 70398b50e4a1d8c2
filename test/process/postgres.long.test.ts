import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { copyUrl, emptyUrl, onPostgres } from '../support/database.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';

const run = promisify(execFile);
const secrets = { SECRET_KEYS: Buffer.alloc(32).toString('base64') };

describe.runIf(onPostgres)('A server on PostgreSQL', () => {
  let proxy: Proxy;
  let server: ServerProcess;
  beforeAll(async () => {
    proxy = await startProxy(await copyUrl());
    server = await spawnServer({
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_SECONDS: '2',
      ...secrets,
    });
  });
  afterAll(async () => {
    await server.kill('SIGKILL');
    await proxy.close();
  });

  const logIn = (): Promise<Response> =>
    fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'twelve characters' }),
    });

  test('answers 503 while the database is unreachable, and recovers by itself', async () => {
    expect((await logIn()).status).toBe(401);

    proxy.cut({ refuse: true });
    const away = await logIn();

    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('5');
    expect(await away.json()).toMatchObject({ code: 'unavailable' });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    proxy.pass();
    await expect.poll(async () => (await logIn()).status, { timeout: 10_000 }).toBe(401);
    // It answers from a lookup of the last second.
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  });

  test('answers 503 while the database does not respond, and recovers by itself', async () => {
    await expect.poll(async () => (await logIn()).status, { timeout: 10_000 }).toBe(401);

    proxy.lose();

    expect((await logIn()).status).toBe(503);
    await expect.poll(async () => (await logIn()).status, { timeout: 10_000 }).toBe(401);
  });

  test('lets the first user sign up and no other', async () => {
    const signUp = (name: string): Promise<Response> =>
      fetch(`${server.url}/api/v1/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@example.com`, password: 'twelve characters' }),
      });

    const [first, second] = [await signUp('first'), await signUp('second')];

    expect([first.status, second.status]).toEqual([201, 403]);
  });

  // In a process of its own: the tests of this one may have used all names for statements.
  test('prepares its statements', async () => {
    const module = new URL('../../src/db/connect.ts', import.meta.url).href;
    const program = `
      import { connectPostgres } from '${module}';
      const connection = connectPostgres('${await copyUrl()}', { poolSize: 1 });
      await connection.db.selectFrom('users').select('id').where('id', '=', 1).execute();
      const { rows } = await connection.pool.query('select statement from pg_prepared_statements');
      console.log(JSON.stringify(rows));
      await connection.close();`;

    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);

    expect(JSON.parse(stdout)).toEqual([{ statement: 'select "id" from "users" where "id" = $1' }]);
  });

  test('starts concurrently with another on an empty database', async () => {
    const url = await emptyUrl();

    const servers = await Promise.all(
      [1, 2, 3].map(() =>
        spawnServer({ DATABASE_URL: url, DEMO: '1', DEMO_ON_POSTGRES: '1', ...secrets }),
      ),
    );

    const connection = connectPostgres(url, { poolSize: 1 });
    const users = await connection.db
      .selectFrom('users')
      .select('email')
      .orderBy('email')
      .execute();
    expect(users.map(({ email }) => email)).toEqual(['admin@example.com', 'demo@example.com']);
    await connection.close();
    await Promise.all(servers.map((each) => each.kill('SIGTERM')));
  });
});
