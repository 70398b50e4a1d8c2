import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { list, type RunsQuery } from '../../src/workflows/runs/list-queries.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { spread } from './support/figures.ts';

// What each of the first three pages of a list costs an organization with many runs, by filter and order.
// node scripts/with-postgres.ts node scripts/bench/run-lists.ts [--runs 1000000] [--rounds 20]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
  },
});
const organization_id = 1;
const batch = 50_000;
const middle = '2026-06-01T00:00:00.000Z';

const queries: Readonly<Record<string, Omit<RunsQuery, 'organization_id'>>> = {
  'no filter': {},
  'no filter, oldest first': { sort: 'created_at' },
  'longest first': { sort: '-duration_seconds' },
  'shortest first': { sort: 'duration_seconds' },
  'longest first, outcome that none has': { sort: '-duration_seconds', outcome: 'unknown' },
  'outcome of many': { outcome: 'completed' },
  'outcome of none': { outcome: 'unknown' },
  'outcome of none, half a year ago': { outcome: 'unknown', created_before: middle },
  'to_number of two': { to_number: '+12025000077' },
  'to_number of none': { to_number: '+12029999999' },
  'from_number of a tenth': { from_number: '+12025550103' },
  'from_number of a tenth, half a year ago': {
    from_number: '+12025550103',
    created_before: middle,
  },
  'from_number of a tenth, outcome of none': { from_number: '+12025550103', outcome: 'unknown' },
  'call_disposition of a hundred': { call_disposition: 'rare' },
  'call_disposition of a third': { call_disposition: 'confirmed' },
  'answered_by of none': { answered_by: 'unknown' },
  'answered_by human': { answered_by: 'human' },
  'answered_by human, no consent': { answered_by: 'human', has_consent: false },
  'consent of one in ten thousand': { has_consent: true },
  'no consent': { has_consent: false },
  'campaign, outcome of none': { campaign_id: 1, outcome: 'unknown' },
  'state running': { state: 'running' },
  'test runs': { mode: 'test' },
  'name that none has': { name: 'nowhere' },
  'name that many have': { name: 'CALL 5' },
  'transcript that none has': { transcript: 'nowhere' },
  'transcript that many have': { transcript: 'good morning' },
  'every filter': {
    workflow_id: 1,
    campaign_id: 1,
    mode: 'campaign',
    outcome: 'completed',
    from_number: '+12025550103',
    call_disposition: 'confirmed',
    answered_by: 'human',
    has_consent: false,
    name: 'nowhere',
    created_before: middle,
  },
};

console.log(`${machine()}\n${values.runs} runs of one organization, milliseconds for a page`);
await withDatabase(async (url) => {
  const connection = connectPostgres(url, { poolSize: 1 });
  const { db } = connection;
  try {
    await migrate(db);
    await fill(db);
    for (const [name, query] of Object.entries(queries)) {
      const costs: number[] = [];
      let found = '';
      for (let round = 0; round < Number(values.rounds); round += 1) {
        let cursor: string | null = null;
        for (let turn = 0; turn < 3; turn += 1) {
          const began = performance.now();
          const page = await list(db, { ...query, organization_id, ...(cursor && { cursor }) });
          costs.push(performance.now() - began);
          if (turn === 0) found = `${page.items.length} runs${page.next_cursor ? ', more' : ''}`;
          cursor = page.next_cursor;
          if (cursor === null) break;
        }
      }
      console.log(`${name.padEnd(42)} ${spread(costs)}   ${found}`);
    }
  } finally {
    await connection.close();
  }
});

/** A year of calls of one campaign; seven of ten are answered, one number is called twice. */
async function fill(db: Db): Promise<void> {
  const now = sql`'2026-01-01T00:00:00Z'::timestamptz`;
  await sql`insert into organizations (name, created_at) values ('Bench', ${now})`.execute(db);
  await sql`insert into workflows (organization_id, name, created_at, updated_at)
    values (1, 'Bench', ${now}, ${now})`.execute(db);
  await sql`insert into workflow_definitions
    (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at)
    values (1, 1, 1, 'published', '{}', ${now})`.execute(db);
  // Without the checks of foreign keys and the counts of a million runs.
  await sql`set session_replication_role = replica`.execute(db);
  for (let from = 1; from <= Number(values.runs); from += batch) await fillFrom(db, from);
  await sql`reset session_replication_role`.execute(db);
  await sql`analyze`.execute(db);
}

function fillFrom(db: Db, from: number) {
  const to = Math.min(from + batch - 1, Number(values.runs));
  const now = sql`'2026-01-01T00:00:00Z'::timestamptz`;
  return sql`
    insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome, to_number,
      from_number, call_disposition, answered_by, campaign_id, gathered_context, transcript, created_at, started_at, ended_at)
    select 1, 1, 1, 'Call ' || n, 'campaign', 'completed',
      case when n % 10 < 7 then 'completed' else 'busy' end,
      '+1202' || 5000000 + n % (${values.runs}::integer / 2), '+120255501' || lpad((n % 10)::text, 2, '0'),
      case when n % (${values.runs}::integer / 100) = 0 then 'rare' when n % 3 = 0 then 'confirmed' end,
      case when n % 10 < 7 then 'human' end, 1,
      case when n % 10000 = 0 then '{"consent_given": true}'::jsonb else '{}'::jsonb end,
      case when n % 10 < 7 then jsonb_build_array(
        jsonb_build_object('role', 'agent', 'text', 'Good morning, am I speaking with customer ' || n || '?', 'at', ''),
        jsonb_build_object('role', 'caller', 'text', md5(n::text) || md5((n + 1)::text), 'at', '')
      ) end,
      at, case when n % 10 < 7 then at + interval '5 seconds' end, at + make_interval(secs => 6 + n % 300)
    from generate_series(${from}::integer, ${to}::integer) as n,
      lateral (select ${now} + n * interval '365 days' / ${values.runs}::integer as at) as times`.execute(
    db,
  );
}
