import { type Count, createWindowLimit, type WindowLimit } from '../fairness/window-counter.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { callerId, type RequestState } from './state.ts';

const windowSeconds = 60;

interface RateLimits {
  /** Requests per minute of one session or API key. */
  readonly perCaller: number;
  /** Requests per minute of one address without a known caller: log-ins, wrong credentials. */
  readonly perAddress: number;
  /** Callbacks per minute of one carrier address: carriers report all calls from a few addresses. */
  readonly perCarrier: number;
}

/** The result of a credential lookup. */
type Identification = 'known' | 'refused' | 'undecided';

export interface RateLimit {
  /**
   * Counts a request against its address before any lookup, unless its credential was valid before: one abusive caller
   * does not block others at the same address. Throws 429 above the limit.
   */
  arrived(state: RequestState, wasGood: boolean): void;
  /** Counts a request after the credential lookup: against its caller, or against its address without one. */
  identified(state: RequestState, as: Identification): void;
  /** Counts a rejected callback against the ordinary limit of its address: carriers rarely send those. */
  refused(state: RequestState): void;
}

/**
 * Counts requests in this process's memory. Several processes behind a load balancer each allow the full limit; it
 * exists to stop runaway clients, not for billing. Sets the headers and throws 429 above the limit.
 */
export function createRateLimit({ perCaller, perAddress, perCarrier }: RateLimits): RateLimit {
  const callers = policy('default', perCaller);
  const addresses = policy('address', perAddress);
  const carriers = policy('carrier', perCarrier);
  return {
    arrived(state, wasGood) {
      if (state.operation?.fromCarrier) {
        const { address } = state;
        if (addresses.left(address) <= 0) throw addresses.refusal(address);
        return void consume(carriers, address, state);
      }
      if (wasGood) return;
      state.countedAddress = consume(addresses, state.address, state);
    },
    identified(state, as) {
      const { caller, countedAddress } = state;
      if (as === 'refused') {
        if (countedAddress === undefined) consume(addresses, state.address, state);
        return;
      }
      if (countedAddress !== undefined) addresses.counter.remove(countedAddress);
      if (caller) consume(callers, nameOf(caller), state);
      else show(addresses, addresses.counter.get(state.address), state);
    },
    refused(state) {
      addresses.counter.add(state.address);
    },
  };
}

const nameOf = (caller: NonNullable<RequestState['caller']>): string =>
  `${caller.kind} ${callerId(caller)}`;

interface Policy extends WindowLimit {
  /** The value of the header that describes it. */
  readonly text: string;
}

function policy(name: string, limit: number): Policy {
  const quota = { name, limit, things: 'requests', windowSeconds };
  const text = rateLimitHeaders(quota, 0, 0)['RateLimit-Policy'];
  return { ...createWindowLimit(quota), text };
}

function consume(limit: Policy, key: string, state: RequestState): string {
  show(limit, limit.use(key), state);
  return key;
}

/** The last count shown is the one that is sent. */
function show({ quota, text }: Policy, { used, ms }: Count, state: RequestState): void {
  const { headers } = state;
  const left = Math.max(0, quota.limit - used);
  const shown = `"${quota.name}";r=${left};t=${Math.ceil(ms / 1000)}`;
  if (state.limitAt === undefined) {
    state.limitAt = headers.length;
    state.addHeaders(['RateLimit-Policy', text, 'RateLimit', shown]);
  } else {
    headers[state.limitAt + 1] = text;
    headers[state.limitAt + 3] = shown;
  }
}
