import type { Clients } from './clients.ts';
import type { Embedded } from './embedded.ts';
import type { SimulatedProcess } from './processes.ts';
import type { Scheduler } from './scheduler.ts';
import { timestampOf } from '../../src/timestamp.ts';

interface Parts {
  readonly scheduler: Scheduler;
  readonly embedded: Embedded;
  readonly clients: Clients;
  readonly workers: () => readonly SimulatedProcess[];
}

/** Whoever is not finished after so many rounds of all sweeps is forgotten. */
const maxRounds = 150;
/** The clock moves at most so far between two rounds. */
const maxPauseMs = 60_000;

interface Open {
  readonly left: number;
  /** When something is due next. */
  readonly next: string | null;
}

/** Runs the sweeps and moves the clock until nothing is left to do. Resumes what is paused. */
export async function finish({ scheduler, embedded, clients, workers }: Parts): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    await scheduler.run();
    await continueCampaigns({ scheduler, embedded, clients });
    const worker = scheduler.random.pick(workers());
    for (const { name } of worker.sweeps) worker.sweep(name);
    await scheduler.run();
    const { left, next } = await openAt(embedded, scheduler.now());
    if (left === 0) return;
    const pause = next === null ? 1000 : Date.parse(next) - scheduler.now();
    scheduler.skipTo(scheduler.now() + Math.min(pause, maxPauseMs));
  }
}

async function continueCampaigns({
  scheduler,
  embedded,
  clients,
}: Omit<Parts, 'workers'>): Promise<void> {
  const { rows } = await embedded.query(
    `select id, state from campaigns where state in ('created', 'paused') order by id`,
  );
  let isDone = false;
  const all = Promise.all(
    rows.map(({ id, state }) => (state === 'paused' ? clients.resume(id) : clients.cancel(id))),
  ).finally(() => (isDone = true));
  await scheduler.run(() => isDone);
  await all;
}

async function openAt(embedded: Embedded, now: number): Promise<Open> {
  const { rows } = await embedded.query(
    `select
       (select count(*) from workflow_runs where state <> 'completed')
       + (select count(*) from campaign_contacts where state not in ('done', 'skipped'))
       + (select count(*) from campaigns where completed_at is null)
       + (select count(*) from run_transfers where status in ('requested', 'ringing'))
       + (select count(*) from run_transfers where recall_at is not null)
       + (select count(*) from pending_events) as left,
       (select min(due) from (
         select unnest(array[lease_until, ask_at, due_at, deadline_at]) from live_calls
         union all select unnest(array[wake_at, held_until]) from campaigns where state = 'running'
         union all select due_at from campaign_contacts where state = 'waiting'
         union all select due_at from pending_events
         union all select next_free_at from call_paces
         union all select deadline_at from run_transfers where status in ('requested', 'ringing')
         union all select recall_at from run_transfers
       ) as times (due) where due > $1::timestamptz) as next`,
    [timestampOf(new Date(now))],
  );
  return rows[0] as Open;
}
