import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { CampaignsApp } from '../context.ts';
import * as sources from './queries.ts';

type Parts = Pick<CampaignsApp, 'db' | 'now'> & ApartParts;

export const sourceSweeps = (app: CampaignsApp): readonly Sweep[] => [
  {
    name: 'campaigns.remove_unfinished_sources',
    everyMs: 10 * 60_000,
    sweep: () => removeUnfinished(app),
  },
  { name: 'campaigns.empty_deleted_sources', everyMs: 60_000, sweep: () => emptyDeleted(app) },
];

const about = ({ id, organization_id }: { readonly id: string; organization_id: number }) => ({
  source_id: id,
  organization_id,
});

/** Removes the remains of unfinished uploads. */
export const removeUnfinished = async (app: Parts) =>
  forEachIsolated(app, {
    sweep: 'campaigns.remove_unfinished_sources',
    items: await sources.unfinished(app.db, app.now()),
    work: ({ id }) => sources.remove(app.db, id, app.now()),
    about,
  });

/** Removes the rows of deleted sources, and those sources that no campaign refers to. */
export const emptyDeleted = async (app: Parts) =>
  forEachIsolated(app, {
    sweep: 'campaigns.empty_deleted_sources',
    items: await sources.notEmptied(app.db),
    work: ({ id }) => sources.empty(app.db, id, app.now()),
    about,
  });
