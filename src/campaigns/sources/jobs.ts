import type { Sweep } from '../../jobs/sweeps.ts';
import type { CampaignsApp } from '../context.ts';
import { emptyDeleted, removeUnfinished } from './queries.ts';

export const sourceSweeps = (app: CampaignsApp): readonly Sweep[] => [
  {
    name: 'campaigns.remove_unfinished_sources',
    everyMs: 10 * 60_000,
    sweep: () => removeUnfinished(app.db, app.now()),
  },
  {
    name: 'campaigns.empty_deleted_sources',
    everyMs: 60_000,
    sweep: () => emptyDeleted(app.db, app.now()),
  },
];
