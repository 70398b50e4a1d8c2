import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v4 as uuid } from 'uuid';
import type { Connection } from '../../src/db/connect.ts';
import { createRounds } from '../../src/jobs/rounds.ts';
import { startSweeps, type Sweep } from '../../src/jobs/sweeps.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { copyDatabase } from '../support/database.ts';

const leaseMs = 400;
const dayMs = 24 * 60 * 60 * 1000;
const within = { timeout: 10_000, interval: 5 };
let connection: Connection;
beforeAll(async () => {
  connection = await copyDatabase();
});
afterAll(() => connection.close());

function logged() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: createLog('info', { write }) };
}

/** The sweeps of a process, and what it logs. */
function startProcess(sweeps: readonly Sweep[], stuckMs = dayMs) {
  const { lines, log } = logged();
  const metrics = createMetrics();
  const rounds = createRounds((kind, name) => metrics.work.failed(kind, name));
  const { db } = connection;
  return { lines, metrics, ...startSweeps(sweeps, { db, log, rounds, stuckMs, leaseMs }) };
}

/** A sweep with a name of its own that notes when it begins, and how many run at once. */
function givenSweep(everyMs: number, work: () => Promise<unknown> = async () => {}) {
  const begun: number[] = [];
  const seen = { running: 0, most: 0 };
  const sweep = async (): Promise<void> => {
    begun.push(performance.now());
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    try {
      await work();
    } finally {
      seen.running -= 1;
    }
  };
  return { begun, seen, sweep: { name: uuid(), everyMs, sweep } satisfies Sweep };
}

const rowOf = ({ name }: Sweep) =>
  connection.db
    .selectFrom('sweeps')
    .select(['holder', 'failures', sql<boolean>`due_at > clock_timestamp()`.as('is_held')])
    .where('name', '=', name)
    .executeTakeFirst();

const pausesOf = (begun: readonly number[]): number[] =>
  begun.slice(1).map((at, n) => at - (begun[n] ?? 0));

describe.each([
  ['of all processes', {}],
  ['of each process', { isLocal: true }],
] as const)('Sweeps %s', (_, scope) => {
  test('run repeatedly', async () => {
    const { begun, sweep } = givenSweep(20);
    const process = startProcess([{ ...sweep, ...scope }]);

    await expect.poll(() => begun.length, within).toBeGreaterThan(30);
    await process.stop();

    expect(Math.min(...pausesOf(begun))).toBeGreaterThan(0);
  });

  test('run again after one has failed, which is logged and counted', async () => {
    let turns = 0;
    const { sweep } = givenSweep(1, () => {
      turns += 1;
      return turns === 1 ? Promise.reject(new Error('no luck')) : Promise.resolve();
    });

    const process = startProcess([{ ...sweep, ...scope }]);
    await expect.poll(() => turns, within).toBeGreaterThan(4);
    await process.stop();

    expect(process.lines).toEqual([
      expect.objectContaining({ msg: 'a sweep failed', sweep: sweep.name }),
    ]);
    expect(await process.metrics.registry.metrics()).toContain(
      `sweep_failures_total{sweep="${sweep.name}"} 1`,
    );
  });

  test('continue when one throws before its first await', async () => {
    let turns = 0;
    const { name } = givenSweep(1).sweep;
    const sweep = (): Promise<unknown> => {
      turns += 1;
      throw new Error('at once');
    };

    const process = startProcess([{ name, everyMs: 1, sweep, ...scope }]);
    await expect.poll(() => turns, within).toBeGreaterThan(1);
    await process.stop();

    expect(process.lines).toHaveLength(turns);
  });

  test('do not wait for each other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = givenSweep(1, () => promise);
    const failing = givenSweep(1, () => Promise.reject(new Error('no luck')));
    const quick = givenSweep(10);
    const all = [slow, failing, quick].map(({ sweep }) => ({ ...sweep, ...scope }));
    const process = startProcess(all);

    await expect.poll(() => quick.begun.length, within).toBeGreaterThan(20);

    resolve();
    await process.stop();
  });

  test('never run twice at once; stopping waits for the run in progress and cuts pauses short', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = givenSweep(1, () => promise);
    const rare = givenSweep(3_600_000);
    const process = startProcess([
      { ...busy.sweep, ...scope },
      { ...rare.sweep, ...scope },
    ]);
    await expect.poll(() => busy.seen.running, within).toBe(1);

    let stopped = false;
    const stopping = process.stop().then(() => (stopped = true));
    await new Promise(setImmediate);
    const early = stopped;
    resolve();
    await stopping;

    expect([early, busy.seen]).toEqual([false, { running: 0, most: 1 }]);
  });
});

describe('Sweeps of all processes', () => {
  test('run once in each period, whichever process runs them', async () => {
    const { begun, seen, sweep } = givenSweep(100);
    const rare = givenSweep(3_600_000);
    const sweeps = [sweep, rare.sweep];

    const processes = [startProcess(sweeps), startProcess(sweeps), startProcess(sweeps)];
    await expect.poll(() => begun.length, within).toBeGreaterThan(20);
    await Promise.all(processes.map((each) => each.stop()));

    // A lease of four periods has four runs.
    expect(begun.at(-1)! - begun[0]!).toBeGreaterThan((begun.length - 5) * 100);
    expect(seen.most).toBe(1);
    expect(rare.begun).toHaveLength(1);
  });

  test('are taken over when the lease of a process that died has ended, not before', async () => {
    const { begun, sweep } = givenSweep(100);
    await sql`
      insert into sweeps (name, every_ms, holder, due_at)
      values (${sweep.name}, 100, ${uuid()}, clock_timestamp() + interval '0.7 seconds')`.execute(
      connection.db,
    );
    const at = performance.now();

    const process = startProcess([sweep]);
    await expect.poll(() => begun.length, within).toBeGreaterThan(0);
    await process.stop();

    expect(begun[0]! - at).toBeGreaterThan(600);
  });

  test('are held as long as a run lasts, and longer only until it counts as stuck', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { begun, seen, sweep } = givenSweep(1, () => promise);
    const processes = [startProcess([sweep], 2000), startProcess([sweep], 2000)];
    await expect.poll(() => begun.length, within).toBe(1);
    const at = performance.now();

    await expect.poll(() => seen.running, within).toBe(2);
    const lastedMs = performance.now() - at;

    resolve();
    await Promise.all(processes.map((each) => each.stop()));
    expect(lastedMs).toBeGreaterThan(1900);
  });

  test('pause longer after each failure in a row, on whichever process', async () => {
    let isFailing = true;
    const { begun, sweep } = givenSweep(1, async () => {
      if (isFailing) throw new Error('no luck');
    });
    const processes = [startProcess([sweep]), startProcess([sweep])];

    await expect.poll(() => begun.length, within).toBe(3);
    await expect.poll(async () => (await rowOf(sweep))?.failures, within).toBe(3);
    const pauses = pausesOf(begun);
    isFailing = false;
    await sql`update sweeps set due_at = clock_timestamp() where name = ${sweep.name}`.execute(
      connection.db,
    );
    await expect.poll(async () => (await rowOf(sweep))?.failures, within).toBe(0);

    await Promise.all(processes.map((each) => each.stop()));
    expect(pauses[0]).toBeGreaterThan(950);
    expect(pauses[1]).toBeGreaterThan(1950);
  });

  test('are left to the others by a process that stops', async () => {
    const { begun, sweep } = givenSweep(100);
    const first = startProcess([sweep]);
    await expect.poll(() => begun.length, within).toBeGreaterThan(1);

    await first.stop();

    expect(await rowOf(sweep)).toMatchObject({ is_held: false });
  });

  test('take no sweep of another release', async () => {
    const [ours, theirs] = [givenSweep(10), givenSweep(10)];
    await sql`insert into sweeps (name, every_ms) values (${theirs.sweep.name}, 10)`.execute(
      connection.db,
    );

    const process = startProcess([ours.sweep]);
    await expect.poll(() => ours.begun.length, within).toBeGreaterThan(5);
    await process.stop();

    expect(await rowOf(theirs.sweep)).toMatchObject({ holder: null });
  });
});

test('A sweep that was taken by a clock far ahead is due when the clock is right again', async () => {
  const { begun, sweep } = givenSweep(dayMs);
  await sql`
    insert into sweeps (name, every_ms, due_at)
    values (${sweep.name}, ${dayMs}, clock_timestamp() + interval '2 days')`.execute(connection.db);

  const worker = startProcess([sweep]);
  await expect.poll(() => begun.length, within).toBe(1);
  await worker.stop();

  const { rows } = await sql`
    select from sweeps where name = ${sweep.name} and due_at < clock_timestamp() + interval '25 hours'`.execute(
    connection.db,
  );
  expect(rows).toHaveLength(1);
});
