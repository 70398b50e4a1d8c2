import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../db/connect.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { isSending } from '../transfers/queries.ts';
import * as live from './live-queries.ts';

/**
 * A process that did not begin its request to the carrier within this time after it passed the gate does not begin it.
 */
export const staleMs = 2000;
/** By then every request that was still allowed has begun. */
const waitMs = staleMs + 1000;
const lookAgainMs = 20;
const skewMs = 500;

/**
 * Waits until every call that passed the organization's gate before it was closed has reached its carrier, or never
 * will. After that no call to which a new rule applies begins.
 */
export async function untilAnswered(
  { db, now }: { readonly db: Db; readonly now: () => Timestamp },
  calls: live.PlacingCalls,
): Promise<void> {
  // Calls that are placed under the new rule do not matter. The clocks of other processes may be ahead.
  const period = { since: later(now(), -2 * waitMs), until: later(now(), skewMs) };
  const end = performance.now() + waitMs;
  const isCalling = async (): Promise<boolean> =>
    (await live.isPlacing(db, calls, period)) ||
    (calls.campaign_id === undefined && (await isSending(db, { ...calls, ...period })));
  while (performance.now() < end && (await isCalling())) await setTimeout(lookAgainMs);
}
