import { setTimeout as pause } from 'node:timers/promises';
import { spread } from '../support/figures.ts';
import type { Victim } from '../../chaos/processes.ts';
import { verdict } from '../support/rounds.ts';
import { type Bed, callMs, createCampaign, startWorker } from './bed.ts';
import {
  type Costs,
  costsPerCall,
  costsSoFar,
  countStatements,
  inWords,
  printStatements,
} from './costs.ts';
import { usually } from '../support/brief.ts';

interface Calling {
  readonly calls: number;
  readonly concurrency: number;
  /** The workers. */
  readonly victims: readonly Victim[];
}

export interface Called {
  readonly perSecond: number;
  readonly costs: Costs;
  /** From a free slot to the next call. */
  readonly late: Percentiles;
  /** From the claim of a contact until its call is placed. */
  readonly placed: Percentiles;
}

interface Percentiles {
  readonly median: number;
  readonly p99: number;
}

/** Calls with one worker, everything on all processors. */
export async function measureCalls(bed: Bed, calling: Omit<Calling, 'victims'>): Promise<void> {
  const victims = [await startWorker(bed, 'worker')];
  await warmUp(bed, { concurrency: calling.concurrency, victims });
  const { perSecond, late, placed } = await call(bed, { ...calling, victims });
  for (const victim of victims) await victim.stop();
  verdict('S6 calls a second, everything on this machine', perSecond, 800, {
    unit: '/s',
    bound: 'at least',
  });
  verdict('S6 free slot to the next call, p99', late.p99, 50, { unit: 'ms' });
  verdict('S6 claim until the call is placed, p99', placed.p99, 50, { unit: 'ms' });
}

const warmUpCalls = usually(1500, 20);

/** Some calls, after which the tables are as autovacuum leaves them: plans made for empty tables read them whole. */
export async function warmUp(bed: Bed, calling: Omit<Calling, 'calls'>): Promise<void> {
  await call(bed, { ...calling, calls: warmUpCalls });
  await bed.db.query('vacuum analyze');
}

/** Has a campaign call all its contacts, and measures that. */
export async function call(bed: Bed, { calls, concurrency, victims }: Calling): Promise<Called> {
  const { db, api, server } = bed;
  const id = await createCampaign(bed, { contacts: calls, max_concurrency: concurrency });
  const all = [server, ...victims];
  const counted = await countStatements(db);
  const before = await costsSoFar(db, all);
  const began = performance.now();
  await api('POST', `/campaign/${id}/start`);
  const [gets, progresses]: [number[], number[]] = [[], []];
  let state = 'running';
  while (state === 'running') {
    gets.push(await timed(() => api('GET', `/campaign/${id}`)));
    const asked = performance.now();
    state = (await api('GET', `/campaign/${id}/progress`))['state'] as string;
    progresses.push(performance.now() - asked);
    await pause(200);
  }
  const perSecond = calls / ((performance.now() - began) / 1000);
  // Statistics of other sessions are visible once they have reported them.
  await pause(1000);
  const costs = costsPerCall(before, await costsSoFar(db, all), calls);
  console.log(
    `${victims.length} worker(s), ${concurrency} at once, calls of ${callMs} ms: ${perSecond.toFixed(0)} calls/s`,
  );
  console.log(`  per call: ${inWords(costs)}`);
  if (counted) await printStatements(db, calls);
  const late = percentiles(await lateness(bed, id, concurrency));
  const placed = percentiles(await placing(bed, id));
  console.log(
    `  get campaign ${spread(gets, 1)} ms, progress ${spread(progresses, 1)} ms meanwhile`,
  );
  console.log(
    `  from a free slot to the next call: ${inMs(late)}; from its claim until it is placed: ${inMs(placed)}`,
  );
  return { perSecond, costs, late, placed };
}

const inMs = ({ median, p99 }: Percentiles): string =>
  `median ${median.toFixed(0)} ms, 99 % ${p99.toFixed(0)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const percentiles = (ascending: readonly number[]): Percentiles => ({
  median: ascending[Math.floor(ascending.length / 2)] ?? NaN,
  p99: ascending[Math.floor(ascending.length * 0.99)] ?? NaN,
});

/** For each call after the first ones: the time from when its slot became free until it was inserted; ascending. */
async function lateness({ db }: Bed, id: number, concurrency: number): Promise<number[]> {
  const { rows } = await db.query<{ late: number }>(
    `with placed as (select created_at, row_number() over (order by created_at, id) as n from workflow_runs where campaign_id = $1),
       freed as (select ended_at, row_number() over (order by ended_at, id) as n from workflow_runs where campaign_id = $1)
     select greatest(extract(epoch from placed.created_at - freed.ended_at) * 1000, 0)::float as late
     from placed join freed on freed.n = placed.n - $2 order by 1`,
    [id, concurrency],
  );
  return rows.map(({ late }) => late);
}

/** For each call: the time from when its contact was claimed until it was marked as being placed; ascending. */
async function placing({ db }: Bed, id: number): Promise<number[]> {
  const { rows } = await db.query<{ ms: number }>(
    `select (extract(epoch from placing_at - created_at) * 1000)::float as ms
     from workflow_runs where campaign_id = $1 and placing_at is not null order by 1`,
    [id],
  );
  return rows.map(({ ms }) => ms);
}
