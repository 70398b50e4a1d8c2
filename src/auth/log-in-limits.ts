import type { Config } from '../config.ts';
import { busy, type Quota, Failure, tooManyAtOnce } from '../errors.ts';
import { createSlots } from '../fairness/fair-slots.ts';
import { createWindowLimit } from '../fairness/window-counter.ts';
import { createCapacity } from '../fairness/capacity.ts';

/** Who learns whether an address has an account. */
interface Origin {
  readonly organization_id: number;
  /** The client's network address. */
  readonly address: string;
}

/**
 * Runs what may find that an email address has an account, and counts the times that it throws `email_exists`, in this
 * process's memory: a rollback does not forget them. Throws 429 without running it after too many.
 */
type LookUpLimit = <T>(origin: Origin, work: () => Promise<T>) => Promise<T>;

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

/** An attempt's result; undefined if it failed. */
type Work<T> = () => Promise<T | undefined>;

interface FailureLimit {
  /**
   * Runs an attempt, which returns undefined if it fails. Throws 429 without running it if the key has too many
   * failures, or too many attempts are waiting already. A client that leaves gives up its position.
   */
  attempt<T>(key: string, signal: AbortSignal, work: Work<T>): Promise<T | undefined>;
  /** Resets the key's failures. */
  forgive(key: string): void;
}

/**
 * Counts failed attempts by key in this process's memory. An attempt that could exceed the limit waits for the result
 * of those in progress: a burst gets no more attempts than a sequence, and successful concurrent attempts are not
 * rejected.
 */
export function createFailureLimit(quota: Quota, maxWaiting: number): FailureLimit {
  const failures = createWindowLimit(quota);
  const attempts = createSlots<string>({
    perKey: failures.left,
    exhausted: failures.refusal,
    waitingPerLine: maxWaiting,
    refusal: busy,
  });
  return {
    attempt: (key, signal, work) =>
      attempts.run(key, signal, async () => {
        const result = await work();
        if (result === undefined) failures.counter.add(key);
        return result;
      }),
    forgive: (key) => failures.counter.forget(key),
  };
}

/** A client's address, and the signal that ends its wait. */
interface Client {
  readonly address: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

interface Attempt extends Client {
  readonly email: string;
}

interface Invited {
  readonly organization_id: number;
  readonly email: string;
}

/** How many log-ins may wait for others of the same account, and of the same address. */
const waitingPerAccount = 50;
const waitingPerAddress = 100;
/** A hash takes about 30 ms of one core, 19 MiB, and one of Node's four threads. */
const hashing = { total: 2, waitingPerLine: 100, waiting: 500, refusal: busy };

export interface LogInLimits {
  /** Runs a log-in, which returns undefined if it fails; throws 429 without running it after too many failures. */
  logIn<T>(attempt: Attempt, work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Counts a sign-up; throws 429 if there were too many from the address. */
  signUp(address: string): void;
  /** Counts a requested password reset; throws 429 if there were too many from the address. */
  passwordReset(address: string): void;
  /** Limits how many addresses with an account somebody finds: as many as with sign-ups. */
  readonly lookUp: LookUpLimit;
  /** Counts an invitation; throws 429 if there were too many of the organization to the address. */
  invitationTo(invited: Invited): void;
  /** Hashes a password at the address's turn; throws 429 if too many are waiting. */
  hash<T>(client: Client, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits password guessing and the cost of hashing. No limit is by account alone, so failures at one address never lock
 * the user out at another.
 */
export function createLogInLimits(config: Config['logInLimits']): LogInLimits {
  const { failuresPerAccount, failuresPerAddress, windowSeconds, signUpsPerHour } = config;
  const accounts = createFailureLimit(
    {
      name: 'login-account',
      limit: failuresPerAccount,
      things: 'failed log-ins to one account from one address',
      windowSeconds,
    },
    waitingPerAccount,
  );
  const addresses = createFailureLimit(
    {
      name: 'login-address',
      limit: failuresPerAddress,
      things: 'failed log-ins from one address',
      windowSeconds,
    },
    waitingPerAddress,
  );
  const perHour = (quota: Omit<Quota, 'windowSeconds'>) =>
    createWindowLimit({ ...quota, windowSeconds: 3600 });
  const signUps = perHour({
    name: 'signup',
    limit: signUpsPerHour,
    things: 'sign-ups from one address',
  });
  const resets = perHour({
    name: 'password-reset',
    limit: signUpsPerHour,
    things: 'password resets from one address',
  });
  const invitations = perHour({
    name: 'invitations-to-address',
    limit: 5,
    things: 'invitations to one email address',
  });
  const hashes = createSlots<string>(hashing);
  return {
    async logIn({ email, address, signal }, work) {
      const account = `${address} ${email.toLowerCase()}`;
      // The account's queue comes first: guesses at one account do not use up the address's places for other accounts.
      const result = await accounts.attempt(account, signal, () =>
        addresses.attempt(address, signal, work),
      );
      if (result !== undefined) accounts.forgive(account);
      return result;
    },
    signUp: (address) => void signUps.use(address),
    passwordReset: (address) => void resets.use(address),
    invitationTo: ({ organization_id, email }) =>
      void invitations.use(`${organization_id} ${email.toLowerCase()}`),
    lookUp: createLookUpLimit(signUpsPerHour),
    hash: ({ address, signal }, work) => hashes.run(address, signal, work),
  };
}
