import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstBatch } from '../../db/batches.ts';
import type { Timestamp } from '../../timestamp.ts';
import { setAnalyses } from '../../workflows/runs/call-queries.ts';
import * as deliveries from '../deliveries/compose-queries.ts';
import type { WebhookParts } from '../parts.ts';
import * as events from './queries.ts';
import { analysisFrom, callAnalyzed, callEnded } from './rules.ts';

/** Maximum number of events of a kind per transaction. */
const batch = 100;

/**
 * Composes the next due events, each with its deliveries to subscribed endpoints; returns how many there were. Safe to
 * run in any number of processes: each event is composed once, and the two events of a call in order.
 */
export async function composeDue(parts: Pick<WebhookParts, 'db' | 'now'>): Promise<number> {
  const { db } = parts;
  const now = parts.now();
  if (!(await events.areDue(db, now))) return 0;
  return db.transaction().execute((trx) => compose(trx, now));
}

export async function compose(trx: Transaction<Database>, now: Timestamp): Promise<number> {
  const ended = await runsOf(trx, 'call_ended', await events.takeEnded(trx, now, batch));
  if (ended.length > 0) {
    const composed = ended.map((run) => ({
      run_id: run.run_id,
      body: JSON.stringify(callEnded(run)),
    }));
    await deliveries.insertComposed(trx, 'call_ended', composed, now);
  }
  const due = await events.takeAnalyzed(trx, now, batch);
  const held = await deliveries.lockEnded(
    trx,
    due.map(({ run_id }) => run_id),
  );
  const analyzed = await runsOf(
    trx,
    'call_analyzed',
    due.filter(({ run_id }) => !held.has(run_id)),
  );
  if (analyzed.length > 0) {
    const derived = analyzed
      .filter(({ analysis }) => analysis === null)
      .map((run) => ({ run_id: run.run_id, analysis: analysisFrom(run) }));
    if (derived.length > 0) await setAnalyses(trx, derived);
    const composed = analyzed.map((run) => ({
      run_id: run.run_id,
      body: JSON.stringify(callAnalyzed(run, run.analysis ?? analysisFrom(run))),
    }));
    await deliveries.insertComposed(trx, 'call_analyzed', composed, now);
  }
  return ended.length + analyzed.length;
}

/** The runs of as many events as fit into a batch; the rest follow in the next one. */
async function runsOf(
  trx: Transaction<Database>,
  event: 'call_ended' | 'call_analyzed',
  taken: readonly { readonly run_id: number; readonly bytes: number }[],
): ReturnType<typeof events.runsOf> {
  if (taken.length === 0) return [];
  const ids = firstBatch(taken).map(({ run_id }) => run_id);
  return events.runsOf(trx, event, ids);
}
