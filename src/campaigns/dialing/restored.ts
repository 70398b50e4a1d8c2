import type { CampaignsApp } from '../context.ts';
import { pauseIfRunning } from '../lifecycle/queries.ts';
import { announcePause } from '../events.ts';
import { refuseRestoredStarts } from '../lifecycle/start-times.ts';
import { log } from '../queries.ts';
import * as running from './running-queries.ts';

/** Pauses all running campaigns, as some of their contacts may have been called since the backup; returns how many. */
export async function pauseRestored({
  db,
  now,
}: Pick<CampaignsApp, 'db' | 'now'>): Promise<number> {
  await refuseRestoredStarts({ db, now });
  let paused = 0;
  let campaigns: { id: number }[] = [];
  do {
    campaigns = await running.after(db, campaigns.at(-1)?.id ?? 0);
    for (const { id } of campaigns)
      paused += await db.transaction().execute(async (trx) => {
        if (!(await pauseIfRunning(trx, id))) return 0;
        const entry = {
          ts: now(),
          level: 'warning' as const,
          event: 'restored_from_backup',
          message:
            'The database was restored from a backup, so the campaign was paused: contacts may have been called since. Compare it with the calls that the carrier lists before you resume it.',
          details: {},
        };
        await log(trx, id, entry);
        await announcePause(trx, id, entry);
        return 1;
      });
  } while (campaigns.length > 0);
  return paused;
}
