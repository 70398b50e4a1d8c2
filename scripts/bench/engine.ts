import { parseArgs } from 'node:util';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { claim } from '../../src/campaigns/dialing/claim.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { createSlots } from '../../src/telephony/calls/slots.ts';
import { timestampOf } from '../../src/timestamp.ts';
import { prepareCalling } from '../chaos/calling.ts';
import { createClient, type Client } from '../chaos/client.ts';
import { keepAlive } from '../chaos/processes.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { secretKeys } from './support/servers.ts';

// S6: the calling engine on PostgreSQL: the start of a large campaign, what a claim costs with few and with many contacts,
// calls per second with one and two workers, and reading while it runs.
// node scripts/with-postgres.ts node scripts/bench/engine.ts [--contacts 1000000] [--calls 20000] [--concurrency 500]

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '20000' },
    concurrency: { type: 'string', default: '500' },
  },
});
const slots = createSlots();
const admin = { email: 'bench@example.com', password: 'bench-the-engine' };

await withDatabase(async (url) => {
  console.log(machine());
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const port = 20_000 + (process.pid % 20_000);
  const env = {
    DATABASE_URL: url,
    SECRET_KEYS: secretKeys,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SUPER_ADMIN_EMAIL: admin.email,
    SUPER_ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_PER_CALLER: '1000000000',
    RATE_LIMIT_PER_CARRIER: '1000000000',
    ROLE: 'api',
    PORT: String(port),
  };
  const server = await keepAlive('api', env);
  const { access_token } = await createClient(env.PUBLIC_URL)('POST', '/auth/login', admin);
  const api = createClient(env.PUBLIC_URL, access_token);
  const workflow_id = await prepareCalling(api, {
    name: 'Bench',
    limit: 100_000,
    pace: { ring_ms: 50, talk_ms: 200 },
  });
  try {
    await starts(db, api, workflow_id);
    await claims(url, db);
    await db.query(`update campaigns set state = 'canceled' where state = 'running'`);
    await db.query(
      `update workflow_runs set state = 'completed', outcome = 'unknown', ended_at = placing_at where state <> 'completed'`,
    );
    await db.query('delete from live_calls');
    await db.query('analyze');
    for (const workers of [1, 2]) await calls(db, api, { workflow_id, workers, env });
  } finally {
    await server.stop();
    await db.end();
  }
});

interface Wanted {
  readonly workflow_id: number;
  readonly contacts: number;
  readonly max_concurrency?: number;
}

/** A created campaign whose source was inserted directly into the database. */
async function campaign(
  db: pg.Client,
  api: Client,
  { workflow_id, contacts, ...limits }: Wanted,
): Promise<number> {
  const source_id = uuid();
  await db.query(
    `insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
     select $1, max(id), $2, '["first_name"]', now() from organizations`,
    [source_id, contacts],
  );
  await db.query(
    `insert into campaign_source_rows (organization_id, source_id, row_number, phone_number, initial_context)
     select source.organization_id, $1, n, '+1' || (2000000000 + n / 40 * 100 + n % 40),
       jsonb_build_object('first_name', 'Ada ' || n)
     from campaign_sources as source, generate_series(1, $2) as n where source.id = $1`,
    [source_id, contacts],
  );
  const made = await api('POST', '/campaign', {
    name: `Bench ${contacts}`,
    workflow_id,
    source_type: 'csv',
    source_id,
    ...limits,
  });
  return made['id'] as number;
}

async function starts(db: pg.Client, api: Client, workflow_id: number): Promise<void> {
  for (const contacts of [1000, 100_000, Number(values.contacts)]) {
    const id = await campaign(db, api, { workflow_id, contacts });
    const began = performance.now();
    await api('POST', `/campaign/${id}/start`);
    console.log(
      `start of ${contacts} contacts: ${((performance.now() - began) / 1000).toFixed(2)} s`,
    );
  }
  await db.query('analyze');
}

/** Claims twenty contacts at a time from each of the started campaigns, without placing calls. */
async function claims(url: string, db: pg.Client): Promise<void> {
  const connection = connectPostgres(url, { poolSize: 2 });
  const campaigns = await db.query<{ id: string; organization_id: string; total_rows: number }>(
    'select id, organization_id, total_rows from campaigns order by id',
  );
  const once = async ({
    id,
    organization_id,
  }: {
    id: string;
    organization_id: string;
  }): Promise<number> => {
    const began = performance.now();
    const wanted = {
      organization_id: Number(organization_id),
      campaign_id: Number(id),
      claim_id: uuid(),
      slots,
      now: timestampOf(new Date()),
      maxCalls: 20,
    };
    const { calls: taken = [] } =
      (await connection.db.transaction().execute((trx) => claim(trx, wanted))) ?? {};
    if (taken.length !== 20) throw new Error(`${taken.length} contacts were claimed.`);
    return performance.now() - began;
  };
  const measured = async (): Promise<void> => {
    const times = campaigns.rows.map((): number[] => []);
    for (let round = 0; round < 20; round++)
      for (const [index, row] of campaigns.rows.entries()) times[index]?.push(await once(row));
    for (const [index, { total_rows }] of campaigns.rows.entries())
      console.log(
        `claim of 20 of ${total_rows} contacts: ${spread(times[index]?.slice(5) ?? [], 1)} ms`,
      );
  };
  await measured();
  const large = campaigns.rows.at(-1);
  await db.query(
    `update campaign_contacts set state = 'done', outcome = 'completed', attempts = 1 where campaign_id = $1 and row_number % 1000000 between 2000 and $2 and state = 'pending'`,
    [large?.id, Number(large?.total_rows) * 0.9],
  );
  console.log('with nine of ten contacts of the largest done, not vacuumed:');
  await measured();
  await connection.close();
}

interface Calling {
  readonly workflow_id: number;
  readonly workers: number;
  readonly env: Record<string, string>;
}

async function calls(
  db: pg.Client,
  api: Client,
  { workflow_id, workers, env }: Calling,
): Promise<void> {
  const concurrency = Number(values.concurrency);
  const contacts = Number(values.calls);
  const id = await campaign(db, api, { workflow_id, contacts, max_concurrency: concurrency });
  const victims = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      keepAlive(`worker ${index}`, { ...env, ROLE: 'worker', PORT: '0' }),
    ),
  );
  const began = performance.now();
  await api('POST', `/campaign/${id}/start`);
  const [gets, progresses]: [number[], number[]] = [[], []];
  let state = 'running';
  while (state === 'running') {
    gets.push(await timed(() => api('GET', `/campaign/${id}`)));
    const asked = performance.now();
    state = (await api('GET', `/campaign/${id}/progress`))['state'] as string;
    progresses.push(performance.now() - asked);
    await new Promise((done) => setTimeout(done, 200));
  }
  const seconds = (performance.now() - began) / 1000;
  const late = await lateness(db, id, concurrency);
  console.log(
    `${workers} worker(s), ${concurrency} at once, calls of 250 ms: ${(contacts / seconds).toFixed(0)} calls/s (${contacts} in ${seconds.toFixed(1)} s)`,
  );
  console.log(
    `  get campaign ${spread(gets, 1)} ms, progress ${spread(progresses, 1)} ms meanwhile`,
  );
  console.log(
    `  from a free slot to the next call: median ${median(late).toFixed(0)} ms, 99 % ${(late[Math.floor(late.length * 0.99)] ?? 0).toFixed(0)} ms`,
  );
  for (const victim of victims) await victim.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** For each call after the first ones: the time from when its slot became free until it was inserted; ascending. */
async function lateness(db: pg.Client, id: number, concurrency: number): Promise<number[]> {
  const { rows } = await db.query<{ late: number }>(
    `with placed as (select created_at, row_number() over (order by created_at, id) as n from workflow_runs where campaign_id = $1),
       freed as (select ended_at, row_number() over (order by ended_at, id) as n from workflow_runs where campaign_id = $1)
     select greatest(extract(epoch from placed.created_at - freed.ended_at) * 1000, 0)::float as late
     from placed join freed on freed.n = placed.n - $2 order by 1`,
    [id, concurrency],
  );
  return rows.map(({ late }) => late);
}
