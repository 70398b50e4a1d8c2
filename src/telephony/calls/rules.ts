import type { Timestamp } from '../../timestamp.ts';
import { later } from '../../timestamp.ts';
import type {
  AnsweredBy,
  PlacementResult,
  CallbackReading,
  CallStatus,
} from '../carriers/carrier.ts';

export type Outcome =
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'voicemail'
  | 'failed'
  | 'canceled'
  | 'unknown';
type FailureWord = 'refused' | 'carrier_failure' | 'connection_error' | 'timed_out' | 'no_callback';

/** A report about a call. */
export interface Report {
  readonly run_id: number;
  readonly at: Timestamp;
  readonly event:
    | 'accepted'
    | 'ringing'
    | 'answered'
    | Exclude<Outcome, 'unknown' | 'voicemail'>
    | 'refused'
    | 'unreachable'
    | 'timed_out'
    | 'no_callback';
  readonly carrier_call_id?: string;
  readonly answered_by?: AnsweredBy;
  readonly consent?: boolean;
}

/** The known state of a call. */
export interface CallState {
  readonly state: 'initialized' | 'running' | 'completed';
  readonly outcome: Outcome | null;
  readonly failure: FailureWord | null;
  readonly carrier_call_id: string | null;
  readonly answered_by: AnsweredBy | null;
  readonly started_at: Timestamp | null;
  readonly ended_at: Timestamp | null;
}

const endings: Readonly<Record<string, readonly [Outcome, FailureWord | null]>> = {
  completed: ['completed', null],
  busy: ['busy', null],
  no_answer: ['no_answer', null],
  canceled: ['canceled', null],
  failed: ['failed', 'carrier_failure'],
  refused: ['failed', 'refused'],
  unreachable: ['failed', 'connection_error'],
  timed_out: ['unknown', 'timed_out'],
  no_callback: ['unknown', 'no_callback'],
};

/**
 * The state of a call after a report; the same object if nothing changes: the call has ended, the report is old, or it
 * belongs to another call of the carrier. No report reopens a call, so duplicate and late reports are harmless. A
 * detected machine does not end the call, but its end is `voicemail` then; one that is detected after the end comes too
 * late.
 */
export function after<Call extends CallState>(call: Call, report: Report): Call {
  if (call.state === 'completed' || isForeign(call, report)) return call;
  const known = {
    ...call,
    carrier_call_id: call.carrier_call_id ?? report.carrier_call_id ?? null,
    answered_by: answererAfter(call, report),
  };
  const ending = endings[report.event];
  if (ending) {
    const [said, failure] = ending;
    const outcome = said === 'completed' && known.answered_by === 'machine' ? 'voicemail' : said;
    return { ...known, state: 'completed', outcome, failure, ended_at: report.at };
  }
  if (report.event === 'answered' && call.started_at === null)
    return { ...known, state: 'running', started_at: report.at };
  const isNews =
    call.state === 'initialized' ||
    call.carrier_call_id === null ||
    call.answered_by !== known.answered_by;
  return isNews ? { ...known, state: 'running' } : call;
}

/** The first person or machine that was detected stays. */
const answererAfter = ({ answered_by }: CallState, report: Report): AnsweredBy | null =>
  answered_by === null || answered_by === 'unknown'
    ? (report.answered_by ?? answered_by)
    : answered_by;

const isForeign = (call: CallState, { carrier_call_id }: Report): boolean =>
  carrier_call_id !== undefined &&
  call.carrier_call_id !== null &&
  carrier_call_id !== call.carrier_call_id;

/** Whether a person or a machine answered. */
export const conversed = (outcome: Outcome | null): boolean =>
  outcome === 'completed' || outcome === 'voicemail';

const eventOfPlacement = {
  accepted: 'accepted',
  refused: 'refused',
  account_refused: 'refused',
  rate_limited: 'refused',
  unavailable: 'unreachable',
  unknown: 'timed_out',
} as const;

/** Converts the carrier's immediate response to a report. */
export const reportOfPlacement = (
  run_id: number,
  result: PlacementResult,
  at: Timestamp,
): Report => ({
  run_id,
  at,
  event: eventOfPlacement[result.kind],
  ...(result.kind === 'accepted' && { carrier_call_id: result.carrier_call_id }),
});

const eventOfStatus: Readonly<Record<CallStatus, Report['event']>> = {
  ringing: 'ringing',
  answered: 'answered',
  completed: 'completed',
  busy: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** Converts a carrier's callback to a report. */
export const reportOfCallback = (
  run_id: number,
  reading: CallbackReading & { readonly kind: 'status' },
  now: Timestamp,
): Report => ({
  run_id,
  at: now,
  event: eventOfStatus[reading.status],
  carrier_call_id: reading.carrier_call_id,
  ...(reading.answered_by && { answered_by: reading.answered_by }),
  ...(reading.consent !== undefined && { consent: reading.consent }),
});

const defaultMaxCallSeconds = 1800;
const maxSeconds = 14_400;
const marginMs = 60_000;

/**
 * The maximum duration of the workflow's calls: `max_call_duration_seconds` of its configurations if valid, else the
 * default.
 */
export function maxCallSeconds(configurations: Readonly<Record<string, unknown>>): number {
  const said = configurations['max_call_duration_seconds'];
  const isValid =
    typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= maxSeconds;
  return isValid ? said : defaultMaxCallSeconds;
}

/** When a call that never reports its end is closed as unknown. */
export const deadline = (
  configurations: Readonly<Record<string, unknown>>,
  placing_at: Timestamp,
): Timestamp => later(placing_at, maxCallSeconds(configurations) * 1000 + marginMs);
