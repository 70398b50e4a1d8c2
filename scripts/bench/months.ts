import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { beginOf, monthsFrom } from '../../src/db/months.ts';
import { makeMonth } from '../../src/db/partitions.ts';
import { timestampOf } from '../../src/timestamp.ts';
import * as deliveries from '../../src/webhooks/deliveries/queries.ts';
import * as records from '../../src/webhooks/deliveries/record-queries.ts';
import * as replays from '../../src/webhooks/deliveries/replay-queries.ts';
import { webhookMonths } from '../../src/webhooks/month-queries.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { spread } from './support/figures.ts';

// What the same deliveries cost in one month and in many.
// node scripts/with-postgres.ts node scripts/bench/months.ts [--deliveries 1000000] [--rounds 200]

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '200' },
  },
});
const batch = 100;
const organization_id = 1;
const first = '2020-01';

console.log(`${machine()}\n${values.deliveries} deliveries of one endpoint, milliseconds`);
for (const months of [1, 12, 36, 120])
  await withDatabase(async (url) => {
    const connection = connectPostgres(url, { poolSize: 1 });
    const { db } = connection;
    try {
      await migrate(db);
      await fill(db, months);
      const costs = await costsOf(db);
      const figures = Object.entries(costs).map(([name, ms]) => `${name} ${spread(ms)}`);
      console.log(`${String(months).padStart(4)} months: ${figures.join('   ')}`);
    } finally {
      await connection.close();
    }
  });

/** The same number of deliveries in each month; those of the last batch are pending. */
async function fill(db: Db, months: number): Promise<void> {
  const all = monthsFrom(first, months - 1);
  for (const month of all) await makeMonth(db, webhookMonths, month);
  await sql`insert into organizations (name, created_at) values ('Bench', now())`.execute(db);
  await sql`
    insert into webhook_endpoints (organization_id, url, events, secret_encrypted, created_at, updated_at)
    values (${organization_id}, 'http://127.0.0.1', '{call_ended}', '\\x00', now(), now())`.execute(
    db,
  );
  const each = Math.ceil(Number(values.deliveries) / months);
  for (const [index, month] of all.entries()) {
    const from = index * each;
    const at = sql`${beginOf(month)}::timestamptz + n % 40000 * interval '1 minute'`;
    await sql`
      insert into webhook_events (organization_id, position, run_id, event, id, body, created_at, composed_at)
      select ${organization_id}, ${from}::bigint + n, ${from}::bigint + n, 'call_ended', gen_random_uuid(), repeat('x', 500), ${at}, ${at}
      from generate_series(1, ${each}::int) as n`.execute(db);
    await sql`
      insert into webhook_deliveries
        (organization_id, endpoint_id, event_id, position, run_id, event, event_created_at, created_at, state, settled_at)
      select organization_id, 1, id, position, run_id, event, created_at, created_at, 'delivered', created_at
      from webhook_events where created_at >= ${beginOf(month)}
      order by run_id`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

async function costsOf(db: Db): Promise<Record<string, number[]>> {
  const costs: Record<string, number[]> = { page: [], 'by id': [], replay: [], settle: [] };
  const now = timestampOf(new Date());
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    costs[name]?.push(performance.now() - began);
    return result;
  };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const page = await timed('page', () => deliveries.list(db, organization_id, { limit: 50 }));
    const last = page[round % 50]!;
    const row = await timed('by id', () => deliveries.get(db, organization_id, last.id - round));
    await timed('replay', () => db.transaction().execute((trx) => replays.replay(trx, row, now)));
    const newest = await deliveries.list(db, organization_id, { limit: batch });
    const rows = newest.map((each) => ({
      ...each,
      state: 'delivered' as const,
      lease: null,
      tries: 1,
      next_attempt_at: null,
      settled_at: now,
      attempt_count: each.attempt_count + 1,
    }));
    const attempts = rows.map((each) => ({
      delivery_id: each.id,
      number: each.attempt_count,
      at: now,
      status: 204,
      duration_ms: 1,
      answer: null,
      error: null,
    }));
    await timed('settle', () =>
      db.transaction().execute((trx) => records.settleAll(trx, { rows, attempts, now })),
    );
  }
  return costs;
}
