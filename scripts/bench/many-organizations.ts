import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareCalling } from '../chaos/calling.ts';
import { createClient } from '../chaos/client.ts';
import { startPrimary, startReplica } from '../postgres/servers.ts';
import { type Bed, createCampaign, startWorker, withBed } from './engine/bed.ts';
import { cpuMicroseconds, machine } from './support/cpu.ts';
import { usually } from './support/brief.ts';

// Many organizations whose campaigns call at the same time, on a PostgreSQL that commits by itself, and on one whose
// commits wait until a standby has applied them: what takes a lock of the whole database in its transaction shows there.
// node scripts/bench/many-organizations.ts [--organizations 300] [--pace 3] [--seconds 30] [--delay 5]

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: String(usually(300, 2)) },
    pace: { type: 'string', default: '3' },
    seconds: { type: 'string', default: String(usually(30, 1)) },
    delay: { type: 'string', default: '5' },
  },
});
const organizations = Number(values.organizations);
const pace = Number(values.pace);
const seconds = Number(values.seconds);
const delayMs = Number(values.delay);
/** Calls that began before the measurement. */
const settlingSeconds = usually(10, 1);

console.log(machine());
await measure('commits of its own', async (url, work) => work(url));
await measure(`commits that a standby applies ${delayMs} ms later`, withStandby);

type Servers = (url: string, work: (url: string) => Promise<void>, port: number) => Promise<void>;

async function withStandby(
  url: string,
  work: (url: string) => Promise<void>,
  port: number,
): Promise<void> {
  const standby = await startReplica(port, `recovery_min_apply_delay = ${delayMs}ms\n`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query(`alter system set synchronous_commit = 'remote_apply'`);
    await client.query('select pg_reload_conf()');
    await work(url);
    await client.query('alter system reset synchronous_standby_names');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
    await standby.close();
  }
}

async function measure(name: string, servers: Servers): Promise<void> {
  const primary = await startPrimary('max_connections = 200\n');
  try {
    await servers(
      primary.url('postgres'),
      (url) => withBed(url, (bed) => callAll(bed, name)),
      primary.port,
    );
  } finally {
    await primary.close();
  }
}

async function callAll(bed: Bed, name: string): Promise<void> {
  const { db, env } = bed;
  const campaigns: (() => Promise<unknown>)[] = [];
  for (let number = 1; number <= organizations; number += 1) {
    const { access_token } = await createClient(env['PUBLIC_URL']!)('POST', '/auth/signup', {
      email: `organization-${number}@example.com`,
      password: 'the-password-of-the-bench',
      organization_name: `Organization ${number}`,
    });
    const api = createClient(env['PUBLIC_URL']!, access_token);
    const workflow_id = await prepareCalling(api, {
      name: 'Bench',
      limit: 1000,
      pace: { ring_ms: 50, talk_ms: 200 },
      admin: bed.api,
    });
    const contacts = Math.ceil(2 * pace * (settlingSeconds + seconds));
    const id = await createCampaign({ ...bed, api, workflow_id }, { contacts });
    campaigns.push(() => api('POST', `/campaign/${id}/start`));
  }
  await db.query('update telephony_configurations set calls_per_second = $1', [pace]);
  await db.query('analyze');
  const worker = await startWorker(bed, 'worker');
  try {
    for (const start of campaigns) await start();
    await pause(settlingSeconds * 1000);
    // As autovacuum does within the first minute: plans made for empty tables read them whole.
    await db.query('vacuum analyze');
    const read = async () => ({
      at: performance.now(),
      calls: await count(
        db,
        'select count(*) as value from workflow_runs where ended_at is not null',
      ),
      transactions: await count(
        db,
        'select xact_commit as value from pg_stat_database where datname = current_database()',
      ),
      node: cpuMicroseconds(worker.pid()),
    });
    const before = await read();
    await pause(seconds * 1000);
    const after = await read();
    const elapsed = (after.at - before.at) / 1000;
    const per = (key: 'calls' | 'transactions'): string =>
      ((after[key] - before[key]) / elapsed).toFixed(0);
    const cores = ((after.node - before.node) / 1e6 / elapsed).toFixed(2);
    console.log(
      `${organizations} organizations at ${pace} calls/s, ${name}: ${per('calls')} calls/s, ` +
        `${per('transactions')} transactions/s; the worker takes ${cores} cores`,
    );
  } finally {
    await worker.stop();
  }
}

async function count(db: pg.Client, statement: string): Promise<number> {
  const { rows } = await db.query<{ value: string }>(statement);
  return Number(rows[0]?.value);
}
