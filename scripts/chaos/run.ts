import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Proxy, startProxy } from '../../test/support/proxy.ts';
import { withDatabase } from '../bench/support/database.ts';
import { createRandom } from './random.ts';
import { readHistory } from './book.ts';
import { brokenPromises } from './checks.ts';
import { createClient } from './client.ts';
import { unknownByCause } from './endings.ts';
import { causeFaults, type Fault } from './faults.ts';
import { finish } from './finishing.ts';
import type { History, Violation } from './history.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { keepAlive } from './processes.ts';
import { folderOfRelease } from './releases.ts';
import { violationsOf } from './rules.ts';
import { createAgentRuntimes } from './runtimes.ts';
import { createTenant, type Observed, pace, type Tenant } from './tenant.ts';
import { createToolServer } from './tools.ts';
import { createNumbers, sendTraffic } from './traffic.ts';

// Lets everything fail that can while organizations call, and then holds what was observed against every promise.
//
// PG_DURABLE=1 node scripts/with-postgres.ts node scripts/chaos/run.ts [--minutes 30] [--seed 1] [--beside RELEASE]
//
// With --beside a worker of that release, or of a commit or tag, starts first, on a database that its release migrates, and
// works until the end. It is not killed, so that it works beside all faults.
//
// The seed decides which faults and requests come, and how long each lasts; when they meet is up to the machine.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string' },
    beside: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const minutes = Number(values.minutes);
/** A short run has other faults, too. */
const freezeMs = Math.min(90_000, minutes * 10_000);
const admin = { email: 'admin@example.com', password: 'the-super-admin-of-chaos' };

if (!(minutes > 0) || !Number.isInteger(seed))
  throw new Error('--minutes is a positive number, --seed a whole number.');
console.log(`seed ${seed}, ${minutes} minutes`);

async function run(databaseUrl: string): Promise<void> {
  const postgres = await openPostgres(databaseUrl);
  const api = await freePort();
  const url = `http://127.0.0.1:${api}`;
  const proxies: Proxy[] = [];
  const begin = async (name: string, role: string, port: number, folder?: string) => {
    const proxy = await startProxy(databaseUrl);
    proxies.push(proxy);
    const env = {
      DATABASE_URL: proxy.url,
      SECRET_KEYS: Buffer.alloc(32).toString('base64'),
      WEBHOOK_ALLOW_PRIVATE: '1',
      SIMULATION: '1',
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
      PUBLIC_URL: url,
      SUPER_ADMIN_EMAIL: admin.email,
      SUPER_ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PER_CALLER: '1000000000',
      RATE_LIMIT_PER_ADDRESS: '1000000000',
      ROLE: role,
      PORT: String(port),
    };
    return keepAlive(name, env, folder);
  };
  const other =
    values.beside === undefined
      ? undefined
      : await begin(`worker of ${values.beside}`, 'worker', 0, folderOfRelease(values.beside));
  const processes = [
    await begin('api', 'api', api),
    await begin('worker 1', 'worker', 0),
    await begin('worker 2', 'worker', 0),
  ] as const;
  const [server, ...workers] = processes;
  const { access_token } = await createClient(url)('POST', '/auth/login', admin);
  const asAdmin = createClient(url, access_token);
  const observed = newObserved();
  const tools = await createToolServer(createRandom(seed));
  const runtimes = await createAgentRuntimes(url, createRandom(seed + 1));
  const tenants: Tenant[] = [];
  for (const name of ['north', 'south'])
    tenants.push(await createTenant({ url, admin: asAdmin, name, observed, tools, runtimes }));

  const stopping = new AbortController();
  const { signal } = stopping;
  const faults: Fault[] = [];
  const numbers = createNumbers();
  let randoms = 0;
  const nextRandom = () => createRandom(seed + 1000 * ++randoms);
  const working = Promise.all([
    causeFaults({
      randoms: [nextRandom(), nextRandom()],
      target: { postgres, proxies, api: server, workers, freezeMs },
      log: faults,
      signal,
    }),
    ...tenants.map((tenant) => sendTraffic({ tenant, observed, numbers, signal }, nextRandom)),
  ]);
  await Promise.race([working.catch(stopBecause), pause(minutes * 60_000)]);
  stopping.abort();
  await working;
  console.log('the faults have ended; what is left may finish');
  const clock_set_at = await finish(postgres, tenants, asAdmin);

  for (const each of processes) await each.stop();
  await other?.stop();
  for (const proxy of proxies) await proxy.close();
  for (const { receiver } of tenants) receiver.close();
  tools.close();
  runtimes.close();
  const events = tenants
    .flatMap(({ receiver }) => receiver.seen)
    .filter(({ event }) => !event.startsWith('transfer_'));
  const { history, broken } = await read(postgres, {
    observed,
    events,
    clock_set_at,
    writes: tools.writes,
    connections: runtimes.connections,
  });
  const violations = [
    ...violationsOf(history),
    ...broken.map((evidence): Violation => ({ kind: 'record', evidence })),
  ];
  show({ history, faults, violations });
  process.exitCode = violations.length === 0 ? 0 : 1;
}

const newObserved = (): Observed => ({
  forbidden: [],
  limits: [],
  rates: [],
  policies: [],
  requests: [],
  serverErrors: [],
  transfers: [],
  toolAnswers: [],
  uses: [],
  removals: [],
  campaignOf: new Map(),
  organizationOf: new Map(),
  paceOf: new Map(),
});

const read = (
  postgres: Postgres,
  given: Omit<Parameters<typeof readHistory>[1], 'pace'>,
): Promise<{ history: History; broken: string[] }> =>
  postgres.with(async (client) => ({
    history: await readHistory(client, { ...given, pace }),
    broken: await brokenPromises(
      async (sql) => (await client.query<Record<string, string>>(sql)).rows,
      { seen: [...given.events] },
    ),
  }));

interface Result {
  readonly history: History;
  readonly faults: readonly Fault[];
  readonly violations: readonly Violation[];
}

const shownOfEachKind = 10;

function show({ history, faults, violations }: Result): void {
  const { calls, runs, forbidden } = history;
  if (violations.length > 0)
    for (const { at, ms, kind, detail } of faults)
      console.log(`fault ${new Date(at).toISOString()} ${kind} for ${ms} ms: ${detail}`);
  for (const [kind, its] of Map.groupBy(violations, (each) => each.kind)) {
    for (const { evidence } of its.slice(0, shownOfEachKind)) console.log(`${kind}: ${evidence}`);
    if (its.length > shownOfEachKind) console.log(`${kind}: ${its.length - shownOfEachKind} more`);
  }
  console.log(`seed ${seed}`);
  console.log(`faults: ${faults.length}, ${countsOf(faults.map(({ kind }) => kind))}`);
  console.log(`calls: ${calls.length}, ${countsOf(runs.map(({ outcome }) => outcome ?? 'none'))}`);
  const { transfers = [], executions = [], agents } = history.acts ?? {};
  for (const kind of ['cold', 'warm', 'handoff']) {
    const its = transfers.filter((each) => each.kind === kind);
    console.log(
      `${kind} transfers: ${its.length}, ${countsOf(its.map(({ status, failure }) => failure ?? status))}`,
    );
  }
  console.log(
    `calls of agents: ${agents?.ends.size}, uses of tokens: ${countsOf(agents?.uses.map(({ is_held }) => (is_held ? 'taken' : 'refused')) ?? [])}`,
  );
  console.log(
    `calls of tools: ${executions.length}, ${countsOf(executions.map(({ status }) => status))}`,
  );
  console.log(`forbidden: ${forbidden.length}, ${countsOf(forbidden.map(({ by }) => by))}`);
  console.log(`violations: ${violations.length}, ${countsOf(violations.map(({ kind }) => kind))}`);
  console.log(`forgotten: ${violations.filter(({ kind }) => kind === 'forgotten').length}`);
  console.log(`unknown by cause: ${JSON.stringify(unknownByCause(history))}`);
}

const countsOf = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, its]) => `${its.length} ${name}`)
    .toSorted()
    .join(', ') || 'none';

/** Says at once why the run ends early: what follows may fail because of it. */
function stopBecause(error: unknown): never {
  console.error(error);
  process.exit(1);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

await withDatabase(run);
