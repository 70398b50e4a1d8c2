import { operations } from '../../conformance/contract.ts';
import { loadContract } from '../../../src/http/operations.ts';
import { createRouter } from '../../../src/http/router.ts';
import { createRandom, type Random } from '../../traffic/random.ts';
import type { WireRequest } from '../../traffic/requests.ts';
import { spoil } from '../../traffic/spoiling.ts';
import { createTenant, type Send, type Tenant } from './callers.ts';
import { createExchange } from './exchange.ts';
import { isRefusalOnly, mixOf } from './mix.ts';
import { createTally, type Tally } from './tally.ts';

/** A response that no client should get, or none. */
export interface Failure {
  readonly operation: string;
  readonly status: number;
  readonly text: string;
  /** Seconds after the traffic began. */
  readonly at: number;
  times: number;
}

export interface Traffic {
  readonly tenants: readonly Tenant[];
  readonly failures: () => readonly Failure[];
  /** Requests since the traffic began. */
  readonly count: () => number;
  /** Sends over all connections for some seconds; returns the times. */
  run(seconds: number): Promise<Tally>;
}

interface Options {
  readonly connections: number;
  readonly tenants: number;
  /** The share of requests that are broken in some way. */
  readonly broken: number;
  readonly seed: number;
}

/** Prepares organizations, and requests of every operation of the contract by its weights. */
export async function createTraffic(url: string, options: Options): Promise<Traffic> {
  const { connections, broken, seed } = options;
  const exchange = createExchange(url, connections);
  const router = createRouter(loadContract().operations);
  const failures = new Map<string, Failure>();
  let tally = createTally();
  let began = performance.now();
  let count = 0;
  const send: Send = async (wire) => {
    const exchanged = await exchange(wire);
    const found = router.match(wire.method, wire.path.split('?', 1)[0] ?? '');
    const id =
      found !== undefined && 'operation' in found ? found.operation.id : 'none of the contract';
    const { status, ms, text } = exchanged;
    count++;
    tally.note({ id, method: wire.method, status, ms });
    if (status === 0 || status >= 500) noteFailure(id, status, text);
    return exchanged;
  };
  function noteFailure(operation: string, status: number, text: string): void {
    const at = Math.floor((performance.now() - began) / 1000);
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60);
    const key = `${operation} ${status} ${code} ${at}`;
    const failure = failures.get(key) ?? { operation, status, text, at, times: 0 };
    failure.times++;
    failures.set(key, failure);
  }
  const tenants = await Promise.all(
    Array.from({ length: options.tenants }, (_, index) =>
      createTenant(url, send, { name: `org-${index}`, operations }),
    ),
  );
  const mix = mixOf(operations);
  async function lane(random: Random, end: number): Promise<void> {
    while (performance.now() < end) {
      const operation = mix.pick(random.next());
      const wire = await random.pick(tenants).compose(operation);
      const isBroken = isRefusalOnly(operation) || random.chance(broken);
      await send(isBroken ? spoiled(wire, random) : wire);
    }
  }
  return {
    tenants,
    failures: () => [...failures.values()],
    count: () => count,
    async run(seconds) {
      tally = createTally();
      failures.clear();
      began = performance.now();
      const own = tally;
      const end = began + seconds * 1000;
      await Promise.all(
        Array.from({ length: connections }, (_, index) => lane(createRandom(seed + index), end)),
      );
      return own;
    },
  };
}

/** A broken request that is sent as a whole, by a method that changes nothing else. */
function spoiled(wire: WireRequest, random: Random): WireRequest {
  for (;;) {
    const made = spoil(wire, random);
    if (made.cutAt === undefined && made.method === wire.method && made !== wire) return made;
  }
}
