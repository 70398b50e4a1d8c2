import type { App } from '../context.ts';
import type { QueueWork } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { withTimeout } from '../with-timeout.ts';
import { deliverQueue } from './actions.ts';

/** How long a job waits for what it has begun: the queue takes a job that is longer for dead. */
const jobMs = 20_000;

/** A job only wakes: the tables of events and deliveries are what is to be done, and are looked through again and again. */
export const webhookQueues = ({ deliverer }: App): Readonly<Record<string, QueueWork>> => ({
  [deliverQueue]: { concurrency: 1, work: () => withTimeout(jobMs, deliverer.deliver(), () => {}) },
});

export const webhookSweeps = ({ deliverer }: App): readonly Sweep[] => [
  { name: 'webhooks.due', everyMs: 1000, sweep: () => deliverer.deliver() },
];
