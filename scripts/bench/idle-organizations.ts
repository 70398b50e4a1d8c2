import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { secretKeys, startServer } from './support/servers.ts';

// What many organizations cost whose slots are all taken while nothing ends: transactions a second, against those of a
// process without any organization.
// node scripts/with-postgres.ts node scripts/bench/idle-organizations.ts [--organizations 1000] [--seconds 30]

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
});

await withDatabase(async (url) => {
  console.log(machine());
  const server = await startServer({
    name: 'this API',
    file: 'src/main.ts',
    env: { DATABASE_URL: url, SECRET_KEYS: secretKeys },
    free: true,
  });
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await pause(5000);
    console.log(`no organization: ${await transactionsPerSecond(db)} transactions/s`);
    await fillOrganizations(db, Number(values.organizations));
    const began = performance.now();
    await untilQuiet(db);
    console.log(`first look at each: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    console.log(
      `${values.organizations} organizations, all slots taken: ${await transactionsPerSecond(db)} transactions/s`,
    );
  } finally {
    await db.end();
    await server.stop();
  }
});

async function transactionsPerSecond(db: pg.Client): Promise<string> {
  const seconds = Number(values.seconds);
  const before = await transactions(db);
  await pause(seconds * 1000);
  return (((await transactions(db)) - before) / seconds).toFixed(1);
}

async function transactions(db: pg.Client): Promise<number> {
  // Statistics of other sessions are visible once they have reported them.
  await pause(1500);
  const { rows } = await db.query<{ done: string }>(
    `select pg_stat_clear_snapshot(), xact_commit + xact_rollback as done
     from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]?.done);
}

/** Waits until no campaign is to be looked at within the next minute. */
async function untilQuiet(db: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await db.query(
      `select 1 from campaigns where state = 'running' and wake_at < now() + interval '1 minute' limit 1`,
    );
    if (rows.length === 0) return;
    await pause(250);
  }
}

/** Organizations with one slot, taken by a call that does not end, and a running campaign with ten more contacts. */
async function fillOrganizations(db: pg.Client, count: number): Promise<void> {
  await db.query(
    `with organization as (
       insert into organizations (name, concurrent_call_limit, reserved_for_single_calls, created_at)
       select 'Bench ' || n, 1, 0, now() from generate_series(1, $1::int) as n returning id
     ), workflow as (
       insert into workflows (organization_id, name, created_at, updated_at)
       select id, 'Bench', now(), now() from organization returning id, organization_id
     ), version as (
       insert into workflow_definitions
         (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at, published_at)
       select organization_id, id, 1, 'published', '{"nodes": [], "edges": []}', now(), now() from workflow returning id, workflow_id
     ), configuration as (
       insert into telephony_configurations
         (organization_id, name, provider, is_default_outbound, credentials_encrypted, created_at, updated_at)
       select id, 'Bench', 'simulated', true, '\\x00', now(), now() from organization returning id, organization_id
     ), source as (
       insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
       select gen_random_uuid(), id, 11, '[]', now() from organization returning id, organization_id
     ), campaign as (
       insert into campaigns (organization_id, name, workflow_id, state, source_id, total_rows, retry_config,
         circuit_breaker, telephony_configuration_id, created_at, started_at, resumed_at, wake_at)
       select workflow.organization_id, 'Bench', workflow.id, 'running', source.id, 11, '{}', '{}', configuration.id,
         now(), now(), now(), now()
       from workflow join source using (organization_id) join configuration using (organization_id)
       returning id, organization_id, workflow_id, telephony_configuration_id
     ), contact as (
       insert into campaign_contacts (organization_id, campaign_id, row_number, phone_number, state, attempts, updated_at)
       select campaign.organization_id, campaign.id, n, '+12025550197', case n when 0 then 'dialing' else 'pending' end, (n = 0)::int, now()
       from campaign cross join generate_series(0, 10) as n returning id, campaign_id, row_number
     ), zone as (
       insert into campaign_zones (organization_id, campaign_id, zone) select organization_id, id, '' from campaign
     ), run as (
       insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, to_number,
         telephony_configuration_id, campaign_id, contact_id, created_at)
       select campaign.organization_id, campaign.workflow_id, version.id, 'Bench', 'campaign', 'running', '+12025550197',
         campaign.telephony_configuration_id, campaign.id, contact.id, now()
       from campaign join version using (workflow_id)
       join contact on contact.campaign_id = campaign.id and row_number = 0
       returning id, organization_id, campaign_id, telephony_configuration_id
     )
     insert into live_calls (run_id, organization_id, campaign_id, telephony_configuration_id, to_number, state,
       placing_at, ask_at, deadline_at)
     select id, organization_id, campaign_id, telephony_configuration_id, '+12025550197', 'ringing', now(),
       now() + interval '1 day', now() + interval '1 day'
     from run`,
    [count],
  );
}
