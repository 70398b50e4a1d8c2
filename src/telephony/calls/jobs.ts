import type { App } from '../../context.ts';
import type { QueueWork } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { claimPlacement } from '../../workflows/runs/call-queries.ts';
import { placeQueue } from './actions.ts';
import * as calls from './queries.ts';

/** Places a single call. The carrier gets one request, however often the job runs. */
export async function place(app: App, id: number): Promise<void> {
  if (!(await claimPlacement(app.db, id, app.now()))) return;
  const [call] = await calls.placements(app.db, [id]);
  if (call) await app.calls.place(call);
}

/** Closes calls that have not ended within their maximum duration. */
export async function closeOverdue(app: App): Promise<void> {
  const overdue = await calls.overdue(app.db, app.now());
  await Promise.all(
    overdue.map(({ id }) => app.calls.report({ run_id: id, at: app.now(), event: 'no_callback' })),
  );
}

/** Places calls whose job was lost, or whose worker crashed before it placed them. */
export async function placeLost(app: App): Promise<void> {
  const lost = await calls.notPlaced(app.db, app.now());
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
];
