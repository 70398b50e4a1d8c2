import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { announceTransfers, wakeAfter } from '../../webhooks/actions.ts';
import { wakeSessions } from '../../workflows/instructions/actions.ts';
import * as ending from './ending-queries.ts';
import * as transfers from './queries.ts';
import { transferTransitions } from './rules.ts';
import { transferEvent } from './views.ts';

type Trx = Transaction<Database>;
type Waking = Pick<Jobs, 'wakeAfter'>;

interface Changed {
  /** They are locked. */
  readonly changed: readonly transfers.TransferRow[];
  readonly now: Timestamp;
}

/** Inserts the events of transfers that have changed, and wakes the streams of their runs. */
export async function announce(trx: Trx, jobs: Waking, { changed, now }: Changed): Promise<void> {
  const events = changed.map((row) => transferEvent(row, now));
  await announceTransfers(trx, { events, now });
  await wakeAfter(trx, jobs);
  await wakeSessions(
    trx,
    jobs,
    changed.map(({ run_id }) => run_id),
  );
}

/** The destination rings. */
export async function ring(
  trx: Trx,
  jobs: Waking,
  {
    at,
    leg_id,
    ...key
  }: transfers.TransferKey & { readonly at: Timestamp; readonly leg_id?: string | undefined },
): Promise<void> {
  const row = await transfers.setRinging(trx, key, { leg_id });
  if (row) await announce(trx, jobs, { changed: [row], now: at });
}

/** Goes on with who has answered. Returns the transfer, unless it has ended. */
export async function proceed(
  trx: Trx,
  jobs: Waking,
  {
    at,
    stage,
    byCommand,
    ...key
  }: transfers.TransferKey & {
    readonly at: Timestamp;
    readonly stage: 'brief' | 'connect';
    /** Whether the carrier gets commands, and does not ask for a document. */
    readonly byCommand: boolean;
  },
): Promise<transfers.TransferRow | undefined> {
  const row = await transfers.setStage(trx, key, { stage, step_at: byCommand ? at : null });
  if (row && stage === 'brief') await announce(trx, jobs, { changed: [row], now: at });
  return row;
}

/** Ends an unfinished transfer; undefined if it has ended. */
export async function end(
  trx: Trx,
  jobs: Waking,
  { organization_id, run_id, transfer_id, ...ended }: transfers.TransferKey & ending.Ended,
): Promise<transfers.TransferRow | undefined> {
  const row = await ending.setEnded(trx, { organization_id, run_id, transfer_id }, ended);
  if (row) await announce(trx, jobs, { changed: [row], now: ended.at });
  return row;
}

/** Gives a call back to its agent that was taken for connected with somebody. */
export async function giveBack(
  trx: Trx,
  jobs: Waking,
  { at, ...key }: transfers.TransferKey & { readonly at: Timestamp },
): Promise<void> {
  const row = await ending.setGivenBack(trx, key, at);
  if (row) await announce(trx, jobs, { changed: [row], now: at });
}

/** Cancels a transfer, or the fallback of one that has failed; undefined if there is nothing to cancel. */
export async function cancel(
  trx: Trx,
  jobs: Waking,
  { at, ...key }: transfers.TransferKey & { readonly at: Timestamp },
): Promise<transfers.TransferRow | undefined> {
  const row = await end(trx, jobs, { ...key, status: transferTransitions.cancel.to, at });
  if (!row) return ending.cancelFallback(trx, key);
  await transfers.setRecall(trx, key, at);
  return row;
}

interface EndedCall {
  readonly id: number;
  readonly organization_id: number;
  readonly started_at: Timestamp | null;
}

/** Ends the transfers of calls that end, in their transaction. Only answered calls have any. */
export async function endWithCalls(
  trx: Trx,
  jobs: Waking,
  { calls, now }: { readonly calls: readonly EndedCall[]; readonly now: Timestamp },
): Promise<void> {
  const answered = calls.flatMap(({ id: run_id, organization_id, started_at }) =>
    started_at === null ? [] : [{ organization_id, run_id }],
  );
  if (answered.length === 0) return;
  const changed = await ending.endWithCalls(trx, answered, now);
  if (changed.length > 0) await announce(trx, jobs, { changed, now });
}

/** Ends the transfers of which nothing was heard for too long. */
export const endOverdue = (
  { db, jobs }: { readonly db: Db; readonly jobs: Waking },
  now: Timestamp,
): Promise<readonly transfers.TransferRow[]> =>
  db.transaction().execute(async (trx) => {
    const changed = await ending.endOverdue(trx, now);
    if (changed.length > 0) await announce(trx, jobs, { changed, now });
    return changed;
  });
