import type { CallStatusAnswer, MachineDetection } from '../carriers/carrier.ts';
import { later, msBetween, type Timestamp } from '../../timestamp.ts';

/** Whether the network gets the call or brings it. */
export type Direction = 'outbound' | 'inbound';

/** How long calls ring and last. */
export interface Pace {
  readonly ring_ms: number;
  readonly talk_ms: number;
}

type SimulatedCallback =
  | 'answered'
  | 'machine_detected'
  | 'greeting_ended'
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'failed';

type End = Exclude<SimulatedCallback, 'answered' | 'machine_detected' | 'greeting_ended'>;

/** How the simulated network treats a call: its immediate response and its later callbacks. */
export interface Plan {
  readonly answer: 'accepted' | 'refused' | 'connection_error';
  /** How long the network takes to respond. */
  readonly acceptAfterMs: number;
  /** The callbacks, in the order they are sent. */
  readonly callbacks: readonly SimulatedCallback[];
  readonly consent?: boolean;
}

const accepted = { answer: 'accepted', acceptAfterMs: 0 } as const;
const talk: Plan = { ...accepted, callbacks: ['answered', 'completed'] };

/** Whoever calls talks with whoever answers. */
export const inboundPlan: Plan = talk;

/** How long the network takes to accept a call that it accepts slowly. */
export const slowMs = 5000;

/**
 * The plan for a called number, determined by its last two digits, and by whether machines are detected. `earlierCalls` is the number of earlier calls to it:
 * numbers in 80 to 84 are busy twice, then answer, and repeat.
 */
export function planOf(
  toNumber: string,
  earlierCalls: number,
  detection: MachineDetection = 'detect',
): Plan {
  const plan = planFor(toNumber, earlierCalls);
  const heard = detection === 'greeting_end' ? 'greeting_ended' : 'machine_detected';
  const callbacks = plan.callbacks.flatMap((callback): SimulatedCallback[] => {
    if (callback !== 'machine_detected') return [callback];
    return detection === 'off' ? [] : [heard];
  });
  return { ...plan, callbacks };
}

function planFor(toNumber: string, earlierCalls: number): Plan {
  const digits = Number(toNumber.slice(-2));
  if (digits < 40) return talk;
  if (digits < 50) return { ...accepted, callbacks: ['busy'] };
  if (digits < 60) return { ...accepted, callbacks: ['no_answer'] };
  if (digits < 70) return { ...accepted, callbacks: ['answered', 'machine_detected', 'completed'] };
  if (digits < 75) return { ...accepted, callbacks: ['failed'] };
  if (digits < 80) return { answer: 'refused', acceptAfterMs: 0, callbacks: [] };
  if (digits < 85) return earlierCalls % 3 < 2 ? { ...accepted, callbacks: ['busy'] } : talk;
  if (digits < 90) return { ...talk, consent: true };
  if (digits < 95) return { ...talk, consent: false };
  if (digits === 95)
    return { ...accepted, callbacks: ['answered', 'answered', 'completed', 'completed'] };
  if (digits === 96) return { ...accepted, callbacks: ['completed', 'answered'] };
  if (digits === 97) return { ...accepted, callbacks: [] };
  if (digits === 98) return { ...talk, acceptAfterMs: slowMs };
  return { answer: 'connection_error', acceptAfterMs: 0, callbacks: [] };
}

/** Whether a callback ends its call, so that it is sent after the conversation and not after the ringing. */
export const isEnd = (callback: SimulatedCallback): callback is End =>
  callback !== 'answered' && callback !== 'machine_detected' && callback !== 'greeting_ended';

/** Shorter ringing is not reported: it would be a third report for every call where calls are placed in thousands. */
const reportedRingingMs = 100;

/** Whether the network reports that the call rings, which it does as it begins, not when the ringing is over. */
export const reportsRinging = (plan: Plan, { ring_ms }: Pace): boolean =>
  plan.callbacks.length > 0 && ring_ms >= reportedRingingMs;

/** The SIP response codes of calls that the network refuses, and of those that it cannot connect. */
export const refusedCode = '603';
const failedCode = '503';

/** What the callback says. The detection of a machine has no status of its own, as with a carrier. */
export function contentOf(callback: SimulatedCallback) {
  if (callback === 'machine_detected') return { status: 'answered', answered_by: 'machine' };
  if (callback === 'greeting_ended')
    return { status: 'answered', answered_by: 'machine', greeting: 'ended' };
  return { status: callback, ...(callback === 'failed' && { code: failedCode }) };
}

const endOfHungUp = ({ status }: { readonly status: 'ringing' | 'answered' }) =>
  status === 'ringing' ? 'canceled' : 'completed';

const isMachine = (callback: SimulatedCallback): boolean =>
  callback === 'machine_detected' || callback === 'greeting_ended';

interface BookedCall {
  readonly id: string;
  readonly placed_at: Timestamp;
  readonly pace: Pace;
  readonly now: Timestamp;
  readonly hung_up_at: Timestamp | null;
}

/** The state of a call at a time, as its plan and its pace say, whatever was reported. */
export function stateOf(plan: Plan, call: BookedCall): CallStatusAnswer {
  const { id, placed_at, pace, now, hung_up_at } = call;
  if (plan.answer !== 'accepted') return { kind: 'never_placed' };
  const end = plan.callbacks.find(isEnd);
  if (end && hung_up_at !== null) {
    const before = stateOf(plan, { ...call, now: hung_up_at, hung_up_at: null });
    if (before.kind === 'in_progress')
      return { ...before, kind: 'ended', status: endOfHungUp(before), at: hung_up_at };
  }
  if (!end) return { kind: 'silent', detail: 'The network does not tell the state of this call.' };
  const known = {
    carrier_call_id: id,
    ...(plan.callbacks.some(isMachine) && { answered_by: 'machine' as const }),
  };
  const elapsed = msBetween(placed_at, now) - plan.acceptAfterMs;
  if (elapsed < pace.ring_ms)
    return { kind: 'in_progress', status: 'ringing', carrier_call_id: id };
  const length = pace.ring_ms + (plan.callbacks.includes('answered') ? pace.talk_ms : 0);
  if (elapsed < length) return { kind: 'in_progress', status: 'answered', ...known };
  return {
    kind: 'ended',
    status: end,
    ...known,
    at: later(placed_at, plan.acceptAfterMs + length),
  };
}

/**
 * What the network reports of a call that was hung up: how it ended, and the consent that was given while it was answered.
 * Undefined if it had ended by then, which is reported as planned, or is never reported.
 */
export function endOfHungUpCall(
  plan: Plan,
  call: Omit<BookedCall, 'now'> & { hung_up_at: Timestamp },
) {
  const state = stateOf(plan, { ...call, now: call.hung_up_at, hung_up_at: null });
  if (state.kind !== 'in_progress') return undefined;
  return {
    status: endOfHungUp(state),
    ...(state.status === 'answered' && consentIn(plan)),
  };
}

/** The consent as a report of the end has it. */
export const consentIn = ({ consent }: Plan) => (consent === undefined ? {} : { consent });

/** How long a call with a stream, relay or the TwiML of a page lasts at most, unless its configuration says it. */
const streamMs = 600_000;

/** The pace that a configuration's credentials say, or the network's own. */
export const paceIn = ({
  ring_ms,
  talk_ms,
  stream_url,
  voice_url,
  relay_url,
}: Readonly<Record<string, unknown>>): Pace => ({
  ring_ms: Number(ring_ms ?? 50),
  talk_ms: Number(talk_ms ?? (stream_url || voice_url || relay_url ? streamMs : talkMs)),
});

/** How long a call without a stream or TwiML lasts, unless its configuration says it. */
export const talkMs = 200;

/** What happens to a call in the network's record. */
export const plannedFor = ({
  to_number,
  earlier_calls,
  detection,
  direction,
}: {
  readonly to_number: string;
  readonly earlier_calls: number | null;
  readonly detection: MachineDetection;
  readonly direction: Direction;
}): Plan =>
  direction === 'inbound' ? inboundPlan : planOf(to_number, earlier_calls ?? 0, detection);

/** An inbound call is answered by the response to its request, so it does not ring. */
export const paceOf = (pace: Pace, { direction }: { readonly direction: Direction }): Pace =>
  direction === 'inbound' ? { ...pace, ring_ms: 0 } : pace;
