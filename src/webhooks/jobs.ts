import { type QueueWork, undivided } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { withTimeout } from '../time/with-timeout.ts';
import { deliverQueue } from './actions.ts';
import type { WebhooksApp } from './context.ts';

/** Maximum time that a job or sweep waits for its work: the queue treats a longer job as crashed. */
const jobMs = 20_000;

const deliver = ({ deliverer }: WebhooksApp) => withTimeout(jobMs, deliverer.deliver(), () => {});

/** A wake-up only has the deliverer look the deliverer. The tables of events and deliveries hold the work and are checked repeatedly. */
export const webhookQueues = (app: WebhooksApp): Readonly<Record<string, QueueWork>> => ({
  [deliverQueue]: {
    concurrency: 1,
    work: () => deliver(app),
    due: async () => undivided,
    everyMs: 50,
  },
});

export const webhookSweeps = (app: WebhooksApp): readonly Sweep[] => [
  { name: 'webhooks.due', everyMs: 1000, sweep: () => deliver(app), isLocal: true },
];
