import type { Sweep } from '../../jobs/sweeps.ts';
import type { CampaignsApp } from '../context.ts';
import { listDeleted, removeNext } from './queries.ts';

/** How many rounds one sweep has at most. */
const maxRounds = 100;

export const deletionSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.remove_deleted', everyMs: 10_000, sweep: () => removeDeleted(app) },
];

/** Removes what deleted campaigns leave, a batch of each organization in turn. */
export async function removeDeleted(app: Pick<CampaignsApp, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, log } = app;
  /** They wait for the next sweep, so that they delay no other. */
  const failed: number[] = [];
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    let isDone = true;
    for (const campaign of await listDeleted(db, failed)) {
      const { id: campaign_id, organization_id } = campaign;
      const now = app.now();
      try {
        const more = await db.transaction().execute((trx) => removeNext(trx, campaign, now));
        if (more) isDone = false;
      } catch (error) {
        failed.push(campaign_id);
        isDone = false;
        log.error(
          { err: error, organization_id, campaign_id },
          'a deleted campaign could not be removed',
        );
      }
    }
    if (isDone) return;
  }
}
