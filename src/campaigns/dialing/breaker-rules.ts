import type { components } from '../../../generated/api.ts';
import { later, type Timestamp } from '../../timestamp.ts';

type CircuitBreaker = Required<components['schemas']['CircuitBreaker']>;

/** From when on outcomes count: the window's begin, or the moment that the campaign was last set running. */
export function countedSince(
  breaker: CircuitBreaker,
  running: Timestamp,
  now: Timestamp,
): Timestamp {
  const window = later(now, -breaker.window_seconds * 1000);
  return window > running ? window : running;
}

/**
 * With more calls than this the failures are too small a share, so that nobody need count further. It is one more than the
 * division says, which may come out just below a whole number.
 */
export const mostCallsThatTrip = (breaker: CircuitBreaker, failures: number): number =>
  Math.floor(failures / breaker.failure_threshold) + 1;

export const trips = (
  breaker: CircuitBreaker,
  { failures, total }: { readonly failures: number; readonly total: number },
): boolean =>
  breaker.enabled &&
  failures > 0 &&
  total >= breaker.min_calls_in_window &&
  failures / total >= breaker.failure_threshold;
