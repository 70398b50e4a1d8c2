import { pauseRestored } from '../campaigns/dialing/restored.ts';
import type { Application } from '../app.ts';
import { leaveOutLostIds } from '../db/lost-ids.ts';
import { endUnplaced } from '../telephony/calls/index.ts';
import { leaveOutLostPositions } from '../webhooks/events/list-queries.ts';

/**
 * Places nothing that a restored database holds: it does not know whom it has called since the backup. Campaigns are
 * paused before their calls are given back. Runs at every start with `RESTORED=1`; does only what is left to do.
 */
export async function holdRestored(app: Application): Promise<void> {
  await leaveOutLostIds(app.db, app.config.cell);
  await leaveOutLostPositions(app.db);
  const campaigns = await pauseRestored(app);
  const calls = await endUnplaced(app);
  app.log.warn(
    { campaigns_paused: campaigns, calls_ended: calls },
    'RESTORED=1: running campaigns were paused and waiting calls ended. Remove RESTORED, as each start with it does so.',
  );
}
