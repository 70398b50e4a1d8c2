import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { createShares } from './shares.ts';

interface Visit {
  readonly organizationId: number;
  readonly signal: () => AbortSignal;
  hasBegun: boolean;
  isOver: boolean;
}

const visits = new AsyncLocalStorage<Visit>();

/**
 * Does an organization's request: the connections that it takes count in the organization's share. The signal is that of
 * its client, who may leave as long as it has had none. What the work sets off for later does not count.
 */
export async function onBehalfOf<T>(
  { organizationId, signal }: Pick<Visit, 'organizationId' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  const visit = { organizationId, signal, hasBegun: false, isOver: false };
  try {
    return await visits.run(visit, work);
  } finally {
    visit.isOver = true;
  }
}

/** What a pool is here: it lends connections. */
export interface Lender {
  readonly options: { readonly max: number };
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** So many requests of an organization may wait for their first connection. */
const waiting = 100;

/**
 * The pool, of which one organization's requests have at most half at once, rounded up. Of a pool of one each organization
 * has its turn in it: its next request comes up for the connection when the one before has given it back.
 */
export function sharedByOrganization(pool: Lender, patienceMs: number): PostgresPool {
  const shares = createShares({ places: Math.ceil(pool.options.max / 2), waiting, patienceMs });

  async function connect(visit: Visit): Promise<pg.PoolClient> {
    const { organizationId } = visit;
    const turn = shares.take(organizationId, visit.hasBegun ? undefined : visit.signal);
    if (turn) await turn;
    visit.hasBegun = true;
    try {
      const client = await pool.connect();
      // The pool makes a new one each time that it hands the client out.
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
