import { Failure, tooManyAtOnce } from '../errors.ts';
import { createCapacity } from '../fairness/capacity.ts';
import { createWindowLimit } from '../fairness/window-counter.ts';

/** Who learns whether an address has an account. */
export interface Origin {
  readonly organization_id: number;
  /** The client's network address. */
  readonly address: string;
}

/**
 * Runs what may find that an email address has an account, and counts the times that it throws `email_exists`, in this
 * process's memory: a rollback does not forget them. Throws 429 without running it after too many.
 */
export type LookUpLimit = <T>(origin: Origin, work: () => Promise<T>) => Promise<T>;

export function createLookUpLimit(limit: number): LookUpLimit {
  const taken = createWindowLimit({
    name: 'taken-addresses',
    limit,
    things: 'email addresses that have an account',
    windowSeconds: 3600,
  });
  const inProgress = createCapacity();

  return async ({ organization_id, address }, work) => {
    const keys = [`organization ${organization_id}`, `address ${address}`];
    for (const key of keys) if (taken.left(key) <= 0) throw taken.refusal(key);
    // So a burst finds no more than a sequence.
    const release = inProgress.take(
      keys.map((name) => ({ name, limit: taken.left(name), refusal: tooManyLookUps })),
    );
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure && error.problem.code === 'email_exists')
        for (const key of keys) taken.counter.add(key);
      throw error;
    } finally {
      release();
    }
  };
}

const tooManyLookUps = (): Failure =>
  tooManyAtOnce('Too many email addresses are looked up. Try again in 1 second.');
