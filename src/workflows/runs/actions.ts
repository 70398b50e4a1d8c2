import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { mustMatch, type Revised, revisedBy, tagged } from '../../http/etag.ts';
import { get, type Key, lock } from './read-queries.ts';

type Run = Awaited<ReturnType<typeof get>>;

/** What clients change of a run, and its state: the progress of a call, such as that it was answered, is no change. */
const revised = (run: Run): Revised =>
  revisedBy(run.id, [
    run.state,
    run.hang_up_requested_at,
    run.token_revoked_at,
    run.call_disposition,
    run.answered_by === 'ivr',
    run.callback_refusal,
    run.recording_url,
    run.gathered_context,
    run.transcript,
    run.analysis,
    run.usage,
  ]);

export const taggedRun = (run: Run) => tagged(run, revised(run));

/**
 * Locks the run if the request has an If-Match, and throws 412 unless that allows a change. Call it before anything in the
 * transaction changes the run.
 */
export async function mustMatchRun(
  trx: Transaction<Database>,
  key: Key,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  await lock(trx, key);
  mustMatch(ifMatch, revised(await get(trx, key)));
}
