import type { Transaction } from 'kysely';
import type { AnyCaller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { setHangUpRequested } from '../../workflows/runs/call-queries.ts';
import { mustHaveAuthority } from '../authority.ts';
import type { Calls } from '../calls/calls.ts';
import * as live from '../calls/live-queries.ts';
import * as calls from '../calls/queries.ts';
import * as hangUps from './queries.ts';

interface Request {
  readonly ids: readonly number[];
  readonly now: Timestamp;
  /** Whether the agents themselves end their calls: an answered one then ends as its carrier reports. Default: false. */
  readonly byAgent?: boolean;
}

interface HungUp {
  /** The calls that ended in this transaction. */
  readonly ended: readonly calls.CallRow[];
  /** The ids of those whose carrier gets a request from now on. */
  readonly requested: readonly number[];
}

/**
 * Ends calls: those that nobody has placed end in this transaction, the others when their carrier has got a request to.
 * Those that have ended, and those for which it gets requests already, stay as they are.
 */
export async function hangUp(
  trx: Transaction<Database>,
  engine: Pick<Calls, 'reportIn'>,
  { ids, now, byAgent = false }: Request,
): Promise<HungUp> {
  // Runs before their live rows, as in every transaction that locks both.
  const runs = (await calls.lock(trx, ids)).filter(({ state }) => state !== 'completed');
  const found = await live.lock(
    trx,
    runs.map(({ id }) => id),
  );
  const { unplaced = [], placed = [] } = Object.groupBy(found, ({ placing_at }) =>
    placing_at === null ? 'unplaced' : 'placed',
  );
  const requested = new Set(
    runs.flatMap(({ id, hang_up_requested_at }) => (hang_up_requested_at === null ? [] : [id])),
  );
  const finishing = new Set(
    byAgent ? runs.flatMap(({ id, started_at }) => (started_at === null ? [] : [id])) : [],
  );
  // A request that nobody made, since a machine answered or the agent had finished, does not count.
  const wanted = placed
    .filter(({ run_id, hang_up_at, wanted: before }) =>
      hang_up_at === null || finishing.has(run_id)
        ? hang_up_at === null || before !== 'hang_up'
        : !requested.has(run_id),
    )
    .map(({ run_id }) => run_id);
  if (wanted.length > 0) {
    await setHangUpRequested(
      trx,
      wanted.filter((id) => !finishing.has(id)),
      now,
    );
    await hangUps.setHangUp(trx, wanted, now);
  }
  if (unplaced.length === 0) return { ended: [], requested: wanted };
  const ended = await engine.reportIn(
    trx,
    unplaced.map(({ run_id, organization_id }) => ({
      run_id,
      organization_id,
      at: now,
      event: 'canceled',
    })),
  );
  return { ended, requested: wanted };
}

interface Heard {
  readonly caller: AnyCaller;
  readonly run_id: number;
  readonly now: Timestamp;
}

/**
 * Ends an answered call for who answered it, as after a detected machine; its run is locked. Throws 403 if the caller
 * lacks the authority to hang it up.
 */
export async function hangUpAnswered(
  trx: Transaction<Database>,
  { caller, run_id, now }: Heard,
): Promise<void> {
  await mustHaveAuthority({ db: trx, now: () => now }, { authority: 'requested', caller, run_id });
  await hangUps.setHangUpOfAnswered(trx, run_id, now);
}
