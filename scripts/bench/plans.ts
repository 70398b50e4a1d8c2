import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createClient as createChaosClient } from '../chaos/client.ts';
import { prepareCalling } from '../chaos/calling.ts';
import { createClient } from '../conformance/client.ts';
import { credentials } from '../conformance/conform.ts';
import { type Operation, operationNamed, operations, successOf } from '../conformance/contract.ts';
import { type Ids, requestOf } from '../conformance/requests.ts';
import { createSubjects } from '../conformance/subjects.ts';
import { left } from '../conformance/tables.ts';
import { startServer, unlimited } from './isolation/server.ts';
import { costsOf, plansIn, type Cost } from './plans/costs.ts';
import { fill, type Filled } from './plans/fill.ts';
import { execute, withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';
import { secretKeys } from './support/servers.ts';
import { isBrief, usually } from './support/brief.ts';

// The plans of the statements that the server sends for each read of the contract, with few and with many rows: those that
// read a table without an index, and those that read more with more rows.
// node scripts/with-postgres.ts node scripts/bench/plans.ts [--rows 10000,1000000]

const { values } = parseArgs({
  options: { rows: { type: 'string', default: isBrief ? '100,200' : '10000,1000000' } },
});
const steps = values.rows.split(',').map(Number);
/** What reads this many times the blocks grows with the rows; a deeper index takes one more. */
const growth = 3;
const fewBlocks = 100;
/** They read everything, in many statements of one kind: the first ones are enough. */
const whole: readonly string[] = ['exportRuns', 'getCampaignReport'];
const wholeMs = 3000;
const slowMs = 5000;
const admin = { email: 'admin@plans.test', password: 'admin-of-the-plans' };
const user = { email: 'user@plans.test', password: 'user-of-the-plans' };
const idleMs = usually(20_000, 1000);

const postgres = process.env['TEST_DATABASE_DIRECTORY'];
if (postgres === undefined)
  throw new Error('It reads the log of a PostgreSQL that scripts/with-postgres.ts started.');
const log = openSync(join(postgres, 'log'), 'r');
const isStream = (operation: Operation): boolean =>
  'text/event-stream' in (successOf(operation)[1].content ?? {});
const reads = operations.filter(
  (operation) => operation.method === 'GET' && !isStream(operation) && !(operation.id in left),
);

await withDatabase(async (url) => {
  console.log(await machineOf());
  const name = new URL(url).pathname.slice(1);
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
    'auto_explain.log_format = json',
  ])
    await execute(url, `alter database ${name} set ${setting}`);
  const directory = mkdtempSync(join(tmpdir(), 'plans-'));
  const server = await startServer({
    checkout: new URL('../..', import.meta.url).pathname,
    errors: join(directory, 'errors'),
    env: {
      DATABASE_URL: url,
      SECRET_KEYS: secretKeys,
      DATA_DIR: join(directory, 'data'),
      SIMULATION: '1',
      SUPER_ADMIN_EMAIL: admin.email,
      SUPER_ADMIN_PASSWORD: admin.password,
      ...unlimited,
    },
  });
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query('set auto_explain.log_min_duration = -1');
    await measure(await prepareReads(server.url), db);
  } finally {
    await db.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
closeSync(log);
process.exit();

interface Reads {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Sends the read about what was filled, as far as it names that. */
  send(operation: Operation, filled: Filled): Promise<number>;
}

/** Signs an organization up that can call, and creates what each read acts on. */
async function prepareReads(url: string): Promise<Reads> {
  const anyone = createChaosClient(url);
  const supervisor = await anyone('POST', '/auth/login', admin);
  const { access_token, user: entered } = await anyone('POST', '/auth/signup', user);
  const workflow_id = await prepareCalling(createChaosClient(url, access_token), {
    name: 'Plans',
    limit: 20,
    pace: { ring_ms: 50, talk_ms: 500 },
    admin: createChaosClient(url, supervisor['access_token']),
  });
  const client = createClient(url);
  const credentialFor = credentials(access_token, supervisor['access_token']);
  const subjects = createSubjects(client, credentialFor);
  const recorded = operationNamed('createGenerationFromRecording');
  const spoken = await client.send(
    requestOf(recorded, {
      ids: {},
      members: await subjects.membersFor(recorded),
      headers: credentialFor(recorded),
    }),
  );
  const generation_id: unknown = Object(spoken.json)['id'];
  const known = new Map<string, Ids>();
  for (const operation of reads)
    known.set(operation.id, { ...(await subjects.idsFor(operation)), generation_id });
  return {
    organization_id: Number(entered.organization_id),
    workflow_id,
    async send(operation, filled) {
      const made = known.get(operation.id);
      const ids = { ...made, ...filled, ...(made && 'run_id' in made && { workflow_id }) };
      const sent = requestOf(operation, { ids, headers: credentialFor(operation) });
      if (!whole.includes(operation.id)) return (await client.send(sent)).status;
      const signal = AbortSignal.timeout(wholeMs);
      const response = await fetch(url + sent.path, { headers: sent.headers, signal });
      await response.text().catch(() => {});
      return response.status;
    },
  };
}

async function measure(organization: Reads, db: pg.Client): Promise<void> {
  const measured: Map<string, Cost & { operation: string }>[] = [];
  for (const rows of steps) {
    const began = performance.now();
    const filled = await fill(db, { ...organization, rows });
    await db.query('vacuum analyze');
    console.log(`${rows} rows: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const costs = new Map<string, Cost & { operation: string }>();
    for (const operation of reads) {
      const from = fstatSync(log).size;
      const start = performance.now();
      const status = await organization.send(operation, filled);
      const ms = performance.now() - start;
      if (status >= 300) console.log(`${operation.id} was answered ${status}`);
      if (whole.includes(operation.id)) await untilIdle(db);
      if (ms > slowMs) console.log(`${operation.id} took ${(ms / 1000).toFixed(1)} s`);
      for (const [query, cost] of costsOf(plansIn(textFrom(from))))
        costs.set(`${operation.id} ${query}`, { ...cost, operation: operation.id });
    }
    measured.push(costs);
  }
  print(measured);
}

/** A statement of a response that was cut off ends later, and would count as one of the next operation. */
async function untilIdle(db: pg.Client): Promise<void> {
  const end = performance.now() + idleMs;
  // Between two pages it is idle, too.
  for (let idle = 0; idle < 10 && performance.now() < end;) {
    const { rowCount } = await db.query(
      `select from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    idle = rowCount === 0 ? idle + 1 : 0;
    await pause(100);
  }
}

function textFrom(start: number): string {
  const bytes = Buffer.alloc(fstatSync(log).size - start);
  readSync(log, bytes, 0, bytes.length, start);
  return bytes.toString('utf8');
}

function print(measured: readonly ReadonlyMap<string, Cost & { operation: string }>[]): void {
  const [few, many] = [measured[0], measured.at(-1)];
  console.log(
    `${many?.size} statements of ${reads.length} operations with ${steps.join(' and ')} rows`,
  );
  console.log('| operation | blocks | without an index | statement |\n|---|---|---|---|');
  for (const [key, { operation, blocks, scans, query }] of many ?? []) {
    const before = few?.get(key)?.blocks ?? NaN;
    const grows = blocks > fewBlocks && !(blocks <= before * growth);
    if (scans.length === 0 && !grows) continue;
    console.log(
      `| ${operation} | ${before} -> ${blocks} | ${scans.join(', ') || '-'} | \`${query.slice(0, 160).replaceAll('|', '/')}\` |`,
    );
  }
}
