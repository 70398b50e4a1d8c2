import type { App } from '../../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { addChanges, changeBatch } from './queries.ts';

/** How many batches one sweep adds at most. */
const maxBatches = 20;

export const usageSweeps = (app: Pick<App, 'db'>): readonly Sweep[] => [
  { name: 'usage.add_changes', everyMs: 5000, sweep: () => addAllChanges(app) },
];

/** Adds what has changed to the counts, so that reports read few rows. They are correct before, too. */
export async function addAllChanges({ db }: Pick<App, 'db'>): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const added = await db.transaction().execute(addChanges);
    if (added < changeBatch) return;
  }
}
