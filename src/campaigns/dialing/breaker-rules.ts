import type { components } from '../../../generated/api.ts';
import { later, type Timestamp } from '../../timestamp.ts';

type CircuitBreaker = Required<components['schemas']['CircuitBreaker']>;

/**
 * The time from which outcomes count: the start of the window, or the last time the campaign was started or resumed,
 * whichever is later.
 */
export function countedSince(
  breaker: CircuitBreaker,
  running: Timestamp,
  now: Timestamp,
): Timestamp {
  const window = later(now, -breaker.window_seconds * 1000);
  return window > running ? window : running;
}

/** More calls than any window has. */
const maxCounted = 1_000_000_000;

/**
 * With more calls than this the failure rate is below the threshold, so counting can stop. One more than the division
 * yields, because rounding may put it just below a whole number. A whole number from 0 whatever the threshold is.
 */
export function maxCallsThatTrip(breaker: CircuitBreaker, failures: number): number {
  const calls = Math.floor(failures / breaker.failure_threshold) + 1;
  return calls >= 0 && calls < maxCounted ? calls : maxCounted;
}

export const trips = (
  breaker: CircuitBreaker,
  { failures, total }: { readonly failures: number; readonly total: number },
): boolean =>
  breaker.enabled &&
  failures > 0 &&
  total >= breaker.min_calls_in_window &&
  failures / total >= breaker.failure_threshold;
