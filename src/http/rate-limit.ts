import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../errors.ts';
import type { RequestState } from './state.ts';

const windowSeconds = 60;

export interface RateLimits {
  /** Requests a minute of one session or API key. */
  readonly perCaller: number;
  /** Requests a minute of one address whose caller is not known: log-ins, wrong credentials. */
  readonly perAddress: number;
}

/**
 * Counts requests in this process's memory: with several processes behind a balancer each allows the limit, which is
 * meant to stop runaway clients, not to bill. Sets the headers and throws 429 beyond the limit.
 */
export function createRateLimit({
  perCaller,
  perAddress,
}: RateLimits): (state: RequestState) => Promise<void> {
  const callers = policy('default', perCaller);
  const addresses = policy('address', perAddress);
  return async (state) => {
    const { caller, req } = state;
    if (!caller) return consume(addresses, req.ip ?? 'unknown', state);
    const key = caller.kind === 'session' ? `s${caller.session_id}` : `k${caller.api_key_id}`;
    await consume(callers, key, state);
  };
}

interface Policy {
  readonly name: string;
  readonly points: number;
  readonly limiter: RateLimiterMemory;
}

const policy = (name: string, points: number): Policy => ({
  name,
  points,
  limiter: new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds }),
});

async function consume(
  { name, points, limiter }: Policy,
  key: string,
  { res }: RequestState,
): Promise<void> {
  const result = await limiter.consume(key).catch((refused: RateLimiterRes) => refused);
  const seconds = Math.ceil(result.msBeforeNext / 1000);
  res.setHeader('RateLimit-Policy', `"${name}";q=${points};w=${windowSeconds}`);
  res.setHeader('RateLimit', `"${name}";r=${result.remainingPoints};t=${seconds}`);
  if (result.consumedPoints <= points) return;
  throw new Failure({
    status: 429,
    code: 'too_many_requests',
    detail: `The limit of ${points} requests in ${windowSeconds} seconds is used up. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
