import type { App } from '../../context.ts';
import type { QueueWork } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { placeQueue } from './actions.ts';
import * as calls from './queries.ts';

/** Places a single call. The carrier is asked once, however often the job is worked on. */
export async function place(app: App, id: number): Promise<void> {
  if (!(await calls.claimAsking(app.db, id, app.now()))) return;
  const [call] = await calls.toBeAsked(app.db, [id]);
  if (call) await app.calls.ask(call);
}

/** Closes calls that nobody has ended in the time that they may take. */
export async function closeOverdue(app: App): Promise<void> {
  const overdue = await calls.overdue(app.db, app.now());
  await Promise.all(
    overdue.map(({ id }) => app.calls.report({ run_id: id, at: app.now(), news: 'no_callback' })),
  );
}

/** Places calls whose job is lost, or whose worker died before it asked. */
export async function placeLost(app: App): Promise<void> {
  const lost = await calls.notAsked(app.db, app.now());
  await Promise.all(lost.map(({ id }) => place(app, id)));
}

export const callQueues = (app: App): Readonly<Record<string, QueueWork>> => ({
  [placeQueue]: {
    concurrency: 10,
    work: async ({ run_id }) => place(app, Number(run_id)),
  },
});

export const callSweeps = (app: App): readonly Sweep[] => [
  { name: 'calls.place_lost', everyMs: 5000, sweep: () => placeLost(app) },
  { name: 'calls.close_overdue', everyMs: 1000, sweep: () => closeOverdue(app) },
  { name: 'calls.recover_simulated', everyMs: 2000, sweep: () => app.network.recover() },
];
