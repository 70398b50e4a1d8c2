import { crowded } from '../errors.ts';
import type { Turn } from '../fairness/turn.ts';

export interface ShareSize {
  /** How many places one organization may hold at once. */
  readonly places: number;
  /** How many of its requests may wait for their first place, and how long. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** Whoever waits for a first place. */
export interface Client {
  readonly hasLeft: boolean;
  /** Called when it leaves; one for each of its waits. */
  readonly onLeave: Set<() => void>;
}

/** Places shared between organizations: an organization that uses its full share waits for itself. */
interface Shares {
  /**
   * Takes a place; returns a promise only if none is free. With a client, this is a request's first place: it may be
   * rejected with 429 and may leave. Requests that already started take turns with new ones, so that neither has to wait
   * for all of the other.
   */
  take(organizationId: number, client?: Client): Promise<void> | undefined;
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

  const wait = (line: Set<Turn>, client: Client): Promise<void> =>
    new Promise((done, failed) => {
      const end = (): void => {
        clearTimeout(late);
        client.onLeave.delete(leave);
      };
      const turn: Turn = {
        begin() {
          end();
          done();
        },
        refuse(error) {
          line.delete(turn);
          end();
          failed(error);
        },
      };
      const leave = (): void => turn.refuse(hasLeft());
      const late = setTimeout(() => turn.refuse(crowded()), patienceMs);
      if (client.hasLeft) return turn.refuse(hasLeft());
      client.onLeave.add(leave);
      line.add(turn);
    });
  return {
    take(organizationId, client) {
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
      } else if (!client) {
        const { begun } = share;
        return new Promise((done, failed) => void begun.add({ begin: done, refuse: failed }));
      } else {
        if (share.new.size >= waiting) throw crowded();
        return wait(share.new, client);
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

const hasLeft = (): Error => new Error('The client has left.');
