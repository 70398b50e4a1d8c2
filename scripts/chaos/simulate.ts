import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openEmbedded, prepareDump } from '../../test/simulation/embedded.ts';
import { commandOf, linesOf, type Outcome, runSeed, shown } from '../../test/simulation/seeds.ts';
import { createWorld, type World } from '../../test/simulation/simulation.ts';
import { replaceTime } from '../../test/simulation/time.ts';

// Simulates the service, its database, its clock and the telephone network in one process, in an order that a seed
// decides, with crashes between any two statements; and holds each run against every promise.
//
// node scripts/chaos/simulate.ts [--seeds 200] [--first 1] [--threads 2] [--shrink 30] [--failures 5]
// node scripts/chaos/simulate.ts --first 17 --seeds 1 --log [--path 0:1:2]    repeats a run, and shows each step

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    path: { type: 'string' },
    shrink: { type: 'string', default: '30' },
    failures: { type: 'string', default: '5' },
    log: { type: 'boolean', default: false },
  },
});
const [first, seeds] = [Number(values.first), Number(values.seeds)];
const { path } = values;

/** After so many runs the database is a new one: deleted rows take space. */
const runsPerDatabase = 250;
/** For how long a smaller plan that fails too is searched. */
const shrinkMs = Number(values.shrink) * 1000;
/** After so many that fail no more runs begin. */
const maxFailures = Number(values.failures);

interface Shared {
  readonly dump: ArrayBuffer;
  /** The number of runs that were begun. */
  readonly begun: SharedArrayBuffer;
}

interface Summary {
  readonly seed: number;
  readonly calls: number;
  readonly transfers: number;
  readonly steps: number;
  readonly faults: Outcome['result']['faults'];
  /** Absent: every promise was kept. */
  readonly failure?: readonly string[];
  readonly log?: readonly string[];
}

/** Runs seeds until all have begun. */
async function runSome({ dump, begun }: Shared, done: (summary: Summary) => void): Promise<void> {
  replaceTime();
  const count = new Int32Array(begun);
  let world: World | undefined;
  for (let runs = 0; ; runs += 1) {
    const seed = first + Atomics.add(count, 0, 1);
    if (seed >= first + seeds) return world?.embedded.close();
    if (runs % runsPerDatabase === 0) {
      await world?.embedded.close();
      world = await createWorld(await openEmbedded(new Blob([dump])));
    }
    done(summaryOf(await runSeed(world!, { seed, ...(path && { path }) }, { shrinkMs })));
  }
}

function summaryOf(outcome: Outcome): Summary {
  const { seed, plan, result } = outcome;
  const { violations, calls, transfers, log, faults } = result;
  const hasFailed = violations.length > 0;
  return {
    seed,
    calls,
    transfers,
    steps: log.length,
    faults,
    ...(hasFailed && { failure: [...violations.map(shown), commandOf(outcome)] }),
    ...((hasFailed || values.log) && { log: [JSON.stringify(plan), ...linesOf(result)] }),
  };
}

async function main(): Promise<void> {
  if (!Number.isInteger(first) || !(seeds > 0)) throw new Error('--first and --seeds are numbers.');
  const started = performance.now();
  const dump = await (await prepareDump()).arrayBuffer();
  const shared: Shared = { dump, begun: new SharedArrayBuffer(4) };
  const total = { runs: 0, calls: 0, transfers: 0, steps: 0 };
  const faults: Record<string, number> = {};
  let failures = 0;
  const done = (summary: Summary): void => {
    total.runs += 1;
    total.calls += summary.calls;
    total.transfers += summary.transfers;
    total.steps += summary.steps;
    for (const [kind, count] of Object.entries(summary.faults))
      faults[kind] = (faults[kind] ?? 0) + count;
    for (const line of summary.log ?? []) console.log(line);
    if (!summary.failure) return;
    console.log(`seed ${summary.seed} broke promises:\n${summary.failure.join('\n')}`);
    failures += 1;
    // The others finish what they have begun.
    if (failures === maxFailures) Atomics.store(new Int32Array(shared.begun), 0, seeds);
  };
  const threads = Math.min(Number(values.threads), seeds);
  await Promise.all(Array.from({ length: threads }, () => inThread(shared, done)));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${total.runs} runs from seed ${first} in ${seconds} s: ${total.calls} calls, ${total.transfers} transfers, ${total.steps} steps, ${failures} runs broke promises`,
  );
  console.log(`faults: ${JSON.stringify(faults)}`);
  process.exitCode = failures === 0 ? 0 : 1;
}

const inThread = (shared: Shared, done: (summary: Summary) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: shared,
      argv: process.argv.slice(2),
    });
    worker.on('error', reject);
    worker.on('message', (summary: Summary | 'finished') => {
      if (summary !== 'finished') return done(summary);
      resolve();
      void worker.terminate();
    });
  });

if (isMainThread) await main();
else {
  const say = (message: Summary | 'finished'): void => parentPort?.postMessage(message, []);
  await runSome(workerData as Shared, say);
  say('finished');
}
