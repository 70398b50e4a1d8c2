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

/**
 * With more calls than this the failure rate is below the threshold, so counting can stop. One more than the division
 * yields, because rounding may put it just below a whole number.
 */
export const maxCallsThatTrip = (breaker: CircuitBreaker, failures: number): number =>
  Math.floor(failures / breaker.failure_threshold) + 1;

export const trips = (
  breaker: CircuitBreaker,
  { failures, total }: { readonly failures: number; readonly total: number },
): boolean =>
  breaker.enabled &&
  failures > 0 &&
  total >= breaker.min_calls_in_window &&
  failures / total >= breaker.failure_threshold;
