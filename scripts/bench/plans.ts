import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { operations } from '../conformance/contract.ts';
import { createTenant } from './load/callers.ts';
import { createExchange } from './load/exchange.ts';
import { fill } from './load/fill.ts';
import { groupOf, isRefusalOnly } from './load/mix.ts';
import { costsOf, plansIn, type Cost } from './load/plans.ts';
import { withLoaded } from './load/server.ts';
import { execute, withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';

// The plans of the statements that the server sends for each read of the contract, with few and with many rows: those that
// read a table without an index, and those that read more with more rows.
// node scripts/with-postgres.ts node scripts/bench/plans.ts [--rows 10000,1000000]

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000,1000000' } } });
const steps = values.rows.split(',').map(Number);
/** What reads this many times the blocks grows with the rows; a deeper index takes one more. */
const growth = 3;
const fewBlocks = 100;
/** They read everything, in many statements of one kind: the first ones are enough. */
const whole: readonly string[] = ['exportRuns', 'getCampaignReport'];
const wholeMs = 3000;
const slowMs = 5000;
const idleMs = 20_000;

const directory = process.env['TEST_DATABASE_DIRECTORY'];
if (directory === undefined)
  throw new Error('It reads the log of a PostgreSQL that scripts/with-postgres.ts started.');
const log = openSync(join(directory, 'log'), 'r');
const reads = operations.filter(
  (operation) =>
    operation.method === 'GET' && groupOf(operation) !== 'stream' && !isRefusalOnly(operation),
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
  await withLoaded(url, async ({ server }) => {
    const exchange = createExchange(server.url, 4);
    const begin = createExchange(server.url, 1, wholeMs);
    const tenant = await createTenant(server.url, exchange, { name: 'plans', operations });
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    await db.query('set auto_explain.log_min_duration = -1');
    const measured: Map<string, Cost & { operation: string }>[] = [];
    for (const rows of steps) {
      const began = performance.now();
      Object.assign(tenant.filled, await fill(db, { ...tenant, rows }));
      await db.query('vacuum analyze');
      console.log(`${rows} rows: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      const costs = new Map<string, Cost & { operation: string }>();
      for (const operation of reads) {
        const from = fstatSync(log).size;
        const send = whole.includes(operation.id) ? begin : exchange;
        const { status, ms } = await send(await tenant.compose(operation));
        if (status === 0 || status >= 300) console.log(`${operation.id} was answered ${status}`);
        if (send === begin) await untilIdle(db);
        if (ms > slowMs) console.log(`${operation.id} took ${(ms / 1000).toFixed(1)} s`);
        for (const [query, cost] of costsOf(plansIn(textFrom(from))))
          costs.set(`${operation.id} ${query}`, { ...cost, operation: operation.id });
      }
      measured.push(costs);
    }
    await db.end();
    print(measured);
  });
});
closeSync(log);
process.exit();

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
