import type { App } from '../context.ts';
import type { QueueWork } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { mailQueue } from './actions.ts';

/** A job only wakes the mailer. The table of pending emails holds the work and is checked repeatedly. */
export const mailQueues = (app: App): Readonly<Record<string, QueueWork>> => ({
  [mailQueue]: { concurrency: 1, work: () => app.mailer.fill() },
});

export const mailSweeps = (app: App): readonly Sweep[] => [
  { name: 'mail.send_due', everyMs: 5000, sweep: () => app.mailer.fill() },
];
