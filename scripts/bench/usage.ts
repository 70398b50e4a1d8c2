import { deepStrictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { addAllChanges } from '../../src/billing/usage/jobs.ts';
import { report, type UsageRow } from '../../src/billing/usage/queries.ts';
import { type Grouping, ratio } from '../../src/billing/usage/rules.ts';
import { noUsage, usage } from '../../src/billing/usage/views.ts';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { up as countAll } from '../../src/db/migrations/0031_usage_counts.ts';
import { machine, postgresMicroseconds } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { spread } from './support/figures.ts';

// Whether an organization's usage equals a count of its runs, how long both take, and what the triggers cost a run.
// node scripts/with-postgres.ts node scripts/bench/usage.ts [--runs 10000,1000000] [--rounds 5]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '5' },
  },
});
const organization_id = 1;
const period = { from: '2026-01-01', to: '2027-01-01' };
const batch = 50_000;

const keys: Readonly<Record<Grouping, string>> = {
  day: `(run.created_at at time zone 'UTC')::date - '1970-01-01'::date`,
  week: `date_trunc('week', run.created_at at time zone 'UTC')::date - '1970-01-01'::date`,
  month: `date_trunc('month', run.created_at at time zone 'UTC')::date - '1970-01-01'::date`,
  workflow: 'run.workflow_id',
  campaign: 'coalesce(run.campaign_id, 0)',
  configuration: 'coalesce(run.telephony_configuration_id, 0)',
  outcome: `8 - array_position(array['completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown'], outcome)`,
};

console.log(machine());
for (const runs of values.runs.split(',').map(Number))
  await withDatabase(async (url) => {
    const connection = connectPostgres(url, { poolSize: 1 });
    const { db } = connection;
    try {
      await migrate(db);
      // A count of everything takes longer than a request may.
      await sql`set statement_timeout = 0`.execute(db);
      await fill(db, runs);
      const counting = await timed(() => countAll(db as unknown as Kysely<unknown>));
      await sql`vacuum analyze usage_counts`.execute(db);
      const { rows } = await sql<{ counters: number; mib: number }>`
        select count(*) as counters, pg_total_relation_size('usage_counts') / 1048576 as mib from usage_counts`.execute(
        db,
      );
      console.log(
        `\n${runs} runs of a year: counted by the migration in ${counting.ms.toFixed(0)} ms, ${rows[0]?.counters} counters, ${rows[0]?.mib} MiB`,
      );
      for (const group_by of Object.keys(keys) as Grouping[]) await compare(db, group_by);
      await triggers(db);
    } finally {
      await connection.close();
    }
  });

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

/** The report, with groups and total, against a count of the runs; throws if they differ. */
async function compare(db: Db, group_by: Grouping): Promise<void> {
  const query = { ...period, organization_id, group_by, rows: 400 };
  const costs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    costs.push((await timed(async () => (await report(db, query)).map(usage))).ms);
  const found = await report(db, query);
  const plain = await timed(() => count(db, group_by));
  const shown = found.map((row) => ({ key: row.key, usage: usage(row) }));
  deepStrictEqual(
    shown,
    plain.result.map(({ key, p50_seconds, p90_seconds, p99_seconds, ...row }) => ({
      key,
      usage: {
        ...usage({ ...noUsage, ...row }),
        duration: {
          average_seconds: ratio(row.seconds, row.connected, 2),
          p50_seconds,
          p90_seconds,
          p99_seconds,
        },
      },
    })),
  );
  console.log(
    `${group_by.padEnd(14)} ${String(found.length - 1).padStart(4)} groups, equal; report ${spread(costs)} ms, count ${plain.ms.toFixed(0).padStart(6)} ms`,
  );
}

type Percentile = 'p50_seconds' | 'p90_seconds' | 'p99_seconds';
type Counted = Omit<UsageRow, 'durations'> & Readonly<Record<Percentile, number | null>>;

/** The same, counted over the runs with the functions of PostgreSQL. */
async function count(db: Db, group_by: Grouping) {
  const of = (outcome: string) =>
    `count(*) filter (where outcome = '${outcome}' and mode <> 'test') as ${outcome}`;
  const rank = (percent: number) =>
    `percentile_disc(${percent / 100}) within group (order by duration_seconds) as p${percent}_seconds`;
  const unit = (name: string) => `
    select key, '${name}' as measure, count(*) as runs, sum((usage ->> '${name}')::numeric) as amount from run
    where usage ->> '${name}' is not null group by grouping sets ((key), ()) having count(*) > 0`;
  const { rows } = await sql<Counted>`${sql.raw(`
    with run as materialized (
      select (${keys[group_by]})::bigint as key, outcome, mode, duration_seconds, has_consent, usage
      from workflow_runs as run
      where organization_id = ${organization_id} and state = 'completed' and created_at >= '${period.from}T00:00:00Z'
        and created_at < '${period.to}T00:00:00Z'
    ), consumption as (
      select key, jsonb_agg(
        jsonb_build_object('measure', measure, 'runs', runs, 'amount', trim_scale(amount)::text) order by measure
      ) as consumed
      from (
        ${unit('seconds')} union all ${unit('tokens')} union all ${unit('characters')}
        union all
        select key, 'cost/' || source || '/' || currency, count(*), sum(amount) from run cross join lateral (
          select line ->> 'source' as source, line ->> 'currency' as currency, sum((line ->> 'amount')::numeric) as amount
          from jsonb_array_elements(usage -> 'cost') as line group by 1, 2
        ) as lines group by grouping sets ((key, source, currency), (source, currency))
      ) as reported group by key
    ), sums as (
      select key, count(*) filter (where mode <> 'test') as calls, 0 as in_progress,
        count(duration_seconds) as connected, coalesce(sum(duration_seconds), 0) as seconds,
        count(*) filter (where duration_seconds is not null and has_consent) as consents,
        count(*) filter (where mode = 'test') as test_runs,
        ${['completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown'].map(of).join(', ')},
        ${[50, 90, 99].map(rank).join(', ')}
      from run group by grouping sets ((key), ())
    )
    select sums.*, coalesce(consumed, '[]') as consumed from sums
      left join consumption on consumption.key is not distinct from sums.key
    order by sums.key desc nulls last`)}`.execute(db);
  return rows;
}

/** Five workflows, 120 campaigns of three days each and two configurations; test runs among them. */
async function fill(db: Db, runs: number): Promise<void> {
  const now = sql`'2026-01-01T00:00:00Z'::timestamptz`;
  await sql`insert into organizations (name, created_at) values ('Bench', ${now})`.execute(db);
  await sql`insert into workflows (organization_id, name, created_at, updated_at)
    select 1, 'Bench', ${now}, ${now} from generate_series(1, 5)`.execute(db);
  await sql`insert into workflow_definitions
    (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at)
    select 1, id, 1, 'published', '{}', ${now} from workflows order by id`.execute(db);
  // Without the checks of foreign keys and the counts of a million runs.
  await sql`set session_replication_role = replica`.execute(db);
  for (let from = 1; from <= runs; from += batch)
    await sql`
      insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome, to_number,
        campaign_id, telephony_configuration_id, gathered_context, usage, created_at, started_at, ended_at)
      select 1, 1 + n % 5, 1 + n % 5, 'Call ' || n, mode, 'completed', outcome, '+12025550100',
        case mode when 'campaign' then 1 + (n::bigint * 121 / ${runs}::integer)::integer end,
        case when mode <> 'test' then 1 + n % 2 end,
        case when n % 7 = 0 then '{"consent_given": true}'::jsonb else '{}'::jsonb end,
        case when n % 4 = 0 then jsonb_build_object(
          'seconds', null, 'tokens', n % 3000, 'characters', case when n % 8 = 0 then n % 500 end,
          'cost', jsonb_build_array(
            jsonb_build_object('source', 'language_model', 'amount', (n % 997) || '.000000' || n % 1000, 'currency', 'USD'),
            jsonb_build_object('source', 'telephony', 'amount', '0.' || n % 100, 'currency', case when n % 3 = 0 then 'EUR' else 'USD' end)
          ), 'details', '{}'::jsonb) end,
        at, case when answered then at + interval '5 seconds' end,
        at + make_interval(secs => 6 + case when answered then hashint4(n) & 511 else 0 end)
      from generate_series(${from}::integer, ${Math.min(from + batch - 1, runs)}::integer) as n,
        lateral (
          select ${now} + n * interval '364 days' / ${runs}::integer as at, n % 10 < 6 as answered,
            case when n % 50 = 0 then 'test' when n % 3 = 0 then 'ad_hoc' else 'campaign' end as mode,
            case when n % 10 < 5 then 'completed' when n % 10 = 5 then 'voicemail' when n % 10 < 8 then 'busy' when n % 10 = 8 then 'no_answer' else 'failed' end as outcome
        ) as made`.execute(db);
  await sql`reset session_replication_role`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** The CPU time of PostgreSQL for a run from its creation to its end, a statement each, with the triggers of usage and without. */
async function triggers(db: Db): Promise<void> {
  const many = 2000;
  const created = sql`'2026-06-01T00:00:00Z'::timestamptz`;
  const perRun = async (): Promise<number> => {
    const before = postgresMicroseconds();
    for (let turn = 0; turn < many; turn += 1) {
      const { rows } = await sql<{ id: number }>`
        insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, to_number, created_at)
        values (1, 1, 1, 'Call', 'ad_hoc', '+12025550100', ${created}) returning id`.execute(db);
      const id = rows[0]?.id;
      await sql`update workflow_runs set state = 'running', started_at = ${created} where id = ${id}`.execute(
        db,
      );
      await sql`update workflow_runs set state = 'completed', outcome = 'completed',
        ended_at = ${created} + make_interval(secs => ${turn % 300}) where id = ${id}`.execute(db);
    }
    return (postgresMicroseconds() - before) / many;
  };
  const [with_, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await sql`alter table workflow_runs disable trigger workflow_runs_usage_updated`.execute(db);
    without.push(await perRun());
    await sql`alter table workflow_runs enable trigger workflow_runs_usage_updated`.execute(db);
    with_.push(await perRun());
  }
  const before = postgresMicroseconds();
  await addAllChanges({ db });
  const adding = (postgresMicroseconds() - before) / (many * Number(values.rounds));
  const alone: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await sql`insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome,
        to_number, created_at, started_at, ended_at)
      values (1, 1, 1, 'Call', 'ad_hoc', 'completed', 'completed', '+12025550100', ${created}, ${created},
        ${created} + interval '1 minute')`.execute(db);
    alone.push((await timed(() => addAllChanges({ db }))).ms);
  }
  console.log(
    `CPU of PostgreSQL for a run in three statements: ${spread(without)} us without the triggers of usage, ${spread(with_)} us with them; then ${adding.toFixed(0)} us to add its changes to the counts; a call alone takes ${spread(alone)} ms`,
  );
}
