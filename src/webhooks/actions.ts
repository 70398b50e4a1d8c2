import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connect.ts';
import type { Jobs } from '../jobs/queue.ts';
import { later, type Timestamp } from '../timestamp.ts';
import * as events from './events/queries.ts';

/** The queue whose jobs create due events and their deliveries. */
export const deliverQueue = 'webhooks.deliver';

/** How long after a call its analysis can be submitted; then only the outcome is used. */
export const analysisWaitMs = 30_000;

interface EndedRun {
  readonly id: number;
  readonly organization_id: number;
  readonly ended_at: Timestamp | null;
  /** Whether there was a conversation, so that an analysis can be submitted. */
  readonly conversed: boolean;
  /** Whether the analysis was already submitted. */
  readonly analyzed: boolean;
  readonly traceparent: string | null;
}

/**
 * Inserts the two events of each ended run. Called once per run, in the transaction that ends it. A second pair would
 * have the same times, as a run ends once, so the database has no place for it.
 */
export async function announceEnds(
  trx: Transaction<Database>,
  jobs: Jobs,
  { runs, now }: { readonly runs: readonly EndedRun[]; readonly now: Timestamp },
): Promise<void> {
  if (runs.length === 0) return;
  await events.insert(
    trx,
    runs.flatMap(({ id, organization_id, ended_at, conversed, analyzed, traceparent }) => {
      const of = { organization_id, run_id: id, traceparent, created_at: ended_at ?? now };
      const waits = conversed && !analyzed;
      return [
        { ...of, id: uuid(), event: 'call_ended' as const, due_at: now },
        {
          ...of,
          id: uuid(),
          event: 'call_analyzed' as const,
          due_at: waits ? later(now, analysisWaitMs) : now,
        },
      ];
    }),
  );
  wake(jobs);
}

/** Makes the `call_analyzed` event of an ended run due now, because its analysis exists. */
export async function announceAnalysis(
  trx: Transaction<Database>,
  jobs: Jobs,
  { run_id, now }: { readonly run_id: number; readonly now: Timestamp },
): Promise<void> {
  if (await events.makeAnalyzedDue(trx, run_id, now)) wake(jobs);
}

/** Has due events processed soon. An event of a transaction that commits later is found by the sweep. */
export const wake = (jobs: Jobs): void => jobs.wake(deliverQueue);
