import { crowded } from '../errors.ts';
import { takeTurn, type Turn } from '../turn.ts';

export interface ShareSize {
  /** How many places one organization may have at once. */
  readonly places: number;
  /** How many of its requests may wait for their first place, and how long. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** Places that are shared by organization: one that fills its share waits for itself. */
export interface Shares {
  /**
   * Takes a place; only where there is none is a promise made. With a signal it is the first of a request that has done
   * nothing yet, which may be refused with 429 and may leave; one that has begun is served before those, whatever it takes.
   */
  take(organizationId: number, signal?: () => AbortSignal): Promise<void> | undefined;
  give(organizationId: number): void;
}

interface Share {
  taken: number;
  readonly begun: Set<Turn>;
  readonly new: Set<Turn>;
}

export function createShares({ places, waiting, patienceMs }: ShareSize): Shares {
  const shares = new Map<number, Share>();

  async function wait(line: Set<Turn>, client: AbortSignal): Promise<void> {
    const patience = AbortSignal.timeout(patienceMs);
    try {
      await takeTurn(line, AbortSignal.any([client, patience]));
    } catch (error) {
      throw client.aborted ? error : crowded();
    }
  }
  return {
    take(organizationId, signal) {
      const share = shares.get(organizationId);
      if (!share) {
        shares.set(organizationId, { taken: 1, begun: new Set(), new: new Set() });
      } else if (share.taken < places) {
        share.taken += 1;
      } else if (!signal) {
        return takeTurn(share.begun, never);
      } else {
        if (share.new.size >= waiting) throw crowded();
        return wait(share.new, signal());
      }
      return undefined;
    },
    give(organizationId) {
      const share = shares.get(organizationId);
      if (!share) return;
      const line = share.begun.size > 0 ? share.begun : share.new;
      const [turn] = line;
      if (turn) {
        line.delete(turn);
        turn.begin();
        return;
      }
      share.taken -= 1;
      if (share.taken === 0) shares.delete(organizationId);
    },
  };
}

const never = new AbortController().signal;
