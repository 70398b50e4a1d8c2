import { type QueueWork, undivided } from '../../jobs/queue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { VoiceApp } from '../context.ts';
import { endLeases } from './claim-queries.ts';
import { generateQueue } from './queue.ts';

/** A job only wakes the generator. The table of generations holds the work and is checked repeatedly. */
export const generationQueues = (app: VoiceApp): Readonly<Record<string, QueueWork>> => ({
  [generateQueue]: { concurrency: 1, work: () => app.generator.fill(), due: async () => undivided },
});

export const generationSweeps = (app: VoiceApp): readonly Sweep[] => [
  {
    name: 'voice.generate_waiting',
    everyMs: 1000,
    sweep: () => app.generator.fill(),
    isLocal: true,
  },
  {
    name: 'voice.end_leases',
    everyMs: 5000,
    sweep: () => endLeases(app.db, app.now()),
  },
];
