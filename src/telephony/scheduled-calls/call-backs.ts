import type { Transaction } from 'kysely';
import { recordChange } from '../../audit/actions.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CalledBack } from '../../workflows/runs/call-back-queries.ts';
import * as scheduled from './queries.ts';
import { audited } from './views.ts';

interface CallBack {
  readonly at: Timestamp;
  readonly now: Timestamp;
}

/**
 * Schedules a single call to whom the run called, with what it was placed with, for who placed it. Nothing if nobody
 * did, or if the run called no number.
 */
export async function scheduleCallBack(
  trx: Transaction<Database>,
  { id: callback_of_run_id, ...run }: Omit<CalledBack, 'state'>,
  { at, now }: CallBack,
): Promise<void> {
  const { to_number, user_id, api_key_id, organization_id } = run;
  if (to_number === null || (user_id === null && api_key_id === null)) return;
  const times = { scheduled_at: at, due_at: at, created_at: now };
  const row = await scheduled.insert(trx, { ...run, to_number, callback_of_run_id, ...times });
  await recordChange(
    trx,
    { caller: null, requestId: null, at: now },
    {
      action: 'scheduled_call.created',
      organization_id,
      subject_id: row.id,
      before: null,
      after: { ...audited(row), callback_of_run_id },
    },
  );
}
