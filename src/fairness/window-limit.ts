import { type Quota, tooMany } from '../errors.ts';
import { type Count, createWindowCounter, type WindowCounter } from './window-counter.ts';

/** A quota by key, counted in this process's memory. */
export interface WindowLimit {
  readonly quota: Quota;
  readonly counter: WindowCounter;
  /** Counts an event; throws 429 above the quota. */
  use(key: string): Count;
  /** How many more events the key may have in its window; negative above the quota. */
  left(key: string): number;
  refusal(key: string): Error;
}

export function createWindowLimit(quota: Quota): WindowLimit {
  const counter = createWindowCounter(quota.windowSeconds);
  const refusalAt = ({ ms }: Count): Error => tooMany(quota, Math.ceil(ms / 1000));
  return {
    quota,
    counter,
    use(key) {
      const count = counter.add(key);
      if (count.used > quota.limit) throw refusalAt(count);
      return count;
    },
    left: (key) => quota.limit - counter.get(key).used,
    refusal: (key) => refusalAt(counter.get(key)),
  };
}
