import type { Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CampaignRow } from '../lock-queries.ts';
import { defaultCircuitBreaker } from '../rules.ts';
import { outcomesSince, recentFailures } from './breaker-queries.ts';
import { countedSince, maxCallsThatTrip, trips } from './breaker-rules.ts';
import type { Halt } from './route.ts';

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
