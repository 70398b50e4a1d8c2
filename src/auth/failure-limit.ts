import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, tooMany } from '../errors.ts';

export interface FailureLimit {
  /** Runs an attempt, which fails by giving undefined; throws 429 without running it after too many failures of the key. */
  attempt<T>(key: string, work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Forgives the key's failures. */
  forgive(key: string): Promise<void>;
}

/**
 * Counts failed attempts by key, in this process's memory. An attempt that could be one too many waits for the outcome of
 * those under way: a burst gets no more tries than a sequence, and attempts that succeed are not refused for coming at once.
 */
export function createFailureLimit(quota: Quota): FailureLimit {
  const limiter = new RateLimiterMemory({
    keyPrefix: quota.name,
    points: quota.limit,
    duration: quota.windowSeconds,
  });
  const underWay = new Map<string, Set<Promise<void>>>();

  function enter(key: string): () => void {
    const attempts = underWay.get(key) ?? new Set();
    const ended = Promise.withResolvers<void>();
    underWay.set(key, attempts.add(ended.promise));
    return () => {
      attempts.delete(ended.promise);
      if (attempts.size === 0) underWay.delete(key);
      ended.resolve();
    };
  }

  /** Takes one of the key's tries; what it returns ends the attempt. */
  async function begin(key: string): Promise<() => void> {
    for (;;) {
      const others = [...(underWay.get(key) ?? [])];
      const end = enter(key);
      const refused = await limiter.consume(key).then(
        () => undefined,
        (result: RateLimiterRes) => result,
      );
      if (!refused) return end;
      await limiter.reward(key);
      end();
      if (others.length === 0) throw tooMany(quota, Math.ceil(refused.msBeforeNext / 1000));
      await Promise.race(others);
    }
  }

  return {
    async attempt(key, work) {
      const end = await begin(key);
      let failed = false;
      try {
        const result = await work();
        failed = result === undefined;
        return result;
      } finally {
        if (!failed) await limiter.reward(key);
        end();
      }
    },
    async forgive(key) {
      await limiter.delete(key);
    },
  };
}
