import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connect.ts';
import type { Jobs } from '../jobs/queue.ts';
import { later, type Timestamp } from '../timestamp.ts';
import * as events from './events/queries.ts';

/** The queue that makes the due events and hands them to the endpoints. */
export const deliverQueue = 'webhooks.deliver';

/** How long after a conversation its analysis can still be handed in; then the outcome alone has to do. */
export const analysisWaitMs = 30_000;

export interface EndedRun {
  readonly id: number;
  readonly organization_id: number;
  /** Whether somebody was spoken to, so that there is something to hand in. */
  readonly conversed: boolean;
  /** Whether the analysis was handed in already. */
  readonly analyzed: boolean;
}

/**
 * Writes the two events of each run that has ended. Called once for each run, in the transaction that ends it: the
 * database refuses a second pair.
 */
export async function announceEnds(
  trx: Transaction<Database>,
  jobs: Jobs,
  { runs, now }: { readonly runs: readonly EndedRun[]; readonly now: Timestamp },
): Promise<void> {
  if (runs.length === 0) return;
  await events.insert(
    trx,
    runs.flatMap(({ id, organization_id, conversed, analyzed }) => {
      const of = { organization_id, run_id: id, created_at: now };
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
  await wake(trx, jobs);
}

/** Lets `call_analyzed` of an ended run be made now: its analysis is there. */
export async function hastenAnalysis(
  trx: Transaction<Database>,
  jobs: Jobs,
  { run_id, now }: { readonly run_id: number; readonly now: Timestamp },
): Promise<void> {
  if (await events.hasten(trx, run_id, now)) await wake(trx, jobs);
}

/** Has what is due looked for at once. */
export const wake = (trx: Transaction<Database>, jobs: Jobs): Promise<void> =>
  jobs.enqueue(trx, deliverQueue, [{ data: {}, key: 'due' }]);
