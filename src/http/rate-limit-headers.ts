import type { Quota } from '../errors.ts';

/** The RateLimit headers; `seconds` is the time until the quota is full again. */
export const rateLimitHeaders = (quota: Quota, left: number, seconds: number) => ({
  'RateLimit-Policy': `"${quota.name}";q=${quota.limit};w=${quota.windowSeconds}`,
  RateLimit: `"${quota.name}";r=${left};t=${seconds}`,
});
