import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { announceProgress, type ProgressEvent } from '../../webhooks/actions.ts';
import { setRingingEvent } from './progress-queries.ts';
import type { CallRow } from './queries.ts';
import { isForeign, type Report } from './rules.ts';

const isChosen = ({ chosen_events }: CallRow, event: ProgressEvent): boolean =>
  chosen_events?.includes(event) === true;

/** Whether the report says that the call rings, before it is answered or ends, and somebody wants the event of it. */
export const rings = (call: CallRow, report: Report): boolean =>
  report.event === 'ringing' &&
  call.state !== 'completed' &&
  call.started_at === null &&
  isChosen(call, 'call_ringing') &&
  !isForeign(call, report);

/** Whether the call was answered, and somebody wants the event of it. */
const wasAnswered = (before: CallRow, after: CallRow): boolean =>
  before.started_at === null && after.started_at !== null && isChosen(after, 'call_answered');

interface Reported {
  readonly before: readonly CallRow[];
  readonly after: ReadonlyMap<number, CallRow>;
  /** When calls rang, by run. */
  readonly rang: ReadonlyMap<number, Timestamp>;
  readonly now: Timestamp;
}

/**
 * Inserts the events of calls that ring or were answered, where they are chosen, before those of their end. A carrier
 * reports twice that a call rings, so `live_calls` knows it. Returns whether there was one.
 */
export async function announceReported(
  trx: Transaction<Database>,
  { before, after, rang, now }: Reported,
): Promise<boolean> {
  const first = rang.size === 0 ? rang : await setRingingEvent(trx, [...rang.keys()], now);
  const progress = before.flatMap((call) => {
    const { id: run_id, organization_id, traceparent } = call;
    const next = after.get(run_id) ?? call;
    const of = { run_id, organization_id, traceparent };
    const ringing = { ...of, event: 'call_ringing' as const, at: rang.get(run_id) ?? now };
    const answered = { ...of, event: 'call_answered' as const, at: next.started_at ?? now };
    return [
      ...(first.has(run_id) ? [ringing] : []),
      ...(wasAnswered(call, next) ? [answered] : []),
    ];
  });
  await announceProgress(trx, progress, now);
  return progress.length > 0;
}
