import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres } from '../chaos/postgres.ts';
import { createTraffic, type Failure, type Traffic } from './load/traffic.ts';
import { pinOthers, pinPostgres, withLoaded, type Loaded } from './load/server.ts';
import { tableOf, type Tally } from './load/tally.ts';
import { residentMib } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';

// Requests of every operation of the contract over many connections, some of them broken: no 5xx, and flat memory.
// node scripts/with-postgres.ts node scripts/bench/load.ts [--seconds 60] [--connections 200] [--broken 0.05] [--tenants 10] [--seed 1]
// PG_DURABLE=1 ... --stop 5: the database is stopped for 5 s in the middle, after which everything has to recover.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '200' },
    broken: { type: 'string', default: '0.05' },
    tenants: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    stop: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const stopSeconds = Number(values.stop);
/** Refusals while the database is away, and for as long as connections are opened again. */
const recoverySeconds = 5;
/** What a flat heap may differ by between two collections, since both are made amid requests. */
const maxGrowth = 1.15;

const faults: string[] = [];

await withDatabase(async (url) => {
  console.log(`${await machineOf()}; ${pinOthers()}`);
  await withLoaded(url, async (loaded) => {
    const traffic = await createTraffic(loaded.server.url, {
      connections: Number(values.connections),
      tenants: Number(values.tenants),
      broken: Number(values.broken),
      seed: Number(values.seed),
    });
    await measure(loaded, traffic);
  });
});
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length > 0) process.exitCode = 1;
process.exit();

async function measure({ server, memory, errors }: Loaded, traffic: Traffic): Promise<void> {
  const heaps: string[] = [];
  const mib: number[] = [];
  const collect = async (when: string): Promise<void> => {
    const heap = await memory.heapMib();
    mib.push(heap);
    heaps.push(`${when}: heap ${heap.toFixed(1)}, resident ${residentMib(server.pid).toFixed(0)}`);
  };
  // The first requests compile code and fill pools.
  await traffic.run(seconds / 4);
  report(traffic.failures(), () => false);
  await collect('after the warm-up');
  const running = traffic.run(seconds);
  const stopping = stopSeconds > 0 ? stop() : undefined;
  const tally = await running;
  await stopping;
  const failures = traffic.failures();
  await collect(`after ${seconds} s`);
  await traffic.run(seconds / 4);
  await collect(`after ${(seconds * 5) / 4} s`);
  print(tally, heaps);
  const isAway = ({ at, status }: Failure): boolean =>
    stopSeconds > 0 &&
    (status === 503 || status === 504) &&
    at >= Math.floor(seconds / 2) - 1 &&
    at <= seconds / 2 + stopSeconds + recoverySeconds;
  report(failures, isAway);
  report(traffic.failures(), () => false);
  const growth = (mib[2] ?? NaN) / (mib[1] ?? NaN);
  if (!(growth <= maxGrowth)) faults.push(`the heap grew to ${growth.toFixed(2)} x`);
  for (const line of [...new Set(errors)].slice(0, 5)) if (stopSeconds === 0) faults.push(line);
}

async function stop(): Promise<void> {
  const postgres = await openPostgres(process.env['TEST_DATABASE_URL'] ?? '');
  await pause((seconds / 2) * 1000);
  await postgres.stop('immediate');
  await pause(stopSeconds * 1000);
  await postgres.start();
  pinPostgres();
}

function report(failures: readonly Failure[], isAllowed: (failure: Failure) => boolean): void {
  for (const failure of failures.filter((each) => !isAllowed(each)))
    faults.push(
      `${failure.operation} was answered ${failure.status} ${failure.times} x at ${failure.at} s: ${failure.text.slice(0, 300)}`,
    );
}

function print(tally: Tally, heaps: readonly string[]): void {
  const { count, statuses } = tally;
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([code, n]) => `${n} x ${code}`);
  console.log(
    `${values.connections} connections, ${seconds} s, ${values.tenants} organizations: ${(count / seconds).toFixed(0)} requests/s\n${counts.join(', ')}`,
  );
  console.log(`MiB ${heaps.join('; ')}`);
  console.log(tableOf([tally.overall(), ...tally.byGroup()]));
  console.log('\nThe slowest operations:');
  console.log(tableOf(tally.byOperation().slice(0, 12)));
}
