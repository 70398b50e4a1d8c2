import type { Transaction } from 'kysely';
import { approvalFor } from '../../approvals/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { moveCallBack } from '../../workflows/runs/call-back-queries.ts';
import { mustFitDay } from './call-back-limits.ts';
import type { ScheduledCallRow } from './queries.ts';

interface Change {
  readonly caller: Caller;
  /** The new time; undefined: as before. */
  readonly time: Timestamp | undefined;
  readonly now: Timestamp;
}

/** Throws if the caller may not place the call as it is then, or if the callback does not fit the new day. */
export async function mustBeAbleToChange(
  trx: Transaction<Database>,
  {
    workflow_id,
    to_number,
    due_at,
    callback_of_run_id,
    organization_id,
    ...call
  }: ScheduledCallRow,
  { caller, time, now }: Change,
): Promise<void> {
  const at = [time ?? due_at ?? now, now].toSorted().at(-1)!;
  const action = { action_type: 'call_initiate', workflow_id, to_number } as const;
  await approvalFor(trx, { caller, action, now: at, lock: false });
  if (time === undefined || callback_of_run_id === null) return;
  const run_id = callback_of_run_id;
  const called = { organization_id, run_id, phone_number: to_number, timezone: call.timezone };
  await mustFitDay(trx, { ...called, at: time });
  await moveCallBack(trx, run_id, time);
}
