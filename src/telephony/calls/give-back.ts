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
  /** Whether a call that is being placed is given back: the carrier said that it did not place it. */
  readonly placing: boolean;
}

const [giveBackFrom] = liveTransitions.giveBack.from;
const [deferFrom] = liveTransitions.defer.from;

interface GivenBack {
  /** How many were given back. */
  readonly returned: number;
  /** Those that were not, because somebody hung up meanwhile: the caller reports them as canceled. */
  readonly hungUp: readonly Pick<calls.CallRow, 'id' | 'organization_id'>[];
}

/**
 * Gives back calls that were not placed: single calls are queued again, the contacts of campaigns return to their
 * campaign. Calls of which the carrier has reported are left alone.
 */
export async function giveBack(
  trx: Transaction<Database>,
  release: ReleaseContacts,
  { ids, placing, ...back }: Request,
): Promise<GivenBack> {
  // Runs before their live rows, as in every transaction that locks both.
  const initialized = (await calls.lock(trx, ids)).filter(({ state }) => state === 'initialized');
  const isWanted = ({ hang_up_requested_at }: calls.CallRow): boolean =>
    hang_up_requested_at === null;
  const untouched = initialized.filter(isWanted);
  const found = await live.lock(
    trx,
    untouched.map(({ id }) => id),
  );
  const returned = found.filter(
    ({ state }) => state === giveBackFrom || (placing && state === deferFrom),
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
  return { returned: returned.length, hungUp: initialized.filter((call) => !isWanted(call)) };
}
