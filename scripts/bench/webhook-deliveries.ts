import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Application } from '../../src/app.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { openSecrets } from '../../src/db/secrets.ts';
import { createDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { defaultLimits } from '../../src/webhooks/deliveries/scheduler.ts';
import { newSecret, sealSecret } from '../../src/webhooks/endpoints/secrets.ts';
import { sampleEvent } from '../../src/webhooks/events/rules.ts';
import { cpuMicroseconds, machine, pinned, postgresMicroseconds } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { noiseOf, rounds, verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';
import { usually } from './support/brief.ts';

// S8: webhook deliveries, from events that are due to attempts written down, against the same posts by undici alone.
// With what PostgreSQL spends on each: its CPU time, its log, and the rows that are written.
// node scripts/with-postgres.ts node scripts/bench/webhook-deliveries.ts [--rounds 5] [--at-once 1000]

const { values } = parseArgs({
  strict: false,
  options: { 'at-once': { type: 'string', default: String(usually(1000, 20)) } },
});
const endpointCount = 5;
const runCount = usually(1000, 20);
/** How many calls end together; the next ones end when their events are delivered. */
const atOnce = Number(values['at-once']);
/** Two events for each run to each endpoint. */
const posts = runCount * 2 * endpointCount;
const now = new Date().toISOString();

async function startReceiver(): Promise<{ urls: string[]; stop: () => Promise<void> }> {
  const file = new URL('peers/receiver.ts', import.meta.url).pathname;
  const [command = '', ...args] = pinned(1, [process.execPath, file]);
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], PORTS: String(endpointCount) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(child.stdout, 'data');
  return {
    urls: String(text).trim().split(' '),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function openApp(
  databaseUrl: string,
): Promise<{ app: Application; close: () => Promise<void> }> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKeys,
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const log = createLog('warn');
  const connection = connectPostgres(databaseUrl, { poolSize: 10 });
  await migrate(connection.db);
  const jobs = openJobs(connection, log);
  const { app } = await createApp({
    connection,
    config,
    log,
    jobs,
    secrets: openSecrets(config),
    health: { stopping: false, notReadyBecause: async () => undefined },
  });
  return {
    app,
    close: async () => {
      await jobs.stop();
      await connection.close();
    },
  };
}

/** One organization with endpoints and ended calls. */
async function seed({ db, secrets }: Application, urls: readonly string[]): Promise<number> {
  const organization = await db
    .insertInto('organizations')
    .values({ name: 'Bench', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const organization_id = organization.id;
  await db
    .insertInto('webhook_endpoints')
    .values(
      urls.map((url) => ({
        organization_id,
        url: `${url}/webhooks`,
        events: ['call_ended' as const, 'call_analyzed' as const],
        secret_encrypted: sealSecret(secrets, organization_id, newSecret()),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await sql`
    with workflow as (
      insert into workflows (organization_id, name, created_at, updated_at)
      values (${organization_id}, 'Bench', ${now}, ${now}) returning id, organization_id
    )
    insert into workflow_definitions
      (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at, published_at)
    select organization_id, id, 1, 'published', '{"nodes":[],"edges":[]}', ${now}, ${now} from workflow`.execute(
    db,
  );
  return organization_id;
}

/** Calls that have just ended, with their events; earlier deliveries stay. */
async function endCalls({ db }: Application, organizationId: number): Promise<void> {
  await sql`
    with ended as (
      insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, to_number, from_number,
        state, outcome, initial_context, gathered_context, created_at, started_at, ended_at)
      select ${organizationId}, workflow_id, id, 'Bench', 'ad_hoc', '+12025550100', '+12025550199', 'completed',
        'completed', '{"first_name":"Ada"}', '{"consent_given":true,"consent_ts":"2026-01-02T03:04:05.678Z"}',
        ${now}, ${now}, ${now}
      from workflow_definitions, generate_series(1, ${atOnce}::integer)
      returning id
    )
    insert into pending_events (id, organization_id, run_id, event, due_at, created_at)
    select gen_random_uuid(), ${organizationId}, id, kind, ${now}, ${now}
    from ended, unnest(array['call_ended', 'call_analyzed']) as kind
    order by id, kind desc`.execute(db);
}

async function vacuum({ db }: Application): Promise<void> {
  // As autovacuum leaves them.
  await sql`vacuum (analyze) webhook_events, webhook_deliveries, webhook_attempts, pending_events, pending_deliveries, workflow_runs`.execute(
    db,
  );
}

/** undici alone, with as many connections and bodies of the same length. */
async function postAll(urls: readonly string[]): Promise<void> {
  const agent = new Agent({ connections: defaultLimits.perEndpoint });
  const body = JSON.stringify(sampleEvent('msg_test', now));
  let left = posts;
  const work = async (origin: string): Promise<void> => {
    while (left-- > 0) {
      const answer = await agent.request({
        origin,
        path: '/webhooks',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(
    urls.flatMap((url) => Array.from({ length: defaultLimits.perEndpoint }, () => work(url))),
  );
  await agent.close();
}

/** Sums since the beginning, or of a piece of work. */
interface Used {
  readonly ms: number;
  readonly cpu: number;
  readonly postgresCpu: number;
  readonly walBytes: number;
}

async function usedSoFar({ db }: Application): Promise<Used> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`.execute(db);
  return {
    ms: performance.now(),
    cpu: cpuMicroseconds(process.pid),
    postgresCpu: postgresMicroseconds(),
    walBytes: Number(rows[0]?.bytes),
  };
}

const combined = (one: Used, other: Used, sign: 1 | -1): Used => ({
  ms: one.ms + sign * other.ms,
  cpu: one.cpu + sign * other.cpu,
  postgresCpu: one.postgresCpu + sign * other.postgresCpu,
  walBytes: one.walBytes + sign * other.walBytes,
});

const nothing: Used = { ms: 0, cpu: 0, postgresCpu: 0, walBytes: 0 };

async function measure(app: Application, work: () => Promise<void>): Promise<Used> {
  const before = await usedSoFar(app);
  await work();
  return combined(await usedSoFar(app), before, -1);
}

/** The rows of deliveries, what is pending of them and attempts that were written so far. */
async function rowsWritten({ db }: Application): Promise<number> {
  // Connections tell their counts when they have been idle for a second.
  await setTimeout(1500);
  const { rows } = await sql<{ written: number }>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written from pg_stat_user_tables
    where relname ~ '^(webhook_deliveries|pending_deliveries|webhook_attempts)'`.execute(db);
  return rows[0]?.written ?? NaN;
}

function tell(name: string, measured: readonly Used[]): void {
  const rate = spread(measured.map(({ ms }) => (posts * 1000) / ms));
  const cpu = spread(measured.map((each) => each.cpu / posts));
  console.log(`${name.padEnd(24)} ${rate} posts/s   CPU ${cpu} us/post`);
}

await withDatabase(async (databaseUrl) => {
  console.log(
    `${machine()}\n${rounds} rounds of ${posts} posts to ${endpointCount} endpoints, ${atOnce} calls at once`,
  );
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(process.pid)]);
  const receiver = await startReceiver();
  const { app, close } = await openApp(databaseUrl);
  try {
    const organizationId = await seed(app, receiver.urls);
    const deliverer = createDeliverer(app);
    const ours: Used[] = [];
    const alone: Used[] = [];
    const aloneAgain: Used[] = [];
    const written: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const before = await rowsWritten(app);
      let delivered = nothing;
      for (let ended = 0; ended < runCount; ended += atOnce) {
        await endCalls(app, organizationId);
        if (ended === 0) await vacuum(app);
        delivered = combined(delivered, await measure(app, () => deliverer.deliver()), 1);
      }
      const rows = (await rowsWritten(app)) - before;
      const posted = await measure(app, () => postAll(receiver.urls));
      const again = await measure(app, () => postAll(receiver.urls));
      const { count } = await app.db
        .selectFrom('webhook_deliveries')
        .where('state', '=', 'delivered')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const expected = posts * (round + 2);
      if (count !== expected) throw new Error(`${count} of ${expected} were delivered.`);
      // The first round warms up.
      if (round < 0) continue;
      ours.push(delivered);
      alone.push(posted);
      aloneAgain.push(again);
      written.push(rows / posts);
    }
    await deliverer.stop();
    tell('webhook deliveries', ours);
    tell('undici alone', alone);
    console.log(
      `PostgreSQL for each       CPU ${spread(ours.map((each) => each.postgresCpu / posts))} us` +
        `   log ${spread(ours.map((each) => each.walBytes / posts))} bytes   rows ${spread(written, 1)}`,
    );
    const ratio = median(ours.map(({ ms }, at) => (alone[at]?.ms ?? NaN) / ms));
    const msOf = (list: readonly Used[]) => list.map(({ ms }) => ms);
    const noise = noiseOf('undici alone', msOf(alone), msOf(aloneAgain));
    verdict('S8 deliveries to posts', ratio, 0.5, { bound: 'at least', noise });
  } finally {
    await close();
    await receiver.stop();
  }
});
