import { later, msBetween, type Timestamp } from '../../timestamp.ts';

interface Pace {
  /** Null: no limit. */
  readonly calls_per_second: number | null;
  /** How often in a row the carrier was unavailable. */
  readonly errors: number;
  readonly next_free_at: Timestamp;
  readonly wanted: number;
  readonly now: Timestamp;
}

/** PaceSlots are taken at most this far ahead, so that a worker that dies loses few. */
export const aheadMs = 1000;

/** Errors in a row that do not slow a configuration down: a single number may be the cause. */
const toleratedErrors = 3;
const maxBackoffMs = 60_000;
/** The longest pause that a carrier can ask for. */
const maxPauseMs = 3_600_000;

/** How long a configuration pauses after its carrier was unavailable so many times in a row. */
export const backoffMs = (errors: number): number =>
  errors <= toleratedErrors
    ? 0
    : Math.min(1000 * 2 ** Math.min(errors - toleratedErrors - 1, 10), maxBackoffMs);

/** A time further ahead than any pause was written before the clock of the simulation was set back. */
const isAhead = (timestamp: Timestamp, now: Timestamp): boolean =>
  timestamp > now && msBetween(now, timestamp) <= maxPauseMs;

/** The time of the next call, now or later. */
export const nextAt = ({ next_free_at, now }: Pick<Pace, 'next_free_at' | 'now'>): Timestamp =>
  isAhead(next_free_at, now) ? next_free_at : now;

/** The times of the next calls, evenly spaced, and when the one after them may be placed. */
export function paceSlotsAt({ calls_per_second, errors, next_free_at, wanted, now }: Pace) {
  const first = nextAt({ next_free_at, now });
  const ahead = aheadMs - msBetween(now, first);
  if (ahead <= 0 || wanted === 0) return { times: [], next_free_at };
  // A carrier that was unavailable gets one call, which shows whether it is back.
  const pauseMs = backoffMs(errors);
  if (pauseMs > 0) return { times: [first], next_free_at: later(first, pauseMs) };
  if (calls_per_second === null)
    return { times: Array.from({ length: wanted }, () => first), next_free_at };
  const apartMs = 1000 / calls_per_second;
  const slots = Math.min(wanted, Math.ceil(ahead / apartMs));
  return {
    times: Array.from({ length: slots }, (_, slot) => later(first, Math.floor(slot * apartMs))),
    next_free_at: later(first, Math.round(slots * apartMs)),
  };
}
