import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { prepareCalling } from '../../scripts/chaos/calling.ts';
import { type Client, createClient } from '../../scripts/chaos/client.ts';
import { startDocumentedBouncer } from '../support/bouncer.ts';
import { type Cluster, startPrimary, startReplica } from '../../scripts/postgres/servers.ts';
import { behindBouncer } from '../support/database.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const within = { timeout: 60_000 };
const admin = { email: 'admin@example.com', password: 'the-password-of-standby' };
const contacts = 400;
/** How long nothing may be placed after the primary was killed. */
const allowedMs = 10_000;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function connectTo(cluster: Cluster, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.url(database) });
  client.on('error', () => {});
  await client.connect();
  ending.push(() => client.end().catch(() => {}));
  return client;
}

/** A primary whose commits wait for a standby, both with the time limits that the README asks for. */
async function givenServers() {
  const primary = await startPrimary(`
synchronous_commit = on
statement_timeout = 60s
lock_timeout = 30s
idle_in_transaction_session_timeout = 5s
`);
  ending.push(() => primary.close());
  const operator = await connectTo(primary, 'postgres');
  await operator.query('create database voice');
  const standby = await startReplica(primary.port);
  ending.push(() => standby.close());
  await operator.query(`alter system set synchronous_standby_names = '*'`);
  await operator.query('select pg_reload_conf()');
  const states = async () =>
    (await operator.query('select sync_state from pg_stat_replication')).rows;
  await expect.poll(states, within).toEqual([{ sync_state: 'sync' }]);
  return { primary, standby };
}

/** A process for requests and one for calls, both behind PgBouncer. */
async function givenService(primary: Cluster) {
  const bouncer = await startDocumentedBouncer(primary.port, 'voice');
  ending.push(() => bouncer.stop());
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await spawnServer({
      DATABASE_URL: bouncer.url,
      DATABASE_SESSION_URL: bouncer.sessionUrl,
      SECRET_KEYS: Buffer.alloc(32).toString('base64'),
      SIMULATION: '1',
      SUPER_ADMIN_EMAIL: admin.email,
      SUPER_ADMIN_PASSWORD: admin.password,
      ...env,
    });
    ending.push(() => server.kill('SIGKILL'));
    return server;
  };
  const server = await start({ ROLE: 'api' });
  const worker = await start({ ROLE: 'worker', PUBLIC_URL: server.url });
  const { access_token } = await createClient(server.url)('POST', '/auth/login', admin);
  return {
    bouncer,
    api: createClient(server.url, access_token),
    url: server.url,
    token: String(access_token),
    exits: () => [server.child.exitCode, worker.child.exitCode],
  };
}

/** Starts a campaign over numbers that answer; returns its path and the workflow. */
async function givenCampaign(api: Client) {
  const workflow_id = await prepareCalling(api, {
    name: 'Reminder',
    limit: 20,
    pace: { ring_ms: 200, talk_ms: 300 },
    maxCallSeconds: 20,
  });
  const numbers = Array.from(
    { length: contacts },
    (_, n) => `+1${201 + Math.floor(n / 40)}55501${String(n % 40).padStart(2, '0')}`,
  );
  const source = await api('POST', '/campaign-sources', ['phone_number', ...numbers].join('\n'));
  const { id } = await api('POST', '/campaign', {
    name: 'Promoted',
    workflow_id,
    source_type: 'csv',
    source_id: source['id'],
    circuit_breaker: { enabled: false },
  });
  await api('POST', `/campaign/${id}/start`);
  return { path: `/campaign/${id}`, workflow_id };
}

/** Creates things one after another until stopped; keeps what the service said it has created. */
function creating({ url, token }: { url: string; token: string }, workflow_id: number) {
  const stopping = new AbortController();
  const created = { numbers: [] as string[], runs: [] as number[] };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = (await answer.json()) as { id?: number };
    return answer.ok ? text : undefined;
  };
  const work = async (): Promise<void> => {
    for (let n = 0; !stopping.signal.aborted; n++, await pause(20)) {
      const phone_number = `+1${301 + Math.floor(n / 100)}55501${String(n % 100).padStart(2, '0')}`;
      const entry = { phone_numbers: [{ phone_number }] };
      if (await post('/do-not-call', entry).catch(() => undefined))
        created.numbers.push(phone_number);
      const to_number = phone_number.replace('+13', '+14').replace(/\d\d$/, '00');
      const run = await post('/telephony/initiate-call', { workflow_id, to_number }).catch(
        () => undefined,
      );
      if (run?.id !== undefined) created.runs.push(run.id);
    }
  };
  const working = work();
  return {
    created,
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

describe.runIf(behindBouncer)('A standby that is promoted while a campaign calls', () => {
  test(
    'places each call once, has all that was acknowledged, and places again within 10 s',
    { timeout: 180_000 },
    async () => {
      const { primary, standby } = await givenServers();
      const service = await givenService(primary);
      const { api, bouncer } = service;
      const { path, workflow_id } = await givenCampaign(api);
      const creator = creating(service, workflow_id);
      const book = await connectTo(standby, 'voice');
      const count = async (where: string): Promise<number> =>
        Number((await book.query<{ n: string }>(`select count(*) as n from ${where}`)).rows[0]?.n);
      await expect.poll(() => count('simulated_calls'), within).toBeGreaterThan(40);

      const before = Object.values(creator.created).map(({ length }) => length);
      const killedAt = Date.now();
      await book.query('select pg_promote()');
      await primary.stop('immediate');
      bouncer.moveTo(standby.port);
      const after = `simulated_calls where placed_at > to_timestamp(${Date.now() / 1000})`;
      await expect.poll(() => count(after), { ...within, interval: 50 }).toBeGreaterThan(0);
      const againMs = Date.now() - killedAt;
      const more = () =>
        Object.values(creator.created).every(({ length }, n) => length > before[n]!);
      await expect.poll(more, within).toBe(true);
      await creator.stop();
      // Calls whose reports were lost are queried when they should have ended.
      for (let left = 30; left > 0; left -= 1) {
        if ((await api('GET', path))['state'] === 'completed') break;
        const { calls_in_progress, contacts: by } = await api('GET', `${path}/progress`);
        if (by.pending + by.waiting === 0 && calls_in_progress > 0)
          await api('POST', '/simulation/clock', { advance_seconds: 100 });
        await pause(1000);
      }

      const { created } = creator;
      const { rows: twice } = await book.query(
        'select run_id from simulated_calls group by run_id having count(*) > 1',
      );
      const { rows: people } = await book.query(
        `select to_number from simulated_calls
        where run_id in (select id from workflow_runs where campaign_id is not null)
        group by to_number having count(*) > 1`,
      );
      const { rows: numbers } = await book.query<{ phone_number: string }>(
        'select phone_number from do_not_call_numbers',
      );
      const { rows: runs } = await book.query<{ id: string }>('select id from workflow_runs');
      const listed = new Set(numbers.map(({ phone_number }) => phone_number));
      const known = new Set(runs.map(({ id }) => Number(id)));
      expect([twice, people]).toEqual([[], []]);
      expect(created.numbers.filter((number) => !listed.has(number))).toEqual([]);
      expect(created.runs.filter((id) => !known.has(id))).toEqual([]);
      expect(await count(`campaign_contacts where state <> 'done'`)).toBe(0);
      expect(await count('campaign_contacts')).toBe(contacts);
      expect(service.exits()).toEqual([null, null]);
      expect(againMs).toBeLessThan(allowedMs);
    },
  );
});
