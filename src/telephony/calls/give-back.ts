import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { liveTransitions } from './flow-rules.ts';
import * as live from './live-queries.ts';
import * as calls from './queries.ts';

interface Return {
  readonly now: Timestamp;
  /** Not placed again before; absent: as soon as the rules allow. */
  readonly due_at?: Timestamp;
}

/** Removes attempts of campaigns that were not placed; their contacts are as before, or wait until `due_at`. */
export type ReleaseContacts = (
  trx: Transaction<Database>,
  runIds: readonly number[],
  back: Return,
) => Promise<void>;

interface Request extends Return {
  readonly ids: readonly number[];
  /**
   * The attempt of which the carrier said that it did not place it: when it was marked as being placed. Null: calls that were
   * claimed and are not being placed.
   */
  readonly attempt: Timestamp | null;
  /** Whether only calls are given back whose lease has ended. */
  readonly leaseEnded?: true;
}

interface GivenBack {
  /** How many were given back. */
  readonly returned: number;
  /** Those that were not, because somebody hung up meanwhile: the caller reports them as canceled. */
  readonly hungUp: readonly live.LiveCall[];
}

/**
 * Gives back calls that were not placed: single calls are queued again, the contacts of campaigns return to their
 * campaign. Calls of which the carrier has reported are left alone, and so are those that somebody else claimed or places.
 */
export async function giveBack(
  trx: Transaction<Database>,
  release: ReleaseContacts,
  { ids, attempt, leaseEnded, ...back }: Request,
): Promise<GivenBack> {
  // Runs before their live rows, as in every transaction that locks both.
  const initialized = (await calls.lock(trx, ids)).filter(({ state }) => state === 'initialized');
  const isUnwanted = new Set(
    initialized.flatMap((call) => (call.hang_up_requested_at === null ? [] : [call.id])),
  );
  const found = await live.lock(
    trx,
    initialized.map(({ id }) => id),
  );
  const [from] = liveTransitions[attempt === null ? 'giveBack' : 'defer'].from;
  const unplaced = found.filter(
    ({ state, placing_at, lease_until }) =>
      state === from &&
      placing_at === attempt &&
      (!leaseEnded || (lease_until !== null && lease_until <= back.now)),
  );
  const { hungUp = [], returned = [] } = Object.groupBy(unplaced, ({ run_id }) =>
    isUnwanted.has(run_id) ? 'hungUp' : 'returned',
  );
  const { single = [], campaign = [] } = Object.groupBy(returned, ({ campaign_id }) =>
    campaign_id === null ? 'single' : 'campaign',
  );
  if (single.length > 0)
    await live.setQueued(
      trx,
      single.map(({ run_id }) => run_id),
      { due_at: back.due_at ?? back.now, deferred: back.due_at !== undefined },
    );
  if (campaign.length > 0)
    await release(
      trx,
      campaign.map(({ run_id }) => run_id),
      back,
    );
  return { returned: returned.length, hungUp };
}
