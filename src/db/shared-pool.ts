import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type Client, createShares } from './shares.ts';

/** An organization's request. */
interface Visit extends Client {
  readonly organizationId: number;
  /** Whether it has, or had, a connection. */
  hasBegun: boolean;
  isOver: boolean;
}

const visits = new AsyncLocalStorage<Visit>();

/**
 * Runs an organization's request: its connections count against the organization's share. A client that leaves gives
 * up the wait for the first connection. Work after the visit does not count.
 */
export const onBehalfOf = <Parts extends unknown[], T>(
  visit: Visit,
  work: (...parts: Parts) => Promise<T>,
  ...parts: Parts
): Promise<T> => visits.run(visit, work, ...parts);

/** The part of a pool that is used here: lending connections. */
export interface Lender {
  readonly options: { readonly max: number };
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** How many requests of an organization may wait for their first connection. */
const waiting = 100;

/**
 * The pool, of which one organization's requests hold at most half at once, rounded up. With a single connection,
 * organizations take turns: an organization's next request queues when its previous one releases the connection.
 */
export function sharedByOrganization(pool: Lender, patienceMs: number): Lender {
  const shares = createShares({ places: Math.ceil(pool.options.max / 2), waiting, patienceMs });

  async function connect(visit: Visit): Promise<pg.PoolClient> {
    const { organizationId } = visit;
    const turn = shares.take(organizationId, visit.hasBegun ? undefined : visit);
    if (turn) await turn;
    visit.hasBegun = true;
    try {
      const client = await pool.connect();
      // The pool creates a new wrapper each time it lends the client.
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        shares.give(organizationId);
      };
      return client;
    } catch (error) {
      shares.give(organizationId);
      throw error;
    }
  }
  return {
    options: pool.options,
    connect: () => {
      const visit = visits.getStore();
      return visit && !visit.isOver ? connect(visit) : pool.connect();
    },
    end: () => pool.end(),
  };
}
