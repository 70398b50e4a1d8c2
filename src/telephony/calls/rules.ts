import type { components } from '../../../generated/api.ts';
import { type Timestamp, later } from '../../timestamp.ts';
import type {
  AnsweredBy,
  PlacementResult,
  CallbackReading,
  CallStatus,
  CallStatusAnswer,
} from '../carriers/carrier.ts';
import {
  effects,
  type Ending,
  type FailureWord,
  hungUp,
  type Outcome,
  type ReportEvent,
  type RunState,
  toMachine,
  withoutAgent,
} from './flow-rules.ts';

/** A report about a call. */
export interface Report {
  readonly run_id: number;
  readonly organization_id: number;
  readonly at: Timestamp;
  readonly event: ReportEvent;
  /**
   * The attempt that it is about: when it was marked as being placed; null: none is being placed. The report changes nothing
   * once there is another one. Default: any.
   */
  readonly attempt?: Timestamp | null;
  readonly carrier_call_id?: string;
  readonly answered_by?: AnsweredBy;
  readonly greeting_ended?: true;
  readonly message_ended?: true;
  readonly consent?: boolean;
  /** The call has ended because its agent runtime failed. */
  readonly agent_failed?: true;
  /** The carrier's own code for why the call ended. */
  readonly carrier_code?: string;
}

/** The known state of a call. */
export interface CallState {
  readonly state: RunState;
  readonly outcome: Outcome | null;
  readonly failure: FailureWord | null;
  readonly carrier_code: string | null;
  readonly carrier_call_id: string | null;
  /** Carriers tell fewer kinds apart than agent runtimes. */
  readonly answered_by: components['schemas']['RunAnsweredBy'] | null;
  readonly started_at: Timestamp | null;
  readonly ended_at: Timestamp | null;
  /** Since when somebody wants it to end. */
  readonly hang_up_requested_at: Timestamp | null;
}

/**
 * The state of a call after a report; the same object if nothing changes: the call has ended, the report is old, or it
 * belongs to another call of the carrier. No report reopens a call, so duplicate and late reports are harmless. A
 * detected machine does not end the call, but its end is `voicemail` then; one that is detected after the end comes too
 * late.
 */
export function applyReport<Call extends CallState>(call: Call, report: Report): Call {
  if (call.state === 'completed' || isForeign(call, report)) return call;
  const known = {
    ...call,
    carrier_call_id: call.carrier_call_id ?? report.carrier_call_id ?? null,
    answered_by: answererAfter(call, report),
  };
  const effect = effects[report.event];
  if (effect.to === 'completed') {
    const { outcome, failure } = endOf(known, effect, report);
    const carrier_code = (failure && report.carrier_code) ?? null;
    return { ...known, state: effect.to, outcome, failure, carrier_code, ended_at: report.at };
  }
  if (report.event === 'answered' && call.started_at === null)
    return { ...known, state: effect.to, started_at: report.at };
  const isNews =
    call.state === 'initialized' ||
    call.carrier_call_id === null ||
    call.answered_by !== known.answered_by;
  return isNews ? { ...known, state: effect.to } : call;
}

const isMachine = ({ answered_by }: Pick<CallState, 'answered_by'>): boolean =>
  answered_by === 'machine' || answered_by === 'voicemail';

/**
 * What a report says about the machine that answered: that it did, that a message can be left, that the message has been
 * played. Undefined if the call has ended, or a person answered. A machine that the agent runtime has heard before is news
 * once its carrier detects it.
 */
export function machineNews(
  after: CallState,
  report: Report,
): 'detected' | 'greeting_ended' | 'message_ended' | undefined {
  if (after.state === 'completed' || !isMachine(after)) return undefined;
  if (isForeign(after, report)) return undefined;
  if (report.message_ended) return 'message_ended';
  if (report.greeting_ended) return 'greeting_ended';
  return report.answered_by === 'machine' ? 'detected' : undefined;
}

/** How a call ended of which a carrier reported an end. Carriers report a call that was hung up in various ways. */
function endOf(call: CallState, ending: Ending, { agent_failed }: Report): Ending {
  const { hang_up_requested_at } = call;
  const { outcome } = ending;
  if (hang_up_requested_at !== null && outcome !== 'unknown' && outcome !== 'canceled')
    return hungUp;
  if (outcome !== 'completed') return ending;
  if (isMachine(call)) return toMachine;
  return agent_failed ? withoutAgent : ending;
}

/** The first person or machine that was detected stays, and so does what the agent runtime has heard. */
const answererAfter = ({ answered_by }: CallState, report: Report): CallState['answered_by'] =>
  answered_by === null || answered_by === 'unknown'
    ? (report.answered_by ?? answered_by)
    : answered_by;

export const isForeign = (call: CallState, { carrier_call_id }: Report): boolean =>
  carrier_call_id !== undefined &&
  call.carrier_call_id !== null &&
  carrier_call_id !== call.carrier_call_id;

/** Whether a person or a machine answered, also if the call was hung up then. */
export const conversed = ({
  outcome,
  started_at,
}: Pick<CallState, 'outcome' | 'started_at'>): boolean =>
  outcome === 'completed' ||
  outcome === 'voicemail' ||
  (outcome === 'canceled' && started_at !== null);

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
): Omit<Report, 'organization_id'> => ({
  run_id,
  at,
  event: eventOfPlacement[result.kind],
  ...(result.kind === 'accepted' && { carrier_call_id: result.carrier_call_id }),
  ...('carrier_code' in result && { carrier_code: result.carrier_code }),
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
): Omit<Report, 'organization_id'> => ({
  run_id,
  at: now,
  event: eventOfStatus[reading.status],
  carrier_call_id: reading.carrier_call_id,
  ...(reading.answered_by && { answered_by: reading.answered_by }),
  ...(reading.greeting_ended && { greeting_ended: true }),
  ...(reading.message_ended && { message_ended: true }),
  ...(reading.consent !== undefined && { consent: reading.consent }),
  ...(reading.agent_failed && { agent_failed: true }),
  ...(reading.carrier_code !== undefined && { carrier_code: reading.carrier_code }),
});

/** How often an attempt is given back because the carrier was unavailable, before it counts as failed. */
export const maxDeferrals = 5;

/** How long an attempt waits after so many deferrals. */
export const deferMs = (deferrals: number): number => 5000 * 2 ** deferrals;

interface CheckedCall {
  readonly run_id: number;
  readonly state: 'placing' | 'ringing' | 'in_progress';
  readonly placing_at: Timestamp;
  readonly deadline_at: Timestamp;
  /** How often in a row the carrier was silent, if it is this time. */
  readonly asked: number;
  /** How often the call was given back because the carrier was unavailable. */
  readonly deferrals: number;
}

type Next =
  | { readonly kind: 'report'; readonly report: Omit<Report, 'organization_id'> }
  /** The carrier never heard of the call. */
  | { readonly kind: 'give_back' }
  /** It is queried again later. */
  | { readonly kind: 'wait' };

/** How often in a row a carrier that did not answer the request may be silent about the call. */
const maxAsked = 4;
/** A carrier may list a call late, and a request may still be on its way. */
const settledMs = 60_000;
/** For how long after its deadline a call that the carrier calls in progress counts as that. */
const overtimeMs = 4 * 3_600_000;

/** What the carrier's answer about a call means for it. */
export function afterAnswer(call: CheckedCall, answer: CallStatusAnswer, now: Timestamp): Next {
  const { run_id, state, placing_at, deadline_at, asked, deferrals } = call;
  const report = (
    event: Report['event'],
    of: Partial<Pick<Report, 'carrier_call_id' | 'answered_by' | 'at'>> = {},
  ): Next => ({
    kind: 'report',
    report: {
      run_id,
      event,
      at: of.at ?? now,
      ...(of.carrier_call_id !== undefined && { carrier_call_id: of.carrier_call_id }),
      ...(of.answered_by !== undefined && { answered_by: of.answered_by }),
    },
  });
  if (answer.kind === 'ended') return report(eventOfStatus[answer.status], answer);
  if (now >= later(deadline_at, overtimeMs)) return report('no_callback');
  if (answer.kind === 'in_progress') return report(answer.status, answer);
  // It has ended, the carrier does not tell how: a call that was answered is completed.
  if (answer.kind === 'silent' && answer.ended_at !== undefined && state !== 'placing')
    return report(state === 'in_progress' ? 'completed' : 'no_callback', { at: answer.ended_at });
  if (state !== 'placing') return now >= deadline_at ? report('no_callback') : { kind: 'wait' };
  if (answer.kind === 'never_placed' && now >= later(placing_at, settledMs))
    return deferrals < maxDeferrals ? { kind: 'give_back' } : report('unreachable');
  return asked >= maxAsked && answer.kind === 'silent' ? report('timed_out') : { kind: 'wait' };
}

interface Slots {
  readonly limit: number;
  /** Percent of the limit that campaigns leave free. */
  readonly reserved_for_single_calls: number;
  readonly live: number;
  readonly ofCampaigns: number;
}

/** How many further calls an organization can place by single calls, and by campaigns. */
export function freeSlots({ limit, reserved_for_single_calls, live, ofCampaigns }: Slots) {
  const reserved = Math.floor((limit * reserved_for_single_calls) / 100);
  const free = Math.max(limit - live, 0);
  return { free, freeForCampaigns: Math.max(Math.min(free, limit - reserved - ofCampaigns), 0) };
}
