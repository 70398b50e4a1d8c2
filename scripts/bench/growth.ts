import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Tenant } from './load/callers.ts';
import { addOrganization, fill } from './load/fill.ts';
import { pinOthers, withLoaded } from './load/server.ts';
import type { Line } from './load/tally.ts';
import { createTraffic, type Traffic } from './load/traffic.ts';
import { withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';

// The mix of `load` with more and more organizations that have many contacts and runs.
// node scripts/with-postgres.ts node scripts/bench/growth.ts [--organizations 1,10,100] [--rows 100000,100000,100000] [--seconds 20]
// [--connections 50]
// Ten organizations act throughout; the others only have rows. --rows: contacts and runs of each organization that a step adds.

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '1,10,100' },
    rows: { type: 'string', default: '100000,100000,100000' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const acting = 10;
const steps = values.organizations.split(',').map(Number);
const rows = values.rows.split(',').map(Number);
const seconds = Number(values.seconds);

await withDatabase(async (url) => {
  console.log(`${await machineOf()}; ${pinOthers()}`);
  await withLoaded(url, async ({ server }) => {
    const traffic = await createTraffic(server.url, {
      connections: Number(values.connections),
      tenants: acting,
      broken: 0.05,
      seed: Number(values.seed),
    });
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    const measured: { readonly step: string; readonly lines: readonly Line[] }[] = [];
    let filled = 0;
    for (const [index, step] of [0, ...steps].entries()) {
      const began = performance.now();
      const each = rows[index - 1] ?? 0;
      for (; filled < step; filled++) await fillNext(db, traffic.tenants[filled], each);
      await db.query('vacuum analyze');
      const filling = (performance.now() - began) / 1000;
      const name = step === 0 ? 'none' : `${step} (${each} rows)`;
      console.log(`${name}: filled in ${filling.toFixed(0)} s, ${await sizeOf(db)}`);
      measured.push({ step: name, lines: await measure(traffic) });
    }
    await db.end();
    print(measured);
  });
});
process.exit();

async function fillNext(db: pg.Client, tenant: Tenant | undefined, each: number): Promise<void> {
  if (tenant) Object.assign(tenant.filled, await fill(db, { ...tenant, rows: each }));
  else await fill(db, { ...(await addOrganization(db)), rows: each });
}

async function sizeOf(db: pg.Client): Promise<string> {
  const { rows: found } = await db.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return found[0]?.size ?? '';
}

async function measure(traffic: Traffic): Promise<readonly Line[]> {
  await traffic.run(seconds / 4);
  const tally = await traffic.run(seconds);
  for (const { operation, status, times, text } of traffic.failures())
    console.log(`FAULT ${operation} was answered ${status} ${times} x: ${text.slice(0, 300)}`);
  if (traffic.failures().length > 0) process.exitCode = 1;
  return [
    tally.overall(),
    ...tally.byGroup(),
    ...tally.byOperation().filter(({ count }) => count > 20),
  ];
}

/** p50 and p99 of each group and of the operations that slow down most, one column for each step. */
function print(measured: readonly { step: string; lines: readonly Line[] }[]): void {
  const [first, last] = [measured[0]?.lines ?? [], measured.at(-1)?.lines ?? []];
  const slowdown = ({ name, p50 }: Line): number =>
    p50 / (first.find((line) => line.name === name)?.p50 ?? NaN);
  const isOperation = ({ name }: Line): boolean => /[A-Z]/.test(name);
  const slower = last.filter(isOperation).toSorted((a, b) => slowdown(b) - slowdown(a));
  const shown = [...last.filter((line) => !isOperation(line)), ...slower.slice(0, 15)];
  console.log(
    `| p50, p99 in ms | ${measured.map(({ step }) => step).join(' | ')} |\n|---|${'---|'.repeat(measured.length)}`,
  );
  for (const { name } of shown) {
    const cells = measured.map(({ lines }) => {
      const line = lines.find((each) => each.name === name);
      return line ? `${line.p50.toFixed(0)}, ${line.p99.toFixed(0)}` : '-';
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
