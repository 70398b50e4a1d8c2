import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { adminUser, type Case, makeBed } from './isolation/bed.ts';
import { bodies } from './isolation/cases/bodies.ts';
import { doors } from './isolation/cases/doors.ts';
import { silent as silentClients } from './isolation/cases/silent.ts';
import { tenants } from './isolation/cases/tenants.ts';
import { watch } from './isolation/probe.ts';
import { startServer } from './isolation/server.ts';
import { faultsOf, head, type Measured, row } from './isolation/table.ts';
import { isBrief } from './support/brief.ts';
import { residentMib } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { secretKeys } from './support/servers.ts';

// S11: what a hostile or unlucky caller costs everybody else. Each case has a server and a database of its own.
// node scripts/bench/isolation.ts [--item 2] [--case NAME] [--checkout DIR] [--rounds 3]           on the embedded database
// node scripts/with-postgres.ts node scripts/bench/isolation.ts                      on PostgreSQL
// --checkout runs the server of another directory, so that before and after are measured by the same program.

const { values } = parseArgs({
  options: {
    checkout: { type: 'string', default: new URL('../..', import.meta.url).pathname },
    item: { type: 'string', multiple: true },
    case: { type: 'string', default: isBrief ? 'Twilio callback, a form' : '' },
    rounds: { type: 'string', default: isBrief ? '1' : '3' },
  },
});
const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;
const cases = [...bodies, ...doors, ...tenants, ...silentClients]
  .filter(({ item, name }) => values.item?.includes(String(item)) ?? name.includes(values.case))
  .toSorted((a, b) => a.item - b.item);
const silent = await silentDns();

console.log(
  `${new Date().toISOString()}, ${onPostgres ? 'PostgreSQL' : 'embedded database'}, ${availableParallelism()} processors, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}; ${resolve(values.checkout)}`,
);
console.log(head);
for (const item of cases) {
  const lack = lackOf(item);
  if (lack === undefined) await show(item);
  else console.log(`| ${item.item} | ${item.name} | skipped: ${lack} |`);
}
silent?.socket.close();

/** Measures a case, repeatedly if other work on the machine may explain a miss, and prints the best round. */
async function show(item: Case): Promise<void> {
  let best: Measured | undefined;
  for (let round = 0; round < Number(values.rounds); round++) {
    const measured = await measure(item);
    if (!best || better(item, measured, best)) best = measured;
    const faults = faultsOf(item, best);
    if (faults.length === 0 || !best.survived || best.report.health.heldMs > 2000) break;
  }
  if (!best) return;
  console.log(row(item, best));
  if (faultsOf(item, best).length > 0) process.exitCode = 1;
}

function better(item: Case, a: Measured, b: Measured): boolean {
  const [faults, others] = [faultsOf(item, a).length, faultsOf(item, b).length];
  return faults < others || (faults === others && a.report.health.heldMs < b.report.health.heldMs);
}

async function measure(item: Case): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'isolation-'));
  try {
    if (!onPostgres) return await measureOn(item, directory, undefined);
    let measured: Measured | undefined;
    await withDatabase(async (url) => {
      measured = await measureOn(item, directory, url);
    });
    if (!measured) throw new Error('There was no database.');
    return measured;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureOn(
  item: Case,
  directory: string,
  database: string | undefined,
): Promise<Measured> {
  const modelsRoot = join(directory, 'roots');
  mkdirSync(join(modelsRoot, 'models', 'models--voice--model', 'refs'), { recursive: true });
  const server = await startServer({
    checkout: resolve(values.checkout),
    errors: join(directory, 'errors'),
    resolvers: item.needs === 'silent dns' ? silent?.file : undefined,
    env: {
      ...(database === undefined
        ? { DATA_DIR: join(directory, 'data') }
        : { DATABASE_URL: database, SECRET_KEYS: secretKeys, WEBHOOK_ALLOW_PRIVATE: '1' }),
      SUPER_ADMIN_EMAIL: adminUser.email,
      SUPER_ADMIN_PASSWORD: adminUser.password,
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
      MODELS_ROOTS: modelsRoot,
      MODELS_CACHE_DIR: join(modelsRoot, 'models'),
      ...item.env,
    },
  });
  const bed = await makeBed(server, { database, directory, modelsRoot });
  try {
    const run = await item.prepare(bed);
    await settle(server.url, bed.bystander.key);
    const residentBeforeMib = residentMib(server.pid);
    const probe = await watch({
      url: server.url,
      pid: server.pid,
      healthEveryMs: 10,
      bystander: { path: '/api/v1/workflow?limit=1', headers: bed.bystander.key },
    });
    const shown = await run().catch((error: unknown) => {
      // A server that has ended responds to nobody; the table reports that.
      if (server.alive()) throw error;
      return {};
    });
    // The work that blocks the process may start only after the response.
    await new Promise((done) => setTimeout(done, 500));
    const report = await probe.stop();
    return { report, residentBeforeMib, shown, tally: bed.tally, survived: server.alive() };
  } finally {
    bed.close();
    await server.stop();
  }
}

/** Sends requests until everything that the first requests load and compile is ready. */
async function settle(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let count = 0; count < 50; count++) {
    await (await fetch(`${url}/healthz`)).text();
    await (await fetch(`${url}/api/v1/workflow?limit=1`, { headers })).text();
  }
}

function lackOf({ needs }: Case): string | undefined {
  if (needs === 'postgres' && !onPostgres) return 'PostgreSQL only';
  if (needs === 'silent dns' && !silent) return 'needs port 53 on the loopback, and unshare';
  return undefined;
}

/** A DNS server that never responds, and the file that configures it for a process. */
async function silentDns(): Promise<{ socket: Socket; file: string } | undefined> {
  const address = '127.0.0.77';
  const file = join(mkdtempSync(join(tmpdir(), 'isolation-dns-')), 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  const mayMount = spawnSync('unshare', [
    '--map-root-user',
    '--mount',
    'mount',
    '--bind',
    file,
    '/etc/resolv.conf',
  ]);
  if (mayMount.status !== 0) return undefined;
  const socket = createSocket('udp4');
  const bound = await new Promise<boolean>((done) => {
    socket.once('error', () => done(false));
    socket.bind(53, address, () => done(true));
  });
  return bound ? { socket, file } : undefined;
}
