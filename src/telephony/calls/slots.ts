import type { Transaction } from 'kysely';
import { suspensionOf } from '../../auth/rules.ts';
import type { Suspension } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import * as calls from './queries.ts';
import { freeSlots } from './rules.ts';

interface FreeSlots {
  /** The organization's maximum number of concurrent calls. */
  readonly limit: number;
  /** How many a single call can take. */
  readonly free: number;
  /** How many its campaigns can take. */
  readonly freeForCampaigns: number;
  /** The events of calls before their end that the organization has chosen. */
  readonly chosenEvents: readonly string[];
  /** That of the organization, if it is suspended: no call may begin. */
  readonly suspension: Suspension | undefined;
}

/** The slots of organizations: how many further calls each may have in progress. */
export interface Slots {
  /**
   * Locks the organization's slots, so that nobody else takes one meanwhile. Runs of calls are inserted after this, and
   * no call is removed before it in the same transaction. Hold it briefly: every call of the organization waits for it.
   */
  lock(trx: Transaction<Database>, organizationId: number): Promise<FreeSlots>;
  /** The free slots, which others may take meanwhile. */
  look(db: Db, organizationId: number): Promise<FreeSlots>;
}

interface Look {
  /** The calls in progress then. */
  readonly ids: readonly number[];
  /** Every call that is newer has a greater id, on the same server. */
  readonly last: number;
  readonly server: string;
}

const nothingSeen = { ids: [], last: 0 } as const;

/** Organizations whose last look is remembered; another one costs a look at all of its calls. */
const maxRemembered = 10_000;

/**
 * Counts what was in progress at this process's last look, and what is newer. So the cost is that of the calls in
 * progress and of those since then, also while a transaction that somebody left open keeps the rows of the ended ones.
 * It relies on ids that grow in the order of the transactions that hold the lock. After a fail-over, or a restart of the
 * server, it counts anew.
 */
export function createCallSlots(): Slots {
  const looks = new Map<number, Look>();

  async function liveOf(db: Db, organizationId: number) {
    const look = looks.get(organizationId);
    const live = await calls.liveNow(db, organizationId, look ?? nothingSeen);
    const isSame = look === undefined || look.server === live.server;
    return isSame ? live : calls.liveNow(db, organizationId, nothingSeen);
  }

  function remember(organizationId: number, look: Look): void {
    looks.delete(organizationId);
    looks.set(organizationId, look);
    if (looks.size > maxRemembered) looks.delete(looks.keys().next().value!);
  }

  return {
    async lock(trx, organizationId) {
      const limits = await calls
        .limits(trx, organizationId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const live = await liveOf(trx, organizationId);
      remember(organizationId, live);
      return slotsOf(limits, live);
    },

    async look(db, organizationId) {
      const limits = await calls.limits(db, organizationId).executeTakeFirstOrThrow();
      return slotsOf(limits, await liveOf(db, organizationId));
    },
  };
}

type Limits = Awaited<ReturnType<ReturnType<typeof calls.limits>['executeTakeFirstOrThrow']>>;

const slotsOf = (
  { suspended_at, suspension_reason, deleted_at, ...limits }: Limits,
  { ids, of_campaigns }: Awaited<ReturnType<typeof calls.liveNow>>,
): FreeSlots => ({
  limit: limits.limit,
  chosenEvents: limits.chosen_events ?? [],
  suspension: suspensionOf({ suspended_at, suspension_reason, deleted_at }).suspension,
  ...freeSlots({ ...limits, live: ids.length, ofCampaigns: of_campaigns }),
});
