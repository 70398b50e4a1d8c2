import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { withDatabase } from '../bench/support/database.ts';
import { brokenPromises, type Query } from './checks.ts';
import { prepareCalling } from './calling.ts';
import { type Client, createClient, createReceiver, type Json, type Receiver } from './client.ts';
import { keepAlive, killing, type Victim } from './processes.ts';

// Kills the service at random times while it calls as fast as it can, and then checks every promise.
//
// node scripts/with-postgres.ts node scripts/chaos/kills.ts [--contacts 10000]   a campaign; two workers, killed in turn
// node scripts/chaos/kills.ts --embedded [--contacts 2000]                       the same with one process, embedded database; its disk fills up, too
// node scripts/with-postgres.ts node scripts/chaos/kills.ts --calls [--kills 50] single calls under load; two processes killed

const { values } = parseArgs({
  options: {
    contacts: { type: 'string' },
    kills: { type: 'string', default: '50' },
    every: { type: 'string', default: '3' },
    embedded: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
  },
});
const contacts = Number(values.contacts ?? (values.embedded ? 2000 : 10_000));
const everyMs = Number(values.every) * 1000;
/** Only Linux can limit the files of a running process. */
const fillsDisk = values.embedded && process.platform === 'linux';
const kill = (victim: Victim): Promise<void> => victim.kill();
const secretKeys = Buffer.alloc(32).toString('base64');
/** The last observation of overdueSoon, and when it began. */
let stuck = { seen: 0, since: 0 };
/** Longer than the simulated network delays the report of any call. */
const stuckMs = 15_000;
const admin = { email: 'kill@example.com', password: 'kill-the-service' };

if (values.embedded) {
  const directory = mkdtempSync(join(tmpdir(), 'kill-'));
  try {
    await run({ DATA_DIR: directory }, async () => {
      const lite = await PGlite.create(join(directory, 'db'));
      return {
        query: async (sql) => (await lite.query<Record<string, string>>(sql)).rows,
        close: () => lite.close(),
      };
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
} else {
  await withDatabase((url) =>
    run({ DATABASE_URL: url, SECRET_KEYS: secretKeys, WEBHOOK_ALLOW_PRIVATE: '1' }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return {
        query: async (sql) => (await client.query(sql)).rows as never,
        close: () => client.end(),
      };
    }),
  );
}

interface Opened {
  readonly query: Query;
  close(): Promise<void>;
}

async function run(database: Record<string, string>, open: () => Promise<Opened>): Promise<void> {
  const began = performance.now();
  const receiver = await createReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...database,
    SIMULATION: '1',
    PUBLIC_URL: url,
    SUPER_ADMIN_EMAIL: admin.email,
    SUPER_ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_PER_CALLER: '1000000000',
  };
  const at = (role: string, its: number): Record<string, string> => ({
    ...env,
    ROLE: role,
    PORT: String(its),
  });
  const processes: Victim[] = [];
  const begin = async (role: string, its: number): Promise<void> => {
    processes.push(await keepAlive(`${role} ${processes.length + 1}`, at(role, its)));
  };
  // Carriers' callbacks go to a separate process that is not killed, if there can be more than one.
  if (values.embedded && !fillsDisk) console.log('The disk is not filled: this needs Linux.');
  if (values.embedded) await begin('all', port);
  else
    for (const [role, its] of [
      ['api', port],
      ['worker', 0],
      ['worker', 0],
    ] as const)
      await begin(role, its);
  const victims = values.embedded ? processes : processes.slice(1);
  const { access_token } = await createClient(url)('POST', '/auth/login', admin);
  const api = createClient(url, access_token);
  const { workflow_id } = await prepare(api, receiver);

  const stopping = new AbortController();
  const killer = killing(victims, {
    everyMs,
    signal: stopping.signal,
    // Each third time its disk is full.
    ...(fillsDisk && {
      means: [kill, kill, (victim: Victim) => victim.fillDisk()],
    }),
  });
  const work = values.calls ? callMany(api, workflow_id, victims) : campaignOf(api, workflow_id);
  const summary = await work;
  stopping.abort();
  await killer;
  await finish(api);
  await untilDelivered(api, receiver);
  const kills = victims.reduce((sum, victim) => sum + victim.kills(), 0);
  for (const each of processes) await each.stop();
  const opened = await open();
  const query: Query = (sql) => opened.query(sql);
  const broken = await brokenPromises(query, receiver);
  const outcomes = await query(
    'select outcome, count(*) as runs from workflow_runs group by 1 order by 2 desc',
  );
  const asked = await query('select count(*) as calls from simulated_calls');
  await opened.close();
  receiver.close();
  console.log(
    `${values.embedded ? 'Embedded' : 'PostgreSQL'}, ${kills} kills, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  console.log(
    `runs: ${outcomes.map(({ outcome, runs }) => `${runs} ${outcome}`).join(', ')}; the network received ${asked[0]?.['calls']} calls`,
  );
  if (summary) console.log(JSON.stringify(summary));
  console.log(`webhooks received: ${receiver.seen.length}`);
  for (const sentence of broken) console.log(`BROKEN: ${sentence}`);
  console.log(broken.length === 0 ? 'Every promise was kept.' : 'Promises were broken.');
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/** Creates everything that a call needs, with short calls and many slots, and an endpoint for the receiver. */
async function prepare(api: Client, receiver: Receiver) {
  const workflow_id = await prepareCalling(api, {
    name: 'Reminder',
    limit: 100,
    pace: { ring_ms: 20, talk_ms: 200 },
    maxCallSeconds: 20,
  });
  const endpoint = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(endpoint['secret'] as string);
  return { workflow_id };
}

/** Runs a campaign until only calls without an end report are in progress. */
async function campaignOf(api: Client, workflow_id: number): Promise<Json> {
  const csv = [
    'phone_number,first_name',
    ...Array.from({ length: contacts }, (_, index) => `${number(index)},Ada ${index}`),
  ];
  const source = await api('POST', '/campaign/sources', csv.join('\n'));
  const campaign = await api('POST', '/campaign', {
    name: 'Killed',
    workflow_id,
    source_type: 'csv',
    source_id: source['source_id'],
    retry_config: {
      enabled: true,
      max_retries: 2,
      retry_delay_seconds: 1,
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: true,
    },
    circuit_breaker: {
      enabled: false,
      failure_threshold: 1,
      window_seconds: 60,
      min_calls_in_window: 1000,
    },
  });
  const path = `/campaign/${campaign['id']}`;
  await api('POST', `${path}/start`, undefined, { 'idempotency-key': 'start' });
  for (let last = 0; ;) {
    const progress = await api('GET', `${path}/progress`);
    const { pending, waiting, dialing, done } = progress['contacts'];
    if (performance.now() - last > 5000) {
      last = performance.now();
      console.log(
        `pending ${pending}, waiting ${waiting}, dialing ${dialing}, done ${done}, placed ${progress['executed_count']}`,
      );
    }
    if (progress['state'] === 'completed') return progress;
    // Calls without callbacks hold their slots until they are overdue: let that time pass.
    if (pending + waiting === 0 || dialing >= 100) await overdueSoon(api, progress);
    await pause(500);
  }
}

/** Moves the clock past the longest call once only lost calls have been in progress for a while. */
async function overdueSoon(
  api: Client,
  { calls_in_progress, executed_count }: Json,
): Promise<void> {
  const seen = calls_in_progress * 1e9 + executed_count;
  if (seen !== stuck.seen) return void (stuck = { seen, since: performance.now() });
  if (performance.now() - stuck.since < stuckMs) return;
  stuck = { seen: 0, since: 0 };
  await api('POST', '/simulation/clock', { advance_seconds: 100 });
}

/** Places single calls from many clients, each with its own key, until the victims were killed often enough. */
async function callMany(
  api: Client,
  workflow_id: number,
  victims: readonly Victim[],
): Promise<Json> {
  const wanted = Number(values.kills);
  const kills = (): number => victims.reduce((sum, victim) => sum + victim.kills(), 0);
  let placed = 0;
  const runs = new Map<string, number>();
  const client = async (name: number): Promise<void> => {
    for (let turn = 0; kills() < wanted; turn++) {
      const key = `${name}-${turn}`;
      const call = { workflow_id, to_number: number(placed++) };
      const run = await api('POST', '/telephony/initiate-call', call, { 'idempotency-key': key });
      runs.set(key, run['id'] as number);
    }
  };
  await Promise.all([
    ...Array.from({ length: 8 }, (_, name) => client(name)),
    (async () => {
      while (kills() < wanted) {
        await pause(5000);
        console.log(`kills ${kills()}, calls ${runs.size}`);
      }
    })(),
  ]);
  return { calls: runs.size, runs: new Set(runs.values()).size };
}

/** Lets the time pass in which lost calls are given up and analyses can be submitted. */
async function finish(api: Client): Promise<void> {
  for (;;) {
    const open = [
      ...(await api('GET', '/runs?state=running&limit=1'))['items'],
      ...(await api('GET', '/runs?state=initialized&limit=1'))['items'],
    ];
    if (open.length === 0) break;
    await pause(2000);
    await api('POST', '/simulation/clock', { advance_seconds: 100 });
  }
  await api('POST', '/simulation/clock', { advance_seconds: 60 });
}

/** Waits until no delivery is left. */
async function untilDelivered(
  api: Client,
  receiver: { readonly seen: readonly unknown[] },
): Promise<void> {
  for (let quiet = 0, seen = -1; quiet < 5;) {
    const { items } = await api('GET', '/webhooks/deliveries?state=pending&limit=1');
    quiet = items.length === 0 && receiver.seen.length === seen ? quiet + 1 : 0;
    seen = receiver.seen.length;
    await pause(1000);
    // Deliveries that failed while a process was killed wait for their next attempt.
    if (items.length > 0) await api('POST', '/simulation/clock', { advance_seconds: 30 });
  }
}

/** Fictitious numbers, 01xx in one area code after another, so that every outcome occurs. */
function number(index: number): string {
  const area = 201 + (Math.floor(index / 100) % 700);
  const digits = String(index % 100).padStart(2, '0');
  return `+1${area}55501${digits}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
