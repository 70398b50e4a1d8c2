import { createPglite } from '../../src/db/embedded.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brokenPromises, type Query } from './checks.ts';
import { prepareCalling } from './calling.ts';
import { type Client, createClient, createReceiver, type Json, type Receiver } from './client.ts';
import { keepAlive, killing, type Victim } from './processes.ts';

// Kills the service at random times while it runs a campaign as fast as it can on the embedded database, whose disk fills up,
// too, and then checks every promise. On PostgreSQL chaos/run.ts kills processes among its faults.
//
// node scripts/chaos/kills.ts [--contacts 2000] [--every 3]

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '2000' },
    every: { type: 'string', default: '3' },
  },
});
const contacts = Number(values.contacts);
const everyMs = Number(values.every) * 1000;
/** Only Linux can limit the files of a running process. */
const fillsDisk = process.platform === 'linux';
const kill = (victim: Victim): Promise<void> => victim.kill();
/** The last observation of overdueSoon, and when it began. */
let stuck = { seen: 0, since: 0 };
/** Longer than the simulated network delays the report of any call. */
const stuckMs = 15_000;
const admin = { email: 'kill@example.com', password: 'kill-the-service' };

const directory = mkdtempSync(join(tmpdir(), 'kill-'));
try {
  await run();
} finally {
  rmSync(directory, { recursive: true });
}

async function run(): Promise<void> {
  const began = performance.now();
  const receiver = await createReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (!fillsDisk) console.log('The disk is not filled: this needs Linux.');
  const victim = await keepAlive('server', {
    DATA_DIR: directory,
    SIMULATION: '1',
    PUBLIC_URL: url,
    SUPER_ADMIN_EMAIL: admin.email,
    SUPER_ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_PER_CALLER: '1000000000',
    PORT: String(port),
  });
  const { access_token } = await createClient(url)('POST', '/auth/login', admin);
  const api = createClient(url, access_token);
  const { workflow_id } = await prepare(api, receiver);

  const stopping = new AbortController();
  const killer = killing([victim], {
    everyMs,
    signal: stopping.signal,
    // Each third time its disk is full.
    ...(fillsDisk && {
      means: [kill, kill, (victim: Victim) => victim.fillDisk()],
    }),
  });
  const summary = await campaignOf(api, workflow_id);
  stopping.abort();
  await killer;
  await finish(api);
  await untilDelivered(api, receiver);
  await victim.stop();
  const lite = await createPglite({ dataDir: join(directory, 'db') });
  const query: Query = async (sql) => (await lite.query<Record<string, string>>(sql)).rows;
  const broken = await brokenPromises(query, receiver);
  const outcomes = await query(
    'select outcome, count(*) as runs from workflow_runs group by 1 order by 2 desc',
  );
  const asked = await query('select count(*) as calls from simulated_calls');
  await lite.close();
  receiver.close();
  console.log(`${victim.kills()} kills, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(
    `runs: ${outcomes.map(({ outcome, runs }) => `${runs} ${outcome}`).join(', ')}; the network received ${asked[0]?.['calls']} calls`,
  );
  console.log(JSON.stringify(summary));
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
  const source = await api('POST', '/campaign-sources', csv.join('\n'));
  const campaign = await api('POST', '/campaign', {
    name: 'Killed',
    workflow_id,
    source_type: 'csv',
    source_id: source['id'],
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
    const { items } = await api('GET', '/webhooks/deliveries?status=pending&limit=1');
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
