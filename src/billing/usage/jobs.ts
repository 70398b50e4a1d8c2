import type { Sweep } from '../../jobs/sweeps.ts';
import type { Db } from '../../db/connect.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { BillingApp } from '../context.ts';
import { addChanges, changeBatch, organizationsToAdd } from './queries.ts';

/** Above this many pending changes, the next sweep adds an organization's changes: each report reads the others. */
const manyChanges = 1000;
/** How many batches of one organization a sweep adds at most. */
const maxBatches = 20;

/**
 * Reports are correct before changes are added, too. Each addition rewrites the counts of a day and a month, so fewer
 * changes wait for their turn: a few organizations in a minute.
 */
export const usageSweeps = (app: Pick<BillingApp, 'db' | 'log'>): readonly Sweep[] => [
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
];

interface Turn {
  /** Only organizations with so many changes have theirs added. */
  readonly from: number;
  /** The maximum number of organizations; those whose changes wait longest come first. */
  readonly organizations: number;
}

/** Adds changes to the counts, so that reports read few rows. Throws the first error when all organizations had their turn. */
export async function addAllChanges(
  { db, log }: Pick<BillingApp, 'db' | 'log'>,
  { from, organizations }: Turn = { from: 1, organizations: 1000 },
): Promise<void> {
  let failed: { readonly error: unknown } | undefined;
  for (const organization_id of await organizationsToAdd(db, from, organizations))
    try {
      await addChangesOf(db, organization_id);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, organization_id }, 'changes of usage could not be added');
      failed ??= { error };
    }
  if (failed) throw failed.error;
}

async function addChangesOf(db: Db, organization: number): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const added = await db.transaction().execute((trx) => addChanges(trx, organization));
    if (added < changeBatch) return;
  }
}
