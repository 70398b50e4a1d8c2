import type { Transaction } from 'kysely';
import type { AnyCaller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, runHeldByAnother } from '../../errors.ts';
import { mustMatch, type Revised, revisedBy, tagged } from '../../http/etag.ts';
import { type Act, type Refusal, refusalOf, type TransferState } from './agent-rules.ts';
import { get, type Key, lock } from './read-queries.ts';

/** Whether only an agent runtime tells it. */
const isHeard = (answeredBy: string | null) =>
  answeredBy === 'ivr' || answeredBy === 'voicemail' || answeredBy === 'screener';

type Run = Awaited<ReturnType<typeof get>>;

/**
 * What clients change of a run, and its state: the progress of a call, such as that it was answered, is no change, nor is
 * who answered, as far as a carrier could have reported it.
 */
const revised = (run: Run): Revised =>
  revisedBy(run.id, [
    run.state,
    run.hang_up_requested_at,
    run.token_revoked_at,
    run.call_disposition,
    isHeard(run.answered_by) ? run.answered_by : null,
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

/** The columns of `holderColumns`. */
interface Holder {
  readonly handoff_id: number | null;
  readonly transfer_state: TransferState;
  readonly transfer_id: number | null;
}

/**
 * Throws 401 for the token of an agent that no longer has the run, and 409 if a transfer of the call forbids what the caller is
 * about to do. Only with the run locked no transfer is requested meanwhile.
 */
export function mustHaveCall(
  { handoff_id, transfer_state, transfer_id }: Holder,
  caller: AnyCaller,
  act: Act,
): void {
  if (caller.kind === 'run_token' && caller.handoff_id !== handoff_id) throw runHeldByAnother();
  const refusal = refusalOf(act, caller, transfer_state);
  if (refusal !== null) throw conflict(refusal, details[refusal], { transfer_id });
}

const details: Readonly<Record<Refusal, string>> = {
  transfer_in_progress:
    'A transfer of the call is unfinished. Cancel it before you hang up, or leave the call to it.',
  call_transferred:
    'The person is connected with somebody else, and the agent has left the call. Results can be stored; nothing else is done for it.',
};
