import { type Quota, rateLimitHeaders, tooMany } from '../errors.ts';
import { type Count, createWindowCounter, type WindowCounter } from '../window-counter.ts';
import { addressOf } from './address.ts';
import type { RequestState } from './state.ts';

const windowSeconds = 60;

export interface RateLimits {
  /** Requests a minute of one session or API key. */
  readonly perCaller: number;
  /** Requests a minute of one address whose caller is not known: log-ins, wrong credentials. */
  readonly perAddress: number;
  /** Callbacks a minute of one carrier's address: a carrier reports every call from a few. */
  readonly perCarrier: number;
}

/** What is known of a request's caller when its credential was looked at. */
export type Identification = 'known' | 'refused' | 'undecided';

export interface RateLimit {
  /**
   * Counts a request before anything is looked up for it, against its address, unless its credential was good before:
   * one bad caller does not keep out those who share its address. Throws 429 beyond the limit.
   */
  arrived(state: RequestState, wasGood: boolean): void;
  /** Counts a request whose credential was looked at: against its caller, or against its address if there is none. */
  identified(state: RequestState, as: Identification): void;
  /** Counts a callback that was refused against the ordinary limit of its address: no carrier sends many of those. */
  refused(state: RequestState): void;
}

/**
 * Counts requests in this process's memory: with several processes behind a balancer each allows the limit, which is
 * meant to stop runaway clients, not to bill. Sets the headers and throws 429 beyond the limit.
 */
export function createRateLimit({ perCaller, perAddress, perCarrier }: RateLimits): RateLimit {
  const callers = policy('default', perCaller);
  const addresses = policy('address', perAddress);
  const carriers = policy('carrier', perCarrier);
  return {
    arrived(state, wasGood) {
      const address = addressOf(state.req);
      if (state.operation?.rawBody) {
        const { used, ms } = addresses.counter.get(address);
        if (used >= addresses.quota.limit) throw tooMany(addresses.quota, Math.ceil(ms / 1000));
        return consume(carriers, address, state);
      }
      if (wasGood) return;
      consume(addresses, address, state);
      state.countedAddress = address;
    },
    identified(state, as) {
      const { caller, countedAddress } = state;
      if (as === 'refused') {
        if (countedAddress === undefined) consume(addresses, addressOf(state.req), state);
        return;
      }
      if (countedAddress !== undefined) addresses.counter.remove(countedAddress);
      if (caller) consume(callers, nameOf(caller), state);
      else show(addresses, addresses.counter.get(addressOf(state.req)), state);
    },
    refused(state) {
      addresses.counter.add(addressOf(state.req));
    },
  };
}

const nameOf = (caller: NonNullable<RequestState['caller']>): string =>
  caller.kind === 'session' ? `s${caller.session_id}` : `k${caller.api_key_id}`;

interface Policy {
  readonly quota: Quota;
  readonly counter: WindowCounter;
}

const policy = (name: string, limit: number): Policy => ({
  quota: { name, limit, things: 'requests', windowSeconds },
  counter: createWindowCounter(windowSeconds),
});

function consume(limit: Policy, key: string, state: RequestState): void {
  const count = limit.counter.add(key);
  if (count.used > limit.quota.limit) throw tooMany(limit.quota, Math.ceil(count.ms / 1000));
  show(limit, count, state);
}

function show({ quota }: Policy, { used, ms }: Count, { res }: RequestState): void {
  const left = Math.max(0, quota.limit - used);
  const headers = rateLimitHeaders(quota, left, Math.ceil(ms / 1000));
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
