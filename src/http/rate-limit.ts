import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, rateLimitHeaders, tooMany } from '../errors.ts';
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

/**
 * Counts requests in this process's memory: with several processes behind a balancer each allows the limit, which is
 * meant to stop runaway clients, not to bill. Sets the headers and throws 429 beyond the limit.
 */
export function createRateLimit({
  perCaller,
  perAddress,
  perCarrier,
}: RateLimits): (state: RequestState) => Promise<void> {
  const callers = policy('default', perCaller);
  const addresses = policy('address', perAddress);
  const carriers = policy('carrier', perCarrier);
  return async (state) => {
    const { caller, req, operation } = state;
    if (operation?.rawBody) return consume(carriers, addressOf(req), state);
    if (!caller) return consume(addresses, addressOf(req), state);
    const key = caller.kind === 'session' ? `s${caller.session_id}` : `k${caller.api_key_id}`;
    await consume(callers, key, state);
  };
}

interface Policy {
  readonly quota: Quota;
  readonly limiter: RateLimiterMemory;
}

const policy = (name: string, limit: number): Policy => ({
  quota: { name, limit, things: 'requests', windowSeconds },
  limiter: new RateLimiterMemory({ keyPrefix: name, points: limit, duration: windowSeconds }),
});

async function consume(
  { quota, limiter }: Policy,
  key: string,
  { res }: RequestState,
): Promise<void> {
  const result = await limiter.consume(key).catch((refused: RateLimiterRes) => refused);
  const seconds = Math.ceil(result.msBeforeNext / 1000);
  if (result.consumedPoints > quota.limit) throw tooMany(quota, seconds);
  for (const [name, value] of Object.entries(
    rateLimitHeaders(quota, result.remainingPoints, seconds),
  )) {
    res.setHeader(name, value);
  }
}
