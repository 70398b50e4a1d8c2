import { type ApartParts, forEachIsolated } from '../jobs/for-each-isolated.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import type { Db } from '../db/connect.ts';
import type { BillingApp } from './context.ts';
import { addChanges, organizationsToAdd } from './usage/queries.ts';
import { addContentChanges, countContents } from './quotas/queries.ts';

/** Above this many pending changes, the next sweep adds an organization's changes: each report reads the others. */
const manyChanges = 1000;
/** How many batches of one organization a sweep adds at most. */
const maxBatches = 20;

/**
 * Reports are correct before changes are added, too. Each addition rewrites the counts of a day and a month, so fewer
 * changes wait for their turn: a few organizations in a minute.
 */
export const billingSweeps = (app: Parts): readonly Sweep[] => [
  {
    name: 'usage.add_changes',
    everyMs: 15_000,
    sweep: () => addAllChanges(app, { from: manyChanges, organizations: 100 }),
  },
  {
    name: 'usage.add_few_changes',
    everyMs: 60_000,
    sweep: () => addAllChanges(app, { from: 1, organizations: 10 }),
  },
  // Stored bytes are correct before changes are added, too; reading many changes takes longer.
  { name: 'quotas.add_content_changes', everyMs: 5000, sweep: () => addContentChanges(app.db) },
  { name: 'quotas.count_contents', everyMs: 60_000, sweep: () => countContents(app.db) },
];

type Parts = Pick<BillingApp, 'db'> & ApartParts;

interface Turn {
  /** Only organizations with so many changes have theirs added. */
  readonly from: number;
  /** The maximum number of organizations; those whose changes wait longest come first. */
  readonly organizations: number;
}

/** Adds changes to the counts, so that reports read few rows. */
export const addAllChanges = async (
  app: Parts,
  { from, organizations }: Turn = { from: 1, organizations: 1000 },
) =>
  forEachIsolated(app, {
    sweep: 'usage.add_changes',
    items: await organizationsToAdd(app.db, from, organizations),
    work: (organization_id) => addChangesOf(app.db, organization_id),
    about: (organization_id) => ({ organization_id }),
  });

async function addChangesOf(db: Db, organization: number): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const added = await db.transaction().execute((trx) => addChanges(trx, organization));
    if (!added) return;
  }
}
