import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { claim } from '../../src/campaigns/dialing/claim.ts';
import { settle } from '../../src/campaigns/dialing/settling.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { setPlacing } from '../../src/telephony/calls/live-queries.ts';
import { createCallSlots } from '../../src/telephony/calls/slots.ts';
import { createReports } from '../../src/telephony/calls/reports.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { timestampOf } from '../../src/timestamp.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { verdict } from './support/rounds.ts';
import { usually } from './support/brief.ts';

// S6: whether claims and reports stay as fast while a transaction that was left open keeps dead rows from being removed.
// node scripts/with-postgres.ts node scripts/bench/pinned-claims.ts [--contacts 1000000] [--seconds 180] [--capped-numbers 0]

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: String(usually(1_000_000, 10_000)) },
    seconds: { type: 'string', default: String(usually(180, 1)) },
    'capped-numbers': { type: 'string', default: '0' },
  },
});
const batch = 50;
/** Of a round, in seconds. */
const step = usually(30, 1);
const slots = createCallSlots();
const now = (): string => timestampOf(new Date());

await withDatabase(async (url) => {
  console.log(machine());
  const connection = connectPostgres(url, { poolSize: 4 });
  await migrate(connection.db);
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    const campaign = await prepare(session, Number(values.contacts));
    // Autovacuum does this within a minute: without it plans are for empty tables.
    await round(campaign, usually(10, 1), 'not analyzed'.padEnd(20));
    await session.query('analyze');
    const before = await round(campaign, step, 'no open transaction'.padEnd(20));
    await session.query('begin isolation level repeatable read; select count(*) from live_calls');
    const seconds = Number(values.seconds);
    let last = NaN;
    for (let passed = 0; passed < seconds; passed += step)
      last = await round(campaign, step, `open for ${passed + step} s`.padEnd(20));
    verdict(`S6 claim beside a transaction open for ${seconds} s`, last / before, 1.1);
  } finally {
    await session.end();
    await connection.close();
  }

  /** Claims, places, accepts and ends calls for some seconds; reports what each part took, and returns the claims' median. */
  async function round(campaign: Campaign, seconds: number, title: string): Promise<number> {
    const reports = createReports({
      connection,
      whenEnded: [settle],
      jobs: { wakeAfter: async () => {} },
      log: pino({ level: 'silent' }),
      now,
      metrics: createMetrics(),
    });
    const times = { claim: [] as number[], report: [] as number[] };
    const end = performance.now() + seconds * 1000;
    let calls = 0;
    while (performance.now() < end) {
      const began = performance.now();
      const taken = await connection.db
        .transaction()
        .execute((trx) =>
          claim(trx, { ...campaign, claim_id: uuid(), slots, now: now(), maxCalls: batch }),
        );
      times.claim.push(performance.now() - began);
      const ids = (taken?.calls ?? []).map(({ id }) => id);
      if (ids.length < batch) throw new Error(`${ids.length} contacts were claimed.`);
      await connection.db.transaction().execute((trx) => setPlacing(trx, ids, now()));
      for (const event of ['accepted', 'answered', 'completed'] as const) {
        const reported = performance.now();
        await Promise.all(
          ids.map((run_id) =>
            reports.add({
              run_id,
              organization_id: campaign.organization_id,
              at: now(),
              event,
              carrier_call_id: String(run_id),
            }),
          ),
        );
        times.report.push(performance.now() - reported);
      }
      calls += ids.length;
    }
    console.log(
      `${title} claim of ${batch}: ${spread(times.claim, 1)} ms, report of ${batch}: ${spread(times.report, 1)} ms, ${(calls / seconds).toFixed(0)} calls/s`,
    );
    return median(times.claim);
  }
});

interface Campaign {
  readonly organization_id: number;
  readonly campaign_id: number;
}

async function prepare(db: pg.Client, contacts: number): Promise<Campaign> {
  const { rows } = await db.query<{ organization_id: string; campaign_id: string }>(
    `with organization as (
       insert into organizations (name, concurrent_call_limit, created_at) values ('Bench', 1000, now()) returning id
     ), workflow as (
       insert into workflows (organization_id, name, created_at, updated_at)
       select id, 'Bench', now(), now() from organization returning id, organization_id
     ), version as (
       insert into workflow_definitions
         (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at, published_at)
       select organization_id, id, 1, 'published', '{"nodes": [], "edges": []}', now(), now() from workflow
     ), configuration as (
       insert into telephony_configurations
         (organization_id, name, provider, is_default_outbound, credentials_encrypted, created_at, updated_at)
       select id, 'Bench', 'simulated', true, '\\x00', now(), now() from organization returning id, organization_id
     ), source as (
       insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
       select gen_random_uuid(), id, $1, '[]', now() from organization returning id, organization_id
     )
     insert into campaigns (organization_id, name, workflow_id, state, source_id, total_rows, retry_config,
       circuit_breaker, telephony_configuration_id, created_at, started_at, resumed_at, wake_at)
     select workflow.organization_id, 'Bench', workflow.id, 'running', source.id, $1, '{}', '{}', configuration.id,
       now(), now(), now(), now()
     from workflow join source using (organization_id) join configuration using (organization_id)
     returning id as campaign_id, organization_id`,
    [contacts],
  );
  const campaign = {
    organization_id: Number(rows[0]?.organization_id),
    campaign_id: Number(rows[0]?.campaign_id),
  };
  await db.query(
    `insert into campaign_contacts (organization_id, campaign_id, row_number, phone_number, updated_at)
     select $3, $1, n, '+1' || (2000000000 + n), now() from generate_series(1, $2::int) as n`,
    [campaign.campaign_id, contacts, campaign.organization_id],
  );
  await db.query(
    `insert into campaign_zones (organization_id, campaign_id, zone) values ($1, $2, '')`,
    [campaign.organization_id, campaign.campaign_id],
  );
  await db.query(
    `insert into phone_numbers
       (organization_id, telephony_configuration_id, phone_number, in_pool, daily_cap, created_at)
     select organization_id, id, '+1' || (3000000000 + n), true, 10000, now()
     from telephony_configurations, generate_series(1, $1::int) as n`,
    [Number(values['capped-numbers'])],
  );
  await db.query('analyze');
  return campaign;
}
