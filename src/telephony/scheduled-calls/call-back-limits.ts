import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { limitReached } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { countOnDay } from '../../workflows/runs/call-back-queries.ts';
import * as hours from '../calling-hours/queries.ts';
import { dayAt } from '../phone-numbers/pool-rules.ts';

interface CallBack {
  readonly organization_id: number;
  /** The run whose callback it is. */
  readonly run_id: number;
  readonly phone_number: string;
  /** That of the called person; null: unknown. */
  readonly timezone: string | null;
  readonly at: Timestamp;
}

/** Whether the number can be called back on that day; others that ask for it wait until the transaction ends. */
export async function fitsDay(
  trx: Transaction<Database>,
  { organization_id, run_id: without, phone_number, timezone, at }: CallBack,
): Promise<boolean> {
  const { timezone: zone, max_callbacks_per_day } = await hours.get(trx, organization_id);
  const day = dayAt(at, timezone ?? zone);
  const called = { organization_id, phone_number, without, ...day };
  return (await countOnDay(trx, called)) < max_callbacks_per_day;
}

/** Throws 409 if the number cannot be called back on that day. */
export async function mustFitDay(trx: Transaction<Database>, call: CallBack): Promise<void> {
  if (await fitsDay(trx, call)) return;
  const { max_callbacks_per_day: limit } = await hours.get(trx, call.organization_id);
  throw limitReached('callbacks_per_day', {
    limit,
    detail: `The phone number already has ${limit} callbacks on that day, which is the limit. Choose another day.`,
  });
}
