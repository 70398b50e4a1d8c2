import type { App } from '../context.ts';
import type { QueueWork } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { deliverQueue } from './actions.ts';
import { createDeliverer, type Deliverer } from './deliveries/deliverer.ts';

/** How long a job waits for what it has begun: the queue takes a job that is longer for dead. */
const jobMs = 20_000;

const deliverers = new WeakMap<App, Deliverer>();

/** The one of this process: its limits hold for all jobs and sweeps together. */
function delivererOf(app: App): Deliverer {
  const deliverer = deliverers.get(app) ?? createDeliverer(app);
  deliverers.set(app, deliverer);
  return deliverer;
}

/** A job only wakes: the tables of events and deliveries are what is to be done, and are looked through again and again. */
export const webhookQueues = (app: App): Readonly<Record<string, QueueWork>> => ({
  [deliverQueue]: { concurrency: 1, work: () => within(jobMs, delivererOf(app).deliver()) },
});

export const webhookSweeps = (app: App): readonly Sweep[] => [
  { name: 'webhooks.due', everyMs: 1000, sweep: () => delivererOf(app).deliver() },
];

export const stopWebhooks = (app: App): Promise<void> => delivererOf(app).stop();

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
