import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../../audit/actions.ts';
import type { AnyCaller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { closeGate } from '../calls/gate-queries.ts';
import * as list from './queries.ts';

type CallersCause = Cause & { readonly caller: AnyCaller };

type Entries = Pick<list.NewNumbers, 'phone_numbers' | 'reasons' | 'ends'> & {
  /** The run in which the called person opted out. */
  readonly run_id?: number;
};

/**
 * Adds numbers to the caller's list; returns how many were not on it for as long. Call it last in the transaction, and
 * wait for the calls that began before (`untilAnswered`) before its response is sent.
 */
export async function addNumbers(
  trx: Transaction<Database>,
  cause: CallersCause,
  { run_id, ...entries }: Entries,
): Promise<number> {
  const { caller, at } = cause;
  const { organization_id } = caller;
  const changed = await list.add(trx, {
    organization_id,
    created_by: caller.kind === 'session' ? caller.user_id : null,
    created_at: at,
    source: run_id === undefined ? sources[caller.kind] : 'opt_out',
    run_id: run_id ?? null,
    ...entries,
  });
  await record(trx, cause, {
    action: 'do_not_call_list.numbers_added',
    changed,
    ...(run_id !== undefined && { run_id }),
  });
  await closeGate(trx, organization_id);
  return changed.count;
}

/** Adds the number of a person who opted out in a call, in the same place of a transaction. */
export async function addOptOut(
  trx: Transaction<Database>,
  cause: CallersCause,
  { run_id, phone_number }: { readonly run_id: number; readonly phone_number: string },
): Promise<void> {
  const reasons = [`Opted out in run ${run_id}`];
  await addNumbers(trx, cause, { run_id, phone_numbers: [phone_number], reasons, ends: [null] });
}

const sources = { session: 'user', api_key: 'api_key', run_token: 'opt_out' } as const;

interface ListChange {
  readonly action: 'do_not_call_list.numbers_added' | 'do_not_call_list.numbers_removed';
  readonly changed: list.Changed;
  readonly run_id?: number;
}

/**
 * Records how many numbers changed and the last digits of a few: audit events are never deleted, so they must not
 * contain full numbers.
 */
export async function record(
  trx: Transaction<Database>,
  cause: CallersCause,
  { action, changed: { count, endings }, ...more }: ListChange,
): Promise<void> {
  if (count === 0) return;
  const { organization_id } = cause.caller;
  const list = { organization_id, subject_id: organization_id };
  const after = { numbers: count, endings, ...more };
  await recordChange(trx, cause, { action, ...list, before: null, after });
}
