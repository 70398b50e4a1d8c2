import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { crowded } from '../errors.ts';
import { createSlots } from '../fairness/fair-slots.ts';

/** An organization's request. */
interface Visit {
  readonly organizationId: number;
  /** Aborted when its client leaves; not read unless it waits. */
  readonly signal: AbortSignal;
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
 * A request's first connection may be refused with 429. Requests that already started and new ones take turns, so that
 * neither has to wait for all of the other.
 */
export function sharedByOrganization(pool: Lender, patienceMs: number): Lender {
  const half = Math.ceil(pool.options.max / 2);
  const slots = createSlots<number>({
    perKey: () => half,
    waitingPerLine: waiting,
    lines: ['started', 'new'],
    refusal: crowded,
  });

  const patience = { ms: patienceMs, error: crowded };

  async function connect(visit: Visit): Promise<pg.PoolClient> {
    const { organizationId } = visit;
    if (!slots.tryTake(organizationId))
      await (visit.hasBegun
        ? slots.wait(organizationId, { line: 'started' })
        : slots.wait(organizationId, { line: 'new', signal: visit.signal, patience }));
    visit.hasBegun = true;
    try {
      const client = await pool.connect();
      // The pool creates a new wrapper each time it lends the client.
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        slots.release(organizationId);
      };
      return client;
    } catch (error) {
      slots.release(organizationId);
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
