import type { Timestamp } from '../../timestamp.ts';
import { later } from '../../timestamp.ts';
import type { Asked, CallbackReading, CallStatus } from '../carriers/carrier.ts';

export type Outcome =
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'voicemail'
  | 'failed'
  | 'canceled'
  | 'unknown';
export type FailureWord =
  | 'refused'
  | 'carrier_failure'
  | 'connection_error'
  | 'timed_out'
  | 'no_callback';

/** Something learned about a call. */
export interface Report {
  readonly run_id: number;
  readonly at: Timestamp;
  readonly news:
    | 'accepted'
    | 'ringing'
    | 'answered'
    | Exclude<Outcome, 'unknown'>
    | 'refused'
    | 'unreachable'
    | 'timed_out'
    | 'no_callback';
  readonly carrier_call_id?: string;
  readonly consent?: boolean;
}

/** A call as far as it is known. */
export interface CallState {
  readonly state: 'initialized' | 'running' | 'completed';
  readonly outcome: Outcome | null;
  readonly failure: FailureWord | null;
  readonly carrier_call_id: string | null;
  readonly started_at: Timestamp | null;
  readonly ended_at: Timestamp | null;
}

const endings: Readonly<Record<string, readonly [Outcome, FailureWord | null]>> = {
  completed: ['completed', null],
  busy: ['busy', null],
  no_answer: ['no_answer', null],
  voicemail: ['voicemail', null],
  canceled: ['canceled', null],
  failed: ['failed', 'carrier_failure'],
  refused: ['failed', 'refused'],
  unreachable: ['failed', 'connection_error'],
  timed_out: ['unknown', 'timed_out'],
  no_callback: ['unknown', 'no_callback'],
};

/**
 * What a call is after a report; the same object if the report changes nothing: the call has ended, the news is old, or
 * it is of another call of the carrier's. No report brings a call back, so duplicates and late ones are harmless.
 */
export function after<Call extends CallState>(call: Call, report: Report): Call {
  if (call.state === 'completed' || isForeign(call, report)) return call;
  const known = {
    ...call,
    carrier_call_id: call.carrier_call_id ?? report.carrier_call_id ?? null,
  };
  const ending = endings[report.news];
  if (ending) {
    const [outcome, failure] = ending;
    return { ...known, state: 'completed', outcome, failure, ended_at: report.at };
  }
  if (report.news === 'answered' && call.started_at === null)
    return { ...known, state: 'running', started_at: report.at };
  if (call.state === 'initialized' || call.carrier_call_id === null)
    return { ...known, state: 'running' };
  return call;
}

const isForeign = (call: CallState, { carrier_call_id }: Report): boolean =>
  carrier_call_id !== undefined &&
  call.carrier_call_id !== null &&
  carrier_call_id !== call.carrier_call_id;

/** Whether somebody, or a machine, was spoken to. */
export const conversed = (outcome: Outcome | null): boolean =>
  outcome === 'completed' || outcome === 'voicemail';

const newsOfAsking = {
  accepted: 'accepted',
  refused: 'refused',
  unreachable: 'unreachable',
  unknown: 'timed_out',
} as const;

/** What the carrier's immediate answer says about the call. */
export const reportOfAsking = (run_id: number, asked: Asked, at: Timestamp): Report => ({
  run_id,
  at,
  news: newsOfAsking[asked.kind],
  ...(asked.kind === 'accepted' && { carrier_call_id: asked.carrier_call_id }),
});

const newsOfStatus: Readonly<Record<CallStatus, Report['news']>> = {
  ringing: 'ringing',
  answered: 'answered',
  completed: 'completed',
  busy: 'busy',
  no_answer: 'no_answer',
  voicemail: 'voicemail',
  failed: 'failed',
  canceled: 'canceled',
};

/** What a carrier's callback says about the call. */
export const reportOfCallback = (
  run_id: number,
  reading: CallbackReading & { readonly kind: 'status' },
  now: Timestamp,
): Report => ({
  run_id,
  at: now,
  news: newsOfStatus[reading.status],
  carrier_call_id: reading.carrier_call_id,
  ...(reading.consent !== undefined && { consent: reading.consent }),
});

export const defaultMaxCallSeconds = 1800;
const longestCallSeconds = 14_400;
const marginMs = 60_000;

/** How long a call of the workflow may last: `max_call_duration_seconds` of its configurations where that makes sense. */
export function maxCallSeconds(configurations: Readonly<Record<string, unknown>>): number {
  const said = configurations['max_call_duration_seconds'];
  const sane =
    typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= longestCallSeconds;
  return sane ? said : defaultMaxCallSeconds;
}

/** When a call that nobody ends is closed as unknown. */
export const deadline = (
  configurations: Readonly<Record<string, unknown>>,
  asked_at: Timestamp,
): Timestamp => later(asked_at, maxCallSeconds(configurations) * 1000 + marginMs);
