import { Failure, type Quota, tooMany, tooManyAtOnce } from '../errors.ts';
import { createWindowCounter } from '../fairness/window-counter.ts';

/** Who learns whether an address has an account. */
export interface Origin {
  readonly organization_id: number;
  /** The client's network address. */
  readonly address: string;
}

/**
 * Runs what may find that an email address has an account, and counts the times that it throws `email_taken`, in this
 * process's memory: a rollback does not forget them. Throws 429 without running it after too many.
 */
export type LookUpLimit = <T>(origin: Origin, work: () => Promise<T>) => Promise<T>;

export function createLookUpLimit(limit: number): LookUpLimit {
  const quota: Quota = {
    name: 'taken-addresses',
    limit,
    things: 'email addresses that have an account',
    windowSeconds: 3600,
  };
  const taken = createWindowCounter(quota.windowSeconds);
  const inProgress = new Map<string, number>();
  const add = (key: string, difference: 1 | -1): void => {
    const count = (inProgress.get(key) ?? 0) + difference;
    if (count > 0) inProgress.set(key, count);
    else inProgress.delete(key);
  };
  function mustHaveRoom(key: string): void {
    const { used, ms } = taken.get(key);
    if (used >= limit) throw tooMany(quota, Math.ceil(ms / 1000));
    // So a burst finds no more than a sequence.
    if (used + (inProgress.get(key) ?? 0) >= limit)
      throw tooManyAtOnce('Too many email addresses are looked up. Try again in 1 second.');
  }

  return async ({ organization_id, address }, work) => {
    const keys = [`organization ${organization_id}`, `address ${address}`];
    keys.forEach(mustHaveRoom);
    for (const key of keys) add(key, 1);
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure && error.problem.code === 'email_taken')
        for (const key of keys) taken.add(key);
      throw error;
    } finally {
      for (const key of keys) add(key, -1);
    }
  };
}
