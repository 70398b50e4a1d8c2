import type { Db } from '../../db/connect.ts';
import { type Timestamp, later } from '../../timestamp.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { defaultCircuitBreaker } from '../rules.ts';
import { outcomesSince, recentFailures } from './breaker-queries.ts';
import type { Halt } from './route.ts';
import type { components } from '../../../generated/api.ts';

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

/** Why the circuit breaker pauses the campaign, if it does. */
export async function breakerHalt(
  db: Db,
  campaign: Pick<CampaignRow, 'id' | 'circuit_breaker' | 'started_at' | 'resumed_at'>,
  now: Timestamp,
): Promise<Halt | undefined> {
  const breaker = { ...defaultCircuitBreaker, ...campaign.circuit_breaker };
  if (!breaker.enabled) return undefined;
  const since = countedSince(breaker, campaign.resumed_at ?? campaign.started_at ?? now, now);
  const counted = await outcomesSince(db, { campaign_id: campaign.id, since }, (failures) =>
    maxCallsThatTrip(breaker, failures),
  );
  if (!trips(breaker, counted)) return undefined;
  const { failures, total } = counted;
  return {
    rule: 'circuit_breaker',
    event: 'circuit_breaker_tripped',
    level: 'error',
    message: `${failures} of the last ${total} calls failed, so the campaign was paused. Resume it when the cause is fixed.`,
    details: {
      failure_rate: failures / total,
      failure_count: failures,
      success_count: total - failures,
      threshold: breaker.failure_threshold,
      window_seconds: breaker.window_seconds,
      recent_failures: await recentFailures(db, campaign.id, since),
    },
  };
}
