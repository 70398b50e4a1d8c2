import type { Config } from '../config.ts';
import { busy, type Quota } from '../errors.ts';
import { createSlots } from '../fairness/lines.ts';
import { createWindowLimit } from '../fairness/window-counter.ts';
import { createFailureLimit } from './failure-limit.ts';
import { createLookUpLimit, type LookUpLimit } from './lookup-limit.ts';

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
