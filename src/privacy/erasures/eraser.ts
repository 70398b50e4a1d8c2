import type { App } from '../../context.ts';
import { later } from '../../timestamp.ts';
import { partsOf } from '../../telephony/numbers.ts';
import { openNumber } from './numbers.ts';
import * as erasures from './queries.ts';
import { added, stageOf } from './rules.ts';
import { spellingsOf } from './spelling-rules.ts';
import type { Batch, Done } from './batch.ts';
import { work } from './stages.ts';

type Parts = Pick<App, 'calls' | 'db' | 'jobs' | 'log' | 'metrics' | 'now' | 'secrets'>;

/** How long one turn of the sweep works. The next one goes on with the organizations that waited longest. */
const turnMs = 5000;
/** The pause of an organization whose batch failed. */
const failedMs = 60_000;
/** The pause before an erasure begins anew. */
const restartMs = 2000;

/**
 * Works on all erasures that are due: one batch of each organization after the other. A batch is a transaction that also
 * writes how far the erasure has come, so a process that ends loses nothing.
 */
export async function eraseDue(app: Parts, ms: number = turnMs): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    const organizations = await erasures.dueOrganizations(app.db, app.now());
    let worked = false;
    for (const id of organizations) {
      worked = (await triedBatch(app, id)) || worked;
      if (performance.now() >= end) return;
    }
    if (!worked) return;
  }
}

async function triedBatch(app: Parts, organizationId: number): Promise<boolean> {
  const now = app.now();
  try {
    return await eraseBatch(app, organizationId);
  } catch (error) {
    app.log.error({ err: error, organization_id: organizationId }, 'a batch of an erasure failed');
    await erasures.postpone(app.db, organizationId, { from: now, to: later(now, failedMs) });
    return false;
  }
}

/** The next batch of the organization's erasure; false if there is none, or another process works on it. */
async function eraseBatch(app: Parts, organizationId: number): Promise<boolean> {
  const ended = await app.db.transaction().execute(async (trx) => {
    const now = app.now();
    const row = await erasures.lockDue(trx, organizationId, now);
    if (!row) return undefined;
    await erasures.begin(trx, row.id);
    const stage = stageOf(row.step);
    const done: Done = stage ? await work[stage](trx, batchOf(app, row)) : finished;
    const step = { again: row.step, next: row.step + 1, restart: 0 }[done.proceed];
    const counts = added(row.counts, done.counts);
    const restarts = (row.position?.restarts ?? 0) + (done.proceed === 'restart' ? 1 : 0);
    const position = { ...done.position, restarts };
    // After others of the organization that are due.
    const due_at = done.due_at ?? (done.proceed === 'restart' ? later(now, restartMs) : now);
    await erasures.advance(trx, row.id, { step, position, counts, due_at });
    if (stageOf(step) === undefined) await erasures.complete(trx, row.id, now);
    return done.ended ?? [];
  });
  for (const { outcome } of ended ?? []) if (outcome) app.metrics.work.ended(outcome);
  return ended !== undefined;
}

const finished: Done = { counts: {}, proceed: 'again' };

function batchOf(app: Parts, row: erasures.ErasureRow): Batch {
  const phone_number = openNumber(app.secrets, row);
  return {
    app,
    person: { organization_id: row.organization_id, phone_number },
    spellings: spellingsOf(partsOf(phone_number)),
    position: row.position ?? {},
    now: app.now(),
  };
}
