import { afterEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { demoUser } from '../../src/demo/accounts.ts';
import { connectTest, emptyUrl, environmentOf, onPostgres } from '../support/database.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const within = { timeout: 60_000 };
/** How many calls are requested at once. */
const atOnce = 8;
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** A database with the demo's data and a high call limit, and a function that starts servers on it. */
async function givenService() {
  const url = await emptyUrl();
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await spawnServer({
      ...environmentOf(url),
      // The pooler's connections have this limit from the server.
      DATABASE_IDLE_IN_TRANSACTION_SECONDS: '60',
      ...env,
    });
    ending.push(() => server.kill('SIGKILL'));
    return server;
  };
  const connection = connectTest(url, { poolSize: 2 });
  ending.push(() => connection.close());
  return { start, connection };
}

const demo = { DEMO: '1', DEMO_ON_POSTGRES: '1' };

/** Logs in as the demo's user and places calls to numbers that answer; returns the runs' ids. */
async function placeCalls({ db }: Connection, server: ServerProcess, count: number) {
  await db.updateTable('organizations').set({ concurrent_call_limit: 1000 }).execute();
  const post = async (
    path: string,
    body: unknown,
    token = '',
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { access_token } = await post('/auth/login', demoUser);
  const { workflow_id } = await db
    .selectFrom('workflows')
    .innerJoin('workflow_definitions as version', 'version.workflow_id', 'workflows.id')
    .select('version.workflow_id')
    .where('version.version_status', '=', 'published')
    .where('workflows.status', '=', 'active')
    .executeTakeFirstOrThrow();
  const runs: number[] = [];
  // Few at a time: more would wait for the database longer than a busy machine allows.
  for (let begun = 0; begun < count; begun += atOnce) {
    const placed = await Promise.all(
      Array.from({ length: Math.min(atOnce, count - begun) }, (_, n) =>
        post(
          '/telephony/initiate-call',
          { workflow_id, to_number: `+120255501${String((begun + n) % 40).padStart(2, '0')}` },
          String(access_token),
        ),
      ),
    );
    runs.push(...placed.map(({ id }) => Number(id)));
  }
  return runs;
}

/** The callback URLs of the calls, by run. */
const asked = async ({ db }: Connection, runs: readonly number[]): Promise<string[]> =>
  (
    await db
      .selectFrom('simulated_calls')
      .select('callback_url')
      .where('run_id', 'in', runs)
      .execute()
  ).map(({ callback_url }) => callback_url);

const outcomes = async ({ db }: Connection, runs: readonly number[]) =>
  (await db.selectFrom('workflow_runs').select('outcome').where('id', 'in', runs).execute()).map(
    ({ outcome }) => outcome,
  );

const metrics = async (server: ServerProcess): Promise<string> =>
  (await fetch(`${server.url}/metrics`)).text();

describe.runIf(onPostgres)('Processes on one PostgreSQL', () => {
  test('with the role all place the calls that each is asked for, once', async () => {
    const { start, connection } = await givenService();
    const one = await start(demo);
    const other = await start(demo);

    const runs = [
      ...(await placeCalls(connection, one, 20)),
      ...(await placeCalls(connection, other, 20)),
    ];

    const done = Array.from({ length: 40 }, () => 'completed');
    await expect.poll(() => outcomes(connection, runs), within).toEqual(done);
    const urls = await asked(connection, runs);
    expect(urls).toHaveLength(40);
    expect(new Set(urls).size).toBe(40);
    // Each process has the network report to itself, which shows who placed a call.
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set([one.url, other.url]));
  });

  test('leave the queues to workers and the requests to servers', async () => {
    const { start, connection } = await givenService();
    const api = await start({ ...demo, ROLE: 'api' });
    const runs = await placeCalls(connection, api, 5);

    expect(await metrics(api)).toContain('\ncalls_live 5\n');
    expect(await asked(connection, runs)).toEqual([]);
    const worker = await start({ ROLE: 'worker', PUBLIC_URL: api.url });

    const done = Array.from({ length: 5 }, () => 'completed');
    await expect.poll(() => outcomes(connection, runs), within).toEqual(done);
    expect((await asked(connection, runs)).map((url) => new URL(url).origin)).toEqual(
      Array.from({ length: 5 }, () => api.url),
    );
    const statuses = ['/healthz', '/readyz', '/metrics', '/docs', '/api/v1/auth/me'].map(
      async (path) => (await fetch(worker.url + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404]);
    expect(await metrics(worker)).toMatch(/^jobs_waiting\{queue="calls.place"\} 0$/m);

    const more = await placeCalls(connection, api, 5);

    // Long before a sweep would find them.
    await expect
      .poll(async () => (await asked(connection, more)).length, { timeout: 4000 })
      .toBe(5);
  });
});
