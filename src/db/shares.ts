import { crowded } from '../errors.ts';
import { takeTurn, type Turn } from '../turn.ts';

export interface ShareSize {
  /** How many places one organization may hold at once. */
  readonly places: number;
  /** How many of its requests may wait for their first place, and how long. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** Places shared between organizations: an organization that uses its full share waits for itself. */
interface Shares {
  /**
   * Takes a place; returns a promise only if none is free. With a signal, this is a request's first place: it may be
   * rejected with 429 and may leave. Requests that already started take turns with new ones, so that neither has to wait
   * for all of the other.
   */
  take(organizationId: number, signal?: () => AbortSignal): Promise<void> | undefined;
  give(organizationId: number): void;
}

interface Share {
  taken: number;
  /** Whether the next free place is for a new request, if one waits. */
  isNewsTurn: boolean;
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
        shares.set(organizationId, {
          taken: 1,
          isNewsTurn: false,
          begun: new Set(),
          new: new Set(),
        });
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
      const [first, second] = share.isNewsTurn
        ? [share.new, share.begun]
        : [share.begun, share.new];
      const line = first.size > 0 ? first : second;
      share.isNewsTurn = line === share.begun;
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
