import type { App } from '../context.ts';
import type { QueueWork } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { withTimeout } from '../with-timeout.ts';
import { deliverQueue } from './actions.ts';

/** Maximum time that a job waits for its work: the queue treats a longer job as crashed. */
const jobMs = 20_000;

/** A job only wakes the deliverer. The tables of events and deliveries hold the work and are checked repeatedly. */
export const webhookQueues = ({ deliverer }: App): Readonly<Record<string, QueueWork>> => ({
  [deliverQueue]: { concurrency: 1, work: () => withTimeout(jobMs, deliverer.deliver(), () => {}) },
});

export const webhookSweeps = ({ deliverer }: App): readonly Sweep[] => [
  { name: 'webhooks.due', everyMs: 1000, sweep: () => deliverer.deliver() },
];
