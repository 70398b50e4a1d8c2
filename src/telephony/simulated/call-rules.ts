type SimulatedCallback =
  | 'answered'
  | 'machine_detected'
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'failed';

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

/** How long the network takes to accept a call that it accepts slowly. */
export const slowMs = 5000;

/**
 * The plan for a called number, determined by its last two digits. `earlierCalls` is the number of earlier calls to it:
 * numbers in 80 to 84 are busy twice, then answer, and repeat.
 */
export function planOf(toNumber: string, earlierCalls: number): Plan {
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
export const isLast = (callback: SimulatedCallback): boolean =>
  callback !== 'answered' && callback !== 'machine_detected';

/** What the callback says. The detection of a machine has no status of its own, as with a carrier. */
export const contentOf = (callback: SimulatedCallback) =>
  callback === 'machine_detected'
    ? { status: 'answered', answered_by: 'machine' }
    : { status: callback };
