import type { App } from '../../context.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { listDeleted, removeNext } from './queries.ts';

/** How many rounds one sweep has at most. */
const maxRounds = 100;

export const deletionSweeps = (app: App): readonly Sweep[] => [
  { name: 'campaigns.remove_deleted', everyMs: 10_000, sweep: () => removeDeleted(app) },
];

/** Removes what deleted campaigns leave, a batch of each organization in turn. */
export async function removeDeleted(app: Pick<App, 'db' | 'now'>): Promise<void> {
  const { db } = app;
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    let isDone = true;
    for (const campaign of await listDeleted(db)) {
      const more = await db.transaction().execute((trx) => removeNext(trx, campaign, app.now()));
      if (more) isDone = false;
    }
    if (isDone) return;
  }
}
