import type { Transaction } from 'kysely';
import { recordChange } from '../../audit/actions.ts';
import { removeOldEvents as removeAuditEvents } from '../../audit/retention-queries.ts';
import { removeOldContacts } from '../../campaigns/retention-queries.ts';
import type { PrivacyApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { settleOfRuns } from '../../tools/tool-executions/queries.ts';
import { removeOldEvents } from '../../webhooks/retention-queries.ts';
import { passNext } from '../../workflows/runs/retention-queries.ts';
import { expireOfRuns, expireScheduled } from '../personal-queries.ts';
import * as retention from './queries.ts';
import { cutoff, dayOf, daysOf, type Kind, startOfNextDay } from './rules.ts';

type Parts = Pick<PrivacyApp, 'db' | 'now' | 'log' | 'metrics'> & {
  readonly config: Pick<PrivacyApp['config'], 'retention'>;
};

/** How many turns one sweep has at most. */
const maxTurns = 200;
/** When work that is done looks for more. */
const pauseMs = 60 * 60 * 1000;
/** When work that failed is tried again. */
const failedPauseMs = 10 * 60 * 1000;

export const retentionSweeps = (app: PrivacyApp): readonly Sweep[] => [
  { name: 'retention.apply', everyMs: 60_000, sweep: () => applyRetention(app) },
];

/** Removes what organizations, or the service, no longer keep, a batch of each in turn; returns how much. */
export async function applyRetention(app: Parts): Promise<number> {
  const { db, now } = app;
  if (app.config.retention.runsDays !== undefined)
    await retention.beginEverywhere(db, ['transcripts', 'contexts', 'usage'], now());
  let removed = 0;
  for (let turns = 0; turns < maxTurns; turns += 1) {
    const done = await takeOwnTurn(app);
    if (done === undefined) break;
    removed += done;
  }
  return removed;
}

/** A turn in a transaction of its own. One that fails is postponed, so that it delays no other organization. */
async function takeOwnTurn(app: Parts): Promise<number | undefined> {
  let taken: retention.WorkRow | undefined;
  try {
    return await app.db.transaction().execute(async (trx) => {
      const now = app.now();
      taken = await retention.takeDue(trx, now);
      return taken && takeTurn(trx, app, { work: taken, now });
    });
  } catch (error) {
    if (taken === undefined) throw error;
    const { organization_id, kind } = taken;
    app.metrics.work.failed('sweep', 'retention.apply');
    app.log.error({ err: error, organization_id, kind }, 'retention could not be applied');
    const due_at = later(app.now(), failedPauseMs);
    const postponed = { ...taken, due_at };
    await app.db.transaction().execute((trx) => retention.update(trx, postponed, postponed));
    return 0;
  }
}

/** Removes a batch of the work, which is due; returns how much. */
async function takeTurn(
  trx: Transaction<Database>,
  app: Parts,
  { work, now }: { readonly work: retention.WorkRow; readonly now: Timestamp },
): Promise<number> {
  const today = dayOf(now);
  const reported =
    work.day !== null && work.day < today ? await report(trx, work, now) : work.removed;
  const own = await retention.get(trx, work.organization_id);
  const days = daysOf(work.kind, own, app.config.retention);
  if (days === null) {
    if (reported === 0) await retention.remove(trx, work);
    else await retention.update(trx, work, { ...work, due_at: startOfNextDay(now) });
    return 0;
  }
  const batch = { organization_id: work.organization_id, before: cutoff(now, days), now };
  const { removed, isDone, passed } = await removeBatch(trx, work, batch);
  await retention.update(trx, work, {
    due_at: isDone ? later(now, pauseMs) : now,
    passed_at: passed?.created_at ?? work.passed_at,
    passed_id: passed?.id ?? work.passed_id,
    day: today,
    removed: reported + removed,
  });
  return removed;
}

/** Leaves the audit event of a day that is over, if something was removed on it; nothing is left to be reported. */
async function report(
  trx: Transaction<Database>,
  { organization_id, kind, day, removed }: retention.WorkRow,
  now: Timestamp,
): Promise<0> {
  if (removed > 0)
    await recordChange(
      trx,
      { caller: null, requestId: null, at: now },
      {
        action: 'retention.applied',
        organization_id,
        subject_id: organization_id,
        before: null,
        after: { kind, day, removed },
      },
    );
  return 0;
}

interface Batch {
  readonly organization_id: number;
  readonly before: Timestamp;
  readonly now: Timestamp;
}

interface Removed {
  readonly removed: number;
  readonly isDone: boolean;
  /** The last run that was passed, for kinds that walk over runs. */
  readonly passed?: { readonly created_at: Timestamp; readonly id: number };
}

async function removeBatch(
  trx: Transaction<Database>,
  { passed_at, passed_id, ...work }: retention.WorkRow,
  batch: Batch,
): Promise<Removed> {
  const { organization_id, before } = batch;
  const kind: Kind = work.kind;
  if (kind === 'contacts') return removeOldContacts(trx, batch);
  if (kind === 'events') return removeOldEvents(trx, organization_id, before);
  if (kind === 'audit') return removeAuditEvents(trx, organization_id, before);
  const after = { created_at: passed_at, id: passed_id };
  const runs = await passNext(trx, { organization_id, before, after });
  const removed = await expireOfRuns(trx, { organization_id, ids: runs.ids }, kind);
  if (kind === 'transcripts') await settleOfRuns(trx, runs.ids, batch.now);
  const calls =
    kind === 'contexts'
      ? await expireScheduled(trx, organization_id, before)
      : { removed: 0, isDone: true };
  const isDone = runs.isDone && calls.isDone;
  return { removed: removed + calls.removed, isDone, passed: runs.last };
}
