import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startWorker, withBed } from './engine/bed.ts';
import { cpuMicroseconds, machine, postgresMicroseconds } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { verdict } from './support/rounds.ts';
import { usually } from './support/brief.ts';

// What workers cost that have nothing to do: many calls in progress, and running campaigns that are closed for the night.
// node scripts/with-postgres.ts node scripts/bench/idle.ts [--calls 60000] [--campaigns 10000] [--workers 1] [--seconds 60] [--settle 90]

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: String(usually(60_000, 200)) },
    campaigns: { type: 'string', default: String(usually(10_000, 100)) },
    workers: { type: 'string', default: '1' },
    seconds: { type: 'string', default: String(usually(60, 1)) },
    settle: { type: 'string', default: String(usually(90, 1)) },
  },
});
const workers = Number(values.workers);
const seconds = Number(values.seconds);
/** Organizations that share the calls and campaigns. */
const organizations = 100;

await withDatabase((url) =>
  withBed(url, async (bed) => {
    console.log(machine());
    await prepare(bed.db);
    const idle: Awaited<ReturnType<typeof startWorker>>[] = [];
    for (let worker = 1; worker <= workers; worker += 1)
      idle.push(await startWorker(bed, `worker ${worker}`));
    try {
      await pause(Number(values.settle) * 1000);
      const before = await read();
      await pause(seconds * 1000);
      const after = await read();
      const per = (value: number): string => (value / seconds).toFixed(1);
      console.log(
        `${workers} workers, ${values.calls} calls in progress, ${values.campaigns} closed campaigns: ` +
          `${per(after.transactions - before.transactions)} transactions/s`,
      );
      const node = (after.node - before.node) / 1e6 / seconds / workers;
      const postgres = (after.postgres - before.postgres) / 1e6 / seconds;
      console.log(
        `${(node * 100).toFixed(2)} % of a core per process, ${(postgres * 100).toFixed(2)} % in PostgreSQL`,
      );
      verdict('idle process, of a core', node, 0.01);
    } finally {
      for (const worker of idle) await worker.stop();
    }

    async function read() {
      const { rows } = await bed.db.query<{ transactions: string }>(
        `select xact_commit + xact_rollback as transactions from pg_stat_database where datname = current_database()`,
      );
      return {
        node: idle.reduce((sum, worker) => sum + cpuMicroseconds(worker.pid()), 0),
        postgres: postgresMicroseconds(),
        transactions: Number(rows[0]?.transactions),
      };
    }
  }),
);

/** Organizations with the workflow, campaigns whose only slot is three days away, and calls in progress. */
async function prepare(db: pg.Client): Promise<void> {
  const day = (new Date().getUTCDay() + 3) % 7;
  const schedule = {
    enabled: true,
    timezone: 'UTC',
    slots: [{ day_of_week: day, start_time: '09:00', end_time: '17:00' }],
  };
  await db.query(`create temporary table bench as
    with organization as (
      insert into organizations (name, concurrent_call_limit, created_at)
      select 'Bench ' || n, 100000, now() from generate_series(1, ${organizations}) as n returning id
    ), workflow as (
      insert into workflows (organization_id, name, created_at, updated_at)
      select id, 'Bench', now(), now() from organization returning id, organization_id
    ), version as (
      insert into workflow_definitions
        (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at, published_at)
      select organization_id, id, 1, 'published', '{"nodes": [], "edges": []}', now(), now() from workflow
      returning id, workflow_id
    ), configuration as (
      insert into telephony_configurations
        (organization_id, name, provider, is_default_outbound, credentials_encrypted, created_at, updated_at)
      select organization_id, 'Bench', 'simulated', true, model.credentials_encrypted, now(), now()
      from workflow, (select credentials_encrypted from telephony_configurations limit 1) as model
      returning id, organization_id
    ), source as (
      insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
      select gen_random_uuid(), id, 1, '[]', now() from organization returning id, organization_id
    )
    select organization_id, workflow.id as workflow_id, version.id as definition_id, configuration.id as configuration_id,
      source.id as source_id
    from workflow join version on version.workflow_id = workflow.id
      join configuration using (organization_id) join source using (organization_id)`);
  await db.query(
    `with campaign as (
       insert into campaigns (organization_id, name, workflow_id, state, source_id, total_rows, retry_config, circuit_breaker,
         schedule_config, telephony_configuration_id, created_at, started_at, resumed_at, wake_at)
       select organization_id, 'Bench ' || n, workflow_id, 'running', source_id, 1, '{}', '{}', $2, configuration_id, now(),
         now(), now(), now()
       from bench, generate_series(1, $1::int) as n returning id, organization_id
     ), zone as (
       insert into campaign_zones (organization_id, campaign_id, zone) select organization_id, id, '' from campaign
     )
     insert into campaign_contacts (organization_id, campaign_id, row_number, phone_number, updated_at)
     select organization_id, id, 1, '+12025550100', now() from campaign`,
    [Number(values.campaigns) / organizations, schedule],
  );
  await db.query(
    `with run as (
       insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, created_at, started_at,
         placing_at, to_number, telephony_configuration_id, carrier_call_id)
       select organization_id, workflow_id, definition_id, 'Bench', 'ad_hoc', 'running', now(), now(), now(),
         '+12025550100', configuration_id, gen_random_uuid()
       from bench, generate_series(1, $1::int) returning *
     )
     insert into live_calls (run_id, organization_id, state, to_number, telephony_configuration_id, placing_at, deadline_at, ask_at)
     select id, organization_id, 'in_progress', to_number, telephony_configuration_id, placing_at, now() + interval '2 hours',
       now() + interval '2 hours'
     from run`,
    [Number(values.calls) / organizations],
  );
  await db.query('analyze');
}
