import type { Transaction } from 'kysely';
import { recordChange } from '../../audit/actions.ts';
import { removeOldEvents } from '../../audit/retention-queries.ts';
import * as organizations from '../../billing/organizations/queries.ts';
import type { PrivacyApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { removeCallsOf } from '../../telephony/simulation/queries.ts';
import { later } from '../../timestamp.ts';
import { releaseFiles } from '../../voice/files/removal.ts';
import { planOf } from './plan-rules.ts';
import * as queries from './queries.ts';
import { dueBefore } from './rules.ts';

type Parts = Pick<PrivacyApp, 'db' | 'now'> & ApartParts;
type Deleted = Awaited<ReturnType<typeof organizations.takeDeleted>>[number];

const minuteMs = 60_000;
/** How many rows one transaction removes: no lock is held for long. */
const batchSize = 1000;
/** How many transactions that remove something one turn has; the rest is for the next sweep. */
const maxBatches = 100;
/** How many organizations one sweep works on. */
const maxOrganizations = 10;

export const organizationDeletionSweeps = (app: PrivacyApp): readonly Sweep[] => [
  { name: 'organizations.purge', everyMs: 5000, sweep: () => purgeOrganizations(app) },
];

/** Removes all data of the organizations whose days of grace are over. Any number of processes may do it at once. */
export async function purgeOrganizations(app: Parts, size = batchSize): Promise<void> {
  const now = app.now();
  const due = await organizations.takeDeleted(app.db, {
    before: dueBefore(now),
    now,
    limit: maxOrganizations,
  });
  await forEachIsolated(app, {
    sweep: 'organizations.purge',
    items: due,
    work: async (organization) => {
      if (await purge(app, organization, size))
        app.log.info({ organization_id: organization.id }, 'an organization was removed');
    },
    about: ({ id }) => ({ organization_id: id }),
  });
}

/** Removes the next rows of an organization, and at last itself; returns whether nothing is left. */
async function purge(app: Parts, { id, deleted_at }: Deleted, size: number): Promise<boolean> {
  const { db } = app;
  let left = maxBatches;
  /** Repeats a batch until it finds nothing; false if the turn is over before. */
  const empty = async (
    batch: (trx: Transaction<Database>) => Promise<number>,
  ): Promise<boolean> => {
    while ((await db.transaction().execute((trx) => batch(trx))) > 0) {
      left -= 1;
      if (left <= 0) return false;
    }
    return true;
  };
  const which = { organizationId: id, limit: size };
  // The service's own record of what was done goes last, files by the sweep that removes their bytes.
  const tables = await queries.tablesOf(db, ['audit_events', 'voice_files']);
  const { release, steps } = planOf(tables, await queries.foreignKeysOf(db));
  if (!(await empty((trx) => removeCallsOf(trx, which)))) return false;
  for (const key of release)
    if (!(await empty((trx) => queries.releaseBatch(trx, key, which)))) return false;
  for (const step of steps)
    for (const part of step.table.parts)
      if (!(await empty((trx) => queries.removeBatch(trx, step, { ...which, part })))) return false;
  if (!(await empty((trx) => releaseFiles(trx, id, { limit: size, now: app.now() })))) return false;
  const ever = later(app.now(), minuteMs);
  if (!(await empty(async (trx) => (await removeOldEvents(trx, id, ever)).removed))) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await organizations.remove(trx, id))) return false;
    await recordChange(
      trx,
      { caller: null, requestId: null, at: app.now() },
      {
        action: 'organization.purged',
        organization_id: null,
        subject_id: id,
        before: { deleted_at },
        after: null,
      },
    );
    return true;
  });
}
