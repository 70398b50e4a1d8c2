import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { cpuMicroseconds, machine, pinned } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { rounds, verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';

// S8: webhook deliveries, from events that are due to attempts written down, against the same posts by undici alone.
// node scripts/with-postgres.ts node scripts/bench/webhook-deliveries.ts [--rounds 5]

const endpointCount = 5;
const runCount = 1000;
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
      from workflow_definitions, generate_series(1, ${runCount}::integer)
      returning id
    )
    insert into pending_events (id, organization_id, run_id, event, due_at, created_at)
    select gen_random_uuid(), ${organizationId}, id, kind, ${now}, ${now}
    from ended, unnest(array['call_ended', 'call_analyzed']) as kind
    order by id, kind desc`.execute(db);
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

interface Measured {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
}

async function measure(work: () => Promise<void>): Promise<Measured> {
  const began = performance.now();
  const cpu = cpuMicroseconds(process.pid);
  await work();
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: posts / seconds,
    cpuMicroseconds: (cpuMicroseconds(process.pid) - cpu) / posts,
  };
}

function tell(name: string, measured: readonly Measured[]): void {
  const rate = spread(measured.map(({ perSecond }) => perSecond));
  const cpu = spread(measured.map(({ cpuMicroseconds: each }) => each));
  console.log(`${name.padEnd(24)} ${rate} posts/s   CPU ${cpu} us/post`);
}

await withDatabase(async (databaseUrl) => {
  console.log(`${machine()}\n${rounds} rounds of ${posts} posts to ${endpointCount} endpoints`);
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(process.pid)]);
  const receiver = await startReceiver();
  const { app, close } = await openApp(databaseUrl);
  try {
    const organizationId = await seed(app, receiver.urls);
    const deliverer = createDeliverer(app);
    const ours: Measured[] = [];
    const alone: Measured[] = [];
    for (let round = -1; round < rounds; round++) {
      await endCalls(app, organizationId);
      const delivered = await measure(() => deliverer.deliver());
      const posted = await measure(() => postAll(receiver.urls));
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
    }
    await deliverer.stop();
    tell('webhook deliveries', ours);
    tell('undici alone', alone);
    const ratio = median(
      ours.map(({ perSecond }, at) => perSecond / (alone[at]?.perSecond ?? NaN)),
    );
    verdict('S8 deliveries to posts', ratio, 0.5, 'x', 'at least');
  } finally {
    await close();
    await receiver.stop();
  }
});
