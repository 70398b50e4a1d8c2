import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js';
import { msBetween } from '../../timestamp.ts';
import { silent, timeIn } from './answers.ts';
import type { AnsweredBy, CallStatusAnswer, CallStatusQuery } from './carrier.ts';

/** The part of a call resource that tells its state. */
type ListedCall = Pick<
  CallInstance,
  'sid' | 'status' | 'direction' | 'answeredBy' | 'dateCreated' | 'endTime'
>;

/** How many calls a list has at most. */
export const listedCalls = 50;
const clockToleranceMs = 10_000;
/** How long after its placement a call may be created, and a call that is not listed was never placed. */
const placedWithinMs = 60_000;

interface Listed {
  /** The newest calls between the numbers of the call. */
  readonly calls: readonly ListedCall[];
  /** The carrier's time of the list. */
  readonly carrierTime: string | undefined;
}

/**
 * The state of the call that was placed, if exactly one can be it; never placed if the list is complete without it. The
 * list is not filtered by start time: a call that waits in Twilio's queue has none. Times are compared by Twilio's own
 * clock, since a wrong `never_placed` would mean a second call:
 * https://www.twilio.com/docs/voice/api/call-resource#read-multiple-call-resources.
 */
export function stateInList(
  { placing_at, now }: Pick<CallStatusQuery, 'placing_at' | 'now'>,
  { calls, carrierTime }: Listed,
): CallStatusAnswer {
  const elapsed = msBetween(placing_at, now);
  const placedAt = Date.parse(carrierTime ?? now) - elapsed;
  const since = calls.filter(
    ({ direction, dateCreated }) =>
      direction === 'outbound-api' && dateCreated.getTime() >= placedAt - clockToleranceMs,
  );
  const [found, ...others] = since.filter(
    ({ dateCreated }) => dateCreated.getTime() <= placedAt + placedWithinMs,
  );
  if (found && others.length === 0) return stateOf(found);
  const isComplete = calls.length < listedCalls;
  return since.length === 0 && isComplete && elapsed > placedWithinMs
    ? { kind: 'never_placed' }
    : silent("Twilio's list of calls does not tell which one it is.");
}

export function stateOf({ sid, status, endTime, ...call }: ListedCall): CallStatusAnswer {
  const answered_by = answeredBy(call.answeredBy);
  const known = { carrier_call_id: sid, ...(answered_by && { answered_by }) };
  switch (status) {
    case 'queued':
    case 'ringing':
      return { kind: 'in_progress', status: 'ringing', ...known };
    case 'in-progress':
      return { kind: 'in_progress', status: 'answered', ...known };
    case 'no-answer':
      return { kind: 'ended', status: 'no_answer', ...known, ...timeIn(endTime?.toISOString()) };
    case 'completed':
    case 'busy':
    case 'failed':
    case 'canceled':
      return { kind: 'ended', status, ...known, ...timeIn(endTime?.toISOString()) };
    default:
      return silent('Twilio tells an unknown state of the call.');
  }
}

/**
 * The result of machine detection: `human`, `fax`, `unknown`, `machine_start` or `machine_end_...`. There is none for a menu, which is
 * a person or a machine here: https://www.twilio.com/docs/voice/answering-machine-detection.
 */
export function answeredBy(value: string | null | undefined): AnsweredBy | undefined {
  if (value === 'human' || value === 'unknown') return value;
  return value?.startsWith('machine_') || value === 'fax' ? 'machine' : undefined;
}
