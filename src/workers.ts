import type { App } from './context.ts';
import { removeExpired } from './db/kept-answers.ts';
import type { QueueWork } from './jobs/queue.ts';
import { sourceSweeps } from './campaigns/sources/jobs.ts';
import { dialingQueues, dialingSweeps } from './campaigns/dialing/jobs.ts';
import { callQueues, callSweeps } from './telephony/calls/jobs.ts';
import { simulatedSweeps } from './telephony/simulated/jobs.ts';
import { type Sweep, startSweeps } from './jobs/sweeps.ts';
import type { Stopping } from './stopping.ts';
import { webhookQueues, webhookSweeps } from './webhooks/jobs.ts';

/** All queues with their workers. */
const queuesOf = (app: App): Readonly<Record<string, QueueWork>> => ({
  ...callQueues(app),
  ...dialingQueues(app),
  ...webhookQueues(app),
});

/** Periodic work: whatever is due, and whatever a crashed process left behind. */
export const sweepsOf = (app: App): readonly Sweep[] => [
  ...callSweeps(app),
  ...simulatedSweeps(app),
  ...dialingSweeps(app),
  ...sourceSweeps(app),
  ...webhookSweeps(app),
  {
    name: 'idempotency.remove_expired_answers',
    everyMs: 10 * 60_000,
    sweep: () => removeExpired(app.db, app.now()),
  },
];

interface Workers {
  stop(stopping: Stopping): Promise<void>;
}

/** Starts the workers and the periodic sweeps. */
export async function startWorkers(app: App): Promise<Workers> {
  await app.jobs.work(queuesOf(app));
  const sweeps = startSweeps(sweepsOf(app), app.log);
  return {
    async stop(stopping) {
      await Promise.all([
        stopping.step('sweeps', sweeps.stop(), () => sweeps.inProgress()),
        stopping.step('jobs', app.jobs.stop()),
        stopping.step('webhook deliveries', app.deliverer.stop()),
      ]);
      await stopping.step('calls', app.calls.settled());
      await app.network.stop();
    },
  };
}
