import { type QueueWork, undivided } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { mailQueue } from './actions.ts';
import type { Mailer } from './mailer.ts';

interface Parts {
  readonly mailer: Mailer;
}

/** A job only wakes the mailer. The table of pending emails holds the work and is checked repeatedly. */
export const mailQueues = ({ mailer }: Parts): Readonly<Record<string, QueueWork>> => ({
  [mailQueue]: { concurrency: 1, work: () => mailer.fill(), due: async () => undivided },
});

export const mailSweeps = ({ mailer }: Parts): readonly Sweep[] => [
  { name: 'mail.send_due', everyMs: 5000, sweep: () => mailer.fill(), isLocal: true },
];
