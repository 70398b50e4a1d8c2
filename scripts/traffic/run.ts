import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { watch } from '../bench/isolation/probe.ts';
import { startServer, type StartedServer, unlimited } from '../bench/isolation/server.ts';
import { residentMib } from '../bench/support/cpu.ts';
import { withDatabase } from '../bench/support/database.ts';
import { secretKeys } from '../bench/support/servers.ts';
import { createClient } from '../chaos/client.ts';
import { type Account, type Callers, createCallers, furnish } from './callers.ts';
import { createChecker } from './checks.ts';
import { createFindings } from './findings.ts';
import { createRandom, type Random } from './random.ts';
import { type Composed, createComposer } from './requests.ts';
import { createExchange } from './sending.ts';
import { createTally } from './tally.ts';

// Random traffic made from the contract, right and wrong, by several organizations and nobody: every answer is held against the
// contract, and the server must neither fail nor stand still nor grow.
//
// node scripts/traffic/run.ts [--minutes 20] [--seed 1] [--connections 8] [--operation listRuns]      on the embedded database
// node scripts/with-postgres.ts node scripts/traffic/run.ts                                           on PostgreSQL

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    connections: { type: 'string', default: '8' },
    operation: { type: 'string', multiple: true },
    checkout: { type: 'string', default: new URL('../..', import.meta.url).pathname },
  },
});
const seed = Number(values.seed);
const totalMs = Number(values.minutes) * 60_000;
const stallMs = 250;
const renewMs = 30_000;
/** Log-ins hash passwords; as often as other requests they would occupy the server completely. */
const rare: Readonly<Record<string, number>> = {
  logIn: 0.1,
  signUp: 0.05,
  migrateModels: 0.3,
  logOut: 0.05,
  logOutEverywhere: 0.02,
  setPassword: 0.05,
  requestEmailChange: 0.05,
};

const superAdmin = { email: 'admin@traffic.test', password: 'traffic-admin-1' };
const users = ['one', 'two'].map((name) => ({
  email: `${name}@traffic.test`,
  password: `traffic-password-${name}`,
}));
const demoUser = { email: 'demo@example.com', password: 'demo-password' };

const contract = loadContract();
const operations = contract.operations.filter(({ id }) => values.operation?.includes(id) ?? true);
const findings = createFindings((text) => console.log(text));
const tally = createTally();
const checker = createChecker(contract);
let maxStallMs = 0;
let stopping = false;

const directory = mkdtempSync(join(tmpdir(), 'traffic-'));
try {
  if (process.env['TEST_DATABASE_URL'] === undefined)
    await run({ DATA_DIR: join(directory, 'data') });
  else
    await withDatabase((url) =>
      run({ DATABASE_URL: url, SECRET_KEYS: secretKeys, DEMO_ON_POSTGRES: '1' }),
    );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function run(database: Readonly<Record<string, string>>): Promise<void> {
  const place = database['DATABASE_URL'] === undefined ? 'embedded database' : 'PostgreSQL';
  console.log(
    `${new Date().toISOString()}, ${place}, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const receiver = await startReceiver();
  const roots = join(directory, 'roots');
  mkdirSync(join(roots, 'models', 'models--voice--model'), { recursive: true });
  const server = await startServer({
    checkout: values.checkout,
    errors: join(directory, 'errors'),
    onLine: (line) => {
      const level = /"level":(\d+)/.exec(line)?.[1];
      if (Number(level) >= 50 && !stopping) findings.add('log', line.slice(0, 3000));
    },
    env: {
      ...database,
      DEMO: '1',
      ...unlimited,
      MODELS_ROOTS: roots,
      MODELS_CACHE_DIR: join(roots, 'models'),
      SUPER_ADMIN_EMAIL: superAdmin.email,
      SUPER_ADMIN_PASSWORD: superAdmin.password,
    },
  });
  // The client that prepares and renews sessions would retry an ended server forever.
  const callers = await Promise.race([prepareCallers(server, receiver.url), server.ended]);
  if (Array.isArray(callers)) findings.add('server', 'it ended before the traffic began');
  else await send(server, callers, receiver.url);
  stopping = true;
  const code = await server.stop();
  if (code !== 0) findings.add('stop', `the server ended with ${code}`);
  receiver.close();
  summarize();
}

async function prepareCallers(server: StartedServer, receiver: string): Promise<Callers> {
  const client = (token?: string) => createClient(server.url, token);
  const admin = await client()('POST', '/auth/login', superAdmin);
  for (const user of users) {
    const entered = await client()('POST', '/auth/signup', user);
    await furnish(client(entered['access_token']), client(admin['access_token']), receiver);
  }
  const accounts: readonly Account[] = [superAdmin, ...users, demoUser];
  return createCallers(client, accounts, {
    operations: contract.operations,
    random: createRandom(seed),
  });
}

/** Sends from several connections until the time is over, and checks the server every minute. */
async function send(server: StartedServer, callers: Callers, receiver: string): Promise<void> {
  const end = performance.now() + totalMs;
  const over = (): boolean => performance.now() > end || !server.alive();
  const lanes = Array.from({ length: Number(values.connections) }, (_, index) =>
    lane(server, callers, { receiver, over, seed: seed + index * 7919 }),
  );
  let renewed = Promise.resolve();
  const renewing = setInterval(() => {
    renewed = renewed
      .then(() => callers.renew())
      // The traffic may suspend an organization meanwhile; the next time undoes that.
      .catch(() => {});
  }, renewMs);
  await watchMinutes(server, over, end);
  await Promise.all(lanes);
  clearInterval(renewing);
  await Promise.race([renewed, server.ended]);
  if (!server.alive()) findings.add('server', 'the process ended');
}

interface Lane {
  readonly receiver: string;
  readonly seed: number;
  readonly over: () => boolean;
}

async function lane(
  server: StartedServer,
  callers: Callers,
  { receiver, seed: its, over }: Lane,
): Promise<void> {
  const random = createRandom(its);
  const composer = createComposer(random, receiver);
  const { exchange } = createExchange(server.url);
  while (!over()) {
    const operation = random.pick(operations);
    if (!random.chance(rare[operation.id] ?? 1)) continue;
    const caller = callerFor(operation, callers, random);
    const composed = composer.compose(operation, caller);
    const exchanged = await exchange(composed.request);
    const fault = checker.faultOf(composed, exchanged);
    const reached = checker.operationOf(composed.request)?.id ?? 'none of the contract';
    // An ended server is one finding, not one per connection; it is detected slightly later.
    if (fault !== undefined && 'none' in exchanged) await pause(500);
    if (fault !== undefined && server.alive()) findings.add(reached, fault, composed);
    const status = 'none' in exchanged ? exchanged.none : String(exchanged.status);
    tally.note(reached, status, exchanged.ms);
    if (reached === operation.id && 'text' in exchanged && exchanged.status < 300)
      collect(composed, exchanged.text);
  }
}

/** Usually an authorized caller, sometimes any. */
function callerFor(
  { superAdmin: needsAdmin, session, apiKey }: Operation,
  { list }: Callers,
  random: Random,
) {
  const may = list.filter(
    ({ role }) =>
      (!needsAdmin || role.startsWith('admin')) &&
      ((session && role.endsWith('session')) || (apiKey && role.endsWith("'s key"))),
  );
  return random.pick(may.length > 0 && random.chance(0.8) ? may : list);
}

function collect({ operation, caller, params }: Composed, text: string): void {
  try {
    caller.ids.collect(operation, params, JSON.parse(text));
  } catch {
    // Streams and reports have no ids to collect.
  }
}

async function watchMinutes(
  server: StartedServer,
  over: () => boolean,
  end: number,
): Promise<void> {
  const resident: number[] = [];
  while (!over()) {
    const watched = { url: server.url, pid: server.pid, healthEveryMs: 20 };
    const probe = await watch(watched);
    const until = Math.min(performance.now() + 60_000, end);
    while (!over() && performance.now() < until) await pause(250);
    const { health } = await probe.stop();
    if (!server.alive()) return;
    maxStallMs = Math.max(maxStallMs, health.heldMs);
    resident.push(residentMib(server.pid));
    console.log(
      `minute ${resident.length}: ${tally.requests} requests, stall ${health.heldMs.toFixed(0)} ms (${health.longestMs.toFixed(0)} with waits for a CPU), resident ${resident.at(-1)?.toFixed(0)} MiB, load ${loadavg()[0]?.toFixed(1)}`,
    );
    if (health.heldMs > stallMs)
      findings.add(
        '/healthz',
        `stood still for ${health.heldMs.toFixed(0)} ms in minute ${resident.length}`,
      );
  }
  const [settled, last] = [resident[Math.floor(resident.length / 3)], resident.at(-1)];
  if (resident.length >= 6 && (last ?? 0) > 1.3 * (settled ?? 0) + 50)
    findings.add('memory', `grew to ${last?.toFixed(0)} MiB from ${settled?.toFixed(0)} MiB`);
}

function summarize(): void {
  tally.print();
  console.log(
    `${tally.requests} requests, longest stall ${maxStallMs.toFixed(0)} ms, seed ${seed}`,
  );
  for (const { what, times } of findings.list()) console.log(`${times} x ${what.slice(0, 300)}`);
  if (findings.list().length > 0) process.exitCode = 1;
}

/** Receives webhooks, and sometimes responds badly or not at all. */
async function startReceiver(): Promise<{ url: string; close: () => void }> {
  const random = createRandom(seed);
  const server = createServer((incoming, answer) => {
    incoming.resume();
    if (!random.chance(0.95)) return;
    answer.writeHead(random.pick([204, 204, 204, 200, 500, 301, 429])).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
